import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { builtInNames, templateNames, type TemplateName } from './templates.ts'
import styles from './automations.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

export function EmptyCentre({ procedureId }: { procedureId: number | null }) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.centreEmpty}>
      <h2>{t('list.emptyTitle')}</h2>
      <p className="quiet">{t('list.emptyHint')}</p>
      <TemplateCards names={templateNames} procedureId={procedureId} use={t('template.use')} />
    </div>
  )
}

export function TemplatesDialog({
  procedureId,
  onClose,
}: {
  procedureId: number | null
  onClose: () => void
}) {
  const { t } = useTranslation('automations')
  return (
    <Dialog open title={t('template.explore')} footer={null} width={760} onCancel={onClose}>
      <TemplateCards names={templateNames} procedureId={procedureId} use={t('template.use')} />
      <h3 className={styles.builtIn}>{t('template.builtIn')}</h3>
      <p className="quiet">
        {t('template.builtInHint')} <Link to={pathTo('zones')}>{t('template.ofZones')}</Link>
      </p>
      <TemplateCards names={builtInNames} procedureId={null} use={t('template.copy')} />
    </Dialog>
  )
}

interface CardsProps {
  names: readonly TemplateName[]
  procedureId: number | null
  use: string
}

function TemplateCards({ names, procedureId, use }: CardsProps) {
  const { t } = useTranslation('automations')
  const companyId = useClaims()?.companyId ?? 0
  return (
    <ul className={styles.templates}>
      {names.map((template) => (
        <li key={template}>
          <Link
            to={pathTo(
              'companyTriggeredEventCreate',
              { companyId },
              { template, procedureId: procedureId ?? undefined },
            )}
            className={styles.template}
          >
            <strong>{t(`template.${template}.title`)}</strong>
            <span className="quiet">{t(`template.${template}.text`)}</span>
            <span className={styles.templateUse}>{use}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
