import { dateFormat } from '#contract/formatters.ts'
import { useTranslation } from 'react-i18next'
import type { ExpectedBy } from '#contract/recurrence/kinds.ts'
import { useFormat } from '#lib/format.tsx'

interface Expected {
  from: string
  to: string
  by: ExpectedBy
}

/** Formats an expected date: "about 12 – 20 March 2027", or "at the latest 3 June 2027". */
export function useExpectedText(): (expected: Expected, month?: 'short' | 'long') => string {
  const { t } = useTranslation('schedules')
  const { locale } = useFormat()
  return ({ from, to, by }, month = 'long') => {
    const days = dateFormat(locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month,
      year: 'numeric',
    })
    const [first, last] = [new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`)]
    if (by === 'latest') return t('expected.latest', { date: days.format(last) })
    return from === to
      ? t('expected.reached', { date: days.format(first) })
      : t('expected.about', { dates: days.formatRange(first, last) })
  }
}
