import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { instantOf } from '#contract/timeZones/wallTime.ts'
import type { DayMonthOrder } from './readDate.ts'
import { readDay } from './readDay.ts'

export type MomentFault = 'notAnInstant' | 'orderUnclear'

const CLOCK =
  /(?:T|,?\s+)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s?(?<half>[AP]\.?M\.?)?\s?(?<offset>Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Parses a day with a time, in the forms people write, as a UTC instant to the second. Without an
 * offset, `zone` applies. A day alone starts at midnight.
 */
export function readInstant(
  cell: string,
  order: DayMonthOrder,
  zone: string,
): { instant: string; fault?: never } | { instant?: never; fault: MomentFault } {
  const read = readWall(cell, order)
  if (read.fault !== undefined) return read
  const { wall, offset } = read
  const at = offset === undefined ? instantOf(wall, zone) : wall - offset * 60_000
  return { instant: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z') }
}

/**
 * Parses a day with a time as `yyyy-mm-ddThh:mm`. Refuses an offset, because the result cannot
 * store it.
 */
export function readMinute(
  cell: string,
  order: DayMonthOrder,
): { minute: string; fault?: never } | { minute?: never; fault: MomentFault } {
  const read = readWall(cell, order)
  if (read.fault !== undefined) return read
  return read.offset === undefined
    ? { minute: new Date(read.wall).toISOString().replace(/:\d{2}\.\d+Z$/, '') }
    : { fault: 'notAnInstant' }
}

/** `wall`: milliseconds, as if the time were UTC. `offset`: minutes. */
function readWall(
  cell: string,
  order: DayMonthOrder,
): { wall: number; offset: number | undefined; fault?: never } | { fault: MomentFault } {
  const text = inLatinDigits(cell.normalize()).trim()
  const found = CLOCK.exec(text)
  const { day, fault } = readDay(found === null ? text : text.replace(CLOCK, ''), order)
  if (day === undefined) return { fault: fault === 'orderUnclear' ? fault : 'notAnInstant' }
  const { hour = '0', minute = '0', second = '0', half, offset } = found?.groups ?? {}
  const hours = hourOf(Number(hour), half)
  if (hours === null || Number(minute) > 59 || Number(second) > 59) return { fault: 'notAnInstant' }
  const clock = (hours * 60 + Number(minute)) * 60_000 + Number(second) * 1_000
  return {
    wall: Date.parse(`${day}T00:00:00Z`) + clock,
    offset: offset === undefined ? undefined : minutesOf(offset),
  }
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

function minutesOf(offset: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
