/**
 * Wall-clock times of day as the contract writes them: `HH:MM`, as an end also `24:00`. They sort
 * as text.
 */
export const isClockTime = (value: string): boolean =>
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)

/** What a person types for a time: `8`, `830`, `8.30`, `8:30`. Null when it is none. */
export function readClockTime(typed: string): string | null {
  const [, hours, minutes] = /^\s*(\d{1,2})(?:\s*[:.,h]?\s*(\d{2}))?\s*$/.exec(typed) ?? []
  if (hours === undefined) return null
  const time = `${hours.padStart(2, '0')}:${minutes ?? '00'}`
  return isClockTime(time) ? time : null
}

/** Minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
