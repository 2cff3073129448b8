import { dateFormat } from '#contract/formatters.ts'
import { useMemo } from 'react'
import { useFormat } from '#lib/format.tsx'

/** 1 – 30 Nov 2026: calendar days, independent of the time zone. */
export function useRangeLabels(): (range: { from: string; to: string }) => string {
  const { locale } = useFormat()
  return useMemo(() => {
    const day = dateFormat(locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    })
    return ({ from, to }) =>
      day.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
  }, [locale])
}
