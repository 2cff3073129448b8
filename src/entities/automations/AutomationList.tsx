import { PlusOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import { pathTo } from '#lib/paths.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { AutomationCard } from './AutomationCard.tsx'
import styles from './sentence.module.css'

export function AutomationList({
  automations,
  procedureId,
}: {
  automations: readonly Automation[]
  procedureId: number
}) {
  const { t } = useTranslation('automations')
  const mayEdit = useMay('editor|automations')
  const companyId = useClaims()?.companyId ?? 0
  return (
    <div className={styles.automationList}>
      {automations.length === 0 && <p className="quiet">{t('list.noneHere')}</p>}
      {automations.map((automation) => (
        <AutomationCard key={automation.id} automation={automation} />
      ))}
      {mayEdit && (
        <Link
          className={styles.automationNew}
          to={pathTo('companyTriggeredEventCreate', { companyId }, { procedureId })}
        >
          <PlusOutlined aria-hidden /> {t('new')}
        </Link>
      )}
    </div>
  )
}
