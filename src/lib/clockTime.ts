/**
 * Wall-clock times of day as in the contract: `HH:MM`, and `24:00` as an end. They sort as text.
 */
export const isClockTime = (value: string): boolean =>
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)

/** Parses a typed time: `8`, `830`, `8.30`, `8:30`. Null if it is not one. */
export function readClockTime(typed: string): string | null {
  const [, hours, minutes] = /^\s*(\d{1,2})(?:\s*[:.,h]?\s*(\d{2}))?\s*$/.exec(typed) ?? []
  if (hours === undefined) return null
  const time = `${hours.padStart(2, '0')}:${minutes ?? '00'}`
  return isClockTime(time) ? time : null
}

export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
