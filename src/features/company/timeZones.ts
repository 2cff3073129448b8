/**
 * The browser's time zones with their present offset, plus the company's if the browser does not
 * know it.
 */
import { dateFormat } from '#contract/formatters.ts'

export function zoneOptions(own: string): { value: string; label: string }[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])].toSorted()
  return zones.map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${offsetOf(value)})`,
  }))
}

/** `UTC+02:00`. */
function offsetOf(timeZone: string): string {
  const written = dateFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  return (written ?? 'GMT').replace('GMT', 'UTC')
}
