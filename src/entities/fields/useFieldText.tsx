import type { ReactNode } from 'react'
import type { EntityField } from '#contract/entityFields.ts'
import { useFormat } from '#lib/format.tsx'

export function useFieldText() {
  const format = useFormat()
  return ({ kind }: EntityField, value: string | number | null | undefined): ReactNode => {
    // A response cached by an earlier version lacks newer fields.
    if (value === undefined || value === null || value === '') return null
    if (typeof value === 'number')
      return <bdi className="numbers">{format.number(value, { maximumFractionDigits: 6 })}</bdi>
    if (kind === 'day') return <time dateTime={value}>{format.calendarDay(value)}</time>
    return <bdi className={kind === 'code' ? 'numbers' : undefined}>{value}</bdi>
  }
}
