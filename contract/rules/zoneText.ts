import { wallAt } from '#contract/timeZones/wallTime.ts'

/** `UTC+05:30` and `UTC−07:00`, of minutes east of UTC. */
export function offsetText(minutes: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${part(size / 60)}:${part(size % 60)}`
}

export const offsetTextAt = (zone: string, at: number): string =>
  offsetText(Math.round((wallAt(at, zone) - at) / 60_000))

/** `America/Vancouver (UTC−07:00)`, with the offset at an instant. */
export const zoneText = (zone: string, at: number): string =>
  `${zone.replaceAll('_', ' ')} (${offsetTextAt(zone, at)})`
