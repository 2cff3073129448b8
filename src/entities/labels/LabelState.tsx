/** The label of equipment or a location: whether it takes reports, and revoking its code. */
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { LabelState as State } from '#contract/labelReports.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { When } from '#ui/page/marks.tsx'
import { labelCalls } from './calls.ts'
import styles from './labelState.module.css'

interface Of {
  equipmentId?: number
  locationId?: number
}

export function LabelState({ of }: { of: Of }) {
  const { t } = useTranslation(['labelReports', 'common'])
  const mayEdit = useMay(of.equipmentId === undefined ? 'editor|locations' : 'editor|equipment')
  const { data } = labelCalls.useGetLabelQuery({ body: of })
  const [setLabel, setting] = labelCalls.useSetLabelMutation()
  const [revoke, revoking] = labelCalls.useRevokeLabelMutation()
  const confirm = useConfirm()
  if (data === undefined) return null
  const choice = choices.find((one) => takes[one] === data.takesReports) ?? 'kind'
  const handleRevoke = async () => {
    const isSure = await confirm({
      title: t('revokeTitle'),
      hint: t('revokeText'),
      okText: t('revoke'),
      danger: true,
    })
    if (isSure) await revoke({ body: { of } })
  }
  return (
    <section className={styles.label} aria-label={t('label')}>
      <h3>{t('label')}</h3>
      <p className="quiet">
        {data.printedAt === null ? (
          t('notPrinted')
        ) : (
          <>
            {t('printed')} <When at={data.printedAt} as="date" />
          </>
        )}
        {data.reportCount > 0 && <> · {t('reports', { count: data.reportCount })}</>}
      </p>
      {mayEdit && (
        <div className={styles.line}>
          <label>
            <span>{t('takesReports')}</span>
            <Select<Choice>
              value={choice}
              loading={setting.isLoading}
              popupMatchSelectWidth={false}
              onChange={(next) => void setLabel({ body: { of, takesReports: takes[next] } })}
              options={choices.map((value) => ({
                value,
                label: value === 'kind' ? t(data.isOfKind ? 'asKindYes' : 'asKindNo') : t(value),
              }))}
            />
          </label>
          <Button danger loading={revoking.isLoading} onClick={() => void handleRevoke()}>
            {t('revoke')}
          </Button>
        </div>
      )}
      {takesNow(data) && !data.isOnForCompany && <p className="quiet">{t('offForCompany')}</p>}
    </section>
  )
}

const choices = ['kind', 'yes', 'no'] as const
type Choice = (typeof choices)[number]
const takes: Record<Choice, boolean | null> = { kind: null, yes: true, no: false }

const takesNow = ({ takesReports, isOfKind }: State): boolean => takesReports ?? isOfKind
