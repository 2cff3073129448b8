import { offsetAt } from '#zoneOffsets'

const two = (value: number): string => String(value).padStart(2, '0')

/** 2026-11-23T09:00:00+01:00 */
export function localTime(at: Date, timeZone: string): string {
  const ahead = Math.round(offsetAt(at.getTime(), timeZone) / 60_000)
  const wall = new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(ahead)
  return `${wall}${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
