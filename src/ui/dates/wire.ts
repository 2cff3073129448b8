/** Dates in the API's format: 2026-12-24, 2026-12-24T08:00, 08:00. */
import dayjs, { type Dayjs } from 'dayjs'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/rules/bounds.ts'

export type MomentKind = 'day' | 'minute' | 'time'

const formats: Record<MomentKind, string> = {
  day: 'YYYY-MM-DD',
  minute: 'YYYY-MM-DDTHH:mm',
  time: 'HH:mm',
}

/** The range of days that the product stores (decisions, 'Bounds'). */
export const firstDay = dayjs(EARLIEST_DAY)
export const lastDay = dayjs(LATEST_DAY)

/** Latin digits in every language. Empty if nothing is chosen. */
export const toWire = (kind: MomentKind, chosen: Dayjs | null | undefined): string =>
  chosen?.locale('en').format(formats[kind]) ?? ''

export function fromWire(kind: MomentKind, value: string | null | undefined): Dayjs | null {
  if (value === null || value === undefined || value === '') return null
  const read = dayjs(kind === 'time' ? `2000-01-01T${value}` : value)
  return read.isValid() ? read : null
}
