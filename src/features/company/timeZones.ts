/**
 * The browser's time zones with their present offset, plus the company's if the browser does not
 * know it.
 */
import { offsetAt } from '#zoneOffsets'

export function zoneOptions(own: string): { value: string; label: string }[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])].toSorted()
  return zones.map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${offsetOf(value)})`,
  }))
}

/** `UTC+02:00`. */
function offsetOf(timeZone: string): string {
  const minutes = Math.round(offsetAt(Date.now(), timeZone) / 60_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
