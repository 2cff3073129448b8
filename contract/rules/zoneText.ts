import { wallAt } from '#contract/timeZones/wallTime.ts'

/** Formats minutes east of UTC as `UTC+05:30` or `UTC−07:00`. */
export function offsetText(minutes: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${part(size / 60)}:${part(size % 60)}`
}

export const offsetTextAt = (zone: string, at: number): string =>
  offsetText(Math.round((wallAt(at, zone) - at) / 60_000))

/** Formats a zone with its offset at an instant: `America/Vancouver (UTC−07:00)`. */
export const zoneText = (zone: string, at: number): string =>
  `${zone.replaceAll('_', ' ')} (${offsetTextAt(zone, at)})`
