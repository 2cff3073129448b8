import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FollowedCalendar } from '#contract/company/followedCalendar.ts'
import { MAX_CALENDAR_BYTES } from '#contract/company/calendarFile.ts'
import { useFormat } from '#lib/format.tsx'

interface Props {
  fault: NonNullable<FollowedCalendar['fault']>
  host: string
  hasDays: boolean
}

export function CalendarFaultLine({ fault, host, hasDays }: Props) {
  const { t } = useTranslation('company')
  const format = useFormat()
  const { code, status, since, triedAt } = fault
  return (
    <Alert
      type="warning"
      showIcon
      title={t('calendarFailing', { host, since: format.dateTime(since) })}
      description={[
        t(`calendarFetchFault.${code}`, {
          status: String(status ?? ''),
          max: MAX_CALENDAR_BYTES / 1_000_000,
        }),
        t('calendarTried', { when: format.dateTime(triedAt) }),
        ...(hasDays ? [t('calendarDaysStay')] : []),
      ].join(' ')}
    />
  )
}
