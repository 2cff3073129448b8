import { dateFormat } from '#contract/formatters.ts'
import { useMemo } from 'react'
import { useFormat } from '#lib/format.tsx'

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
