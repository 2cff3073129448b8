import { Trans, useTranslation } from 'react-i18next'
import { dutyAlertKinds, type AlertRow } from '#contract/alerts.ts'
import { useFormat } from '#lib/format.tsx'

export default function DutyAlertText({
  alert: { kind, duty, ticket, thing, text, cause, sensor, stock },
}: {
  alert: AlertRow
}) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const news = dutyAlertKinds.find((one) => one === kind)
  if (news === undefined) {
    const named = cause == null ? null : (sensor?.name ?? stock?.name)
    const what = ticket?.title ?? (text || (named ?? thing ?? duty?.name ?? ''))
    return <p dir="auto">{t('call.title', { what })}</p>
  }
  if (duty === null) return <p className="quiet">{t('happened.hidden')}</p>
  const [from = '', to = ''] = (text ?? '').split('/')
  return (
    <p>
      <Trans
        t={t}
        i18nKey={`duty.${news}`}
        values={{ from: format.dateTime(from), to: format.dateTime(to) }}
        components={{ name: <bdi>{duty.name}</bdi> }}
      />
    </p>
  )
}
