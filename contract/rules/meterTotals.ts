/**
 * Total use of a meter from its readings. The total is a sum of increments between neighbours in
 * time, so the order of arrival does not matter, and it falls only if a reading is corrected.
 */
import { isHours } from './hourUnits.ts'

export const readingKinds = [
  'read',
  'reset',
  'replaced',
  'rolledOver',
  'unclear',
  'leftOut',
] as const
/**
 * read: the counter went on. reset: it was set to zero, or restarted. replaced: by another counter.
 * rolledOver: it passed its highest value. unclear: it contradicts a neighbour, and counts nothing
 * until a user says why. leftOut: a user found it wrong, and it counts nothing.
 */
type ReadingKind = (typeof readingKinds)[number]

/** Marks of a meter that counts hours itself. `started`: hours count from here on. */
export const markKinds = ['started', 'stopped'] as const
export type PointKind = ReadingKind | (typeof markKinds)[number]

export interface MeterPoint {
  /** ISO 8601 in UTC. One meter has one point at an instant. */
  at: string
  value: number
  kind: PointKind
  /** Reset or replaced: what the counter showed when it began again. Null for 0. */
  startsAt: number | null
  /** Replaced: the last value of the old counter. Null for its last reading. */
  endsAt: number | null
}

export const HOUR = 3_600_000

/** How far the counter goes before it shows 0 again: 99,999 → 100,000; 99,999.9 → 100,000. */
export function modulusOf(highest: number): number {
  const decimals = (/\.(\d+)$/.exec(String(highest))?.[1] ?? '').length
  return Number((highest + 10 ** -decimals).toFixed(decimals))
}

export const counts = (kind: PointKind): boolean => kind !== 'unclear' && kind !== 'leftOut'

/** What a point adds to the total, after the last point that counts. */
function increment(
  last: Pick<MeterPoint, 'at' | 'value' | 'kind'> | null,
  point: MeterPoint,
  rollsOverAt: number | null,
): number {
  if (last === null) return 0
  const begun = point.value - (point.startsAt ?? 0)
  switch (point.kind) {
    case 'unclear':
    case 'leftOut':
      return 0
    case 'started':
    case 'stopped':
      return last.kind === 'started' ? (Date.parse(point.at) - Date.parse(last.at)) / HOUR : 0
    case 'read':
      return Math.max(0, point.value - last.value)
    case 'reset':
      return Math.max(0, begun)
    case 'replaced':
      return Math.max(0, (point.endsAt ?? last.value) - last.value) + Math.max(0, begun)
    case 'rolledOver':
      return rollsOverAt === null
        ? Math.max(0, point.value)
        : Math.max(0, modulusOf(rollsOverAt) - last.value) + point.value
  }
}

type Known = Pick<MeterPoint, 'at' | 'value' | 'kind'> & { total: number }

/** Points in order of time, each with the total so far. `before`: the last known point that counts. */
export function totalsOf<P extends MeterPoint>(
  points: readonly P[],
  rollsOverAt: number | null,
  before: Known | null = null,
): (P & { total: number })[] {
  let last = before
  return points
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((point) => {
      // Sums of thousands of hours keep their micro-hours, and not the noise behind them.
      const sum = (last?.total ?? 0) + increment(last, point, rollsOverAt)
      const counted = { ...point, total: Number(sum.toFixed(6)) }
      if (counts(point.kind)) last = counted
      return counted
    })
}

/** Why a plain reading cannot stand between its neighbours. Null if it can. */
export function contradiction(
  value: number,
  last: Pick<MeterPoint, 'value'> | null,
  next: Pick<MeterPoint, 'value' | 'kind'> | null,
): 'belowLast' | 'aboveNext' | null {
  if (last !== null && value < last.value) return 'belowLast'
  return next !== null && next.kind === 'read' && value > next.value ? 'aboveNext' : null
}

/** Rounding, float32 and messages out of order let a counter fall by less than this share. */
const NOISE = 0.01

/** A restarted counter is far below its last value; one that falls a little has not restarted. */
export const isNoise = (value: number, last: Pick<MeterPoint, 'value'> | null): boolean =>
  last !== null && value < last.value && value >= last.value * (1 - NOISE)

/**
 * A device's counter that jumps to this many times its last value is in another scale, or invalid.
 * Zigbee plugs send the raw number until their divisor is known. Small values of a new counter may
 * grow like this.
 */
const LEAP = { times: 50, from: 10 }

export const isLeap = (value: number, last: Pick<MeterPoint, 'value'> | null): boolean =>
  last !== null && last.value >= LEAP.from && value >= last.value * LEAP.times

/** Counters round, and people note the time of a reading later. */
const HOURS_AHEAD = { times: 1.02, hours: 1 }

/** A counter that falls from the last tenth to the first tenth of its range has rolled over. */
const END_OF_RANGE = 0.9

/** A counter may be read seldom, so a rollover from the last half of its range is likely. */
const LIKELY_TO_ROLL_OVER = 0.5

/** A rollover that the user must confirm. `highest`: what the counter shows at most. */
export const isEarlyRollover = (last: Pick<MeterPoint, 'value'> | null, highest: number): boolean =>
  last !== null && last.value < highest * LIKELY_TO_ROLL_OVER

/**
 * A plain reading far above the previous one: a leap, or more hours than have passed. A user must
 * confirm it.
 */
export function isFarAbove(
  { at, value }: Pick<MeterPoint, 'at' | 'value'>,
  last: Pick<MeterPoint, 'at' | 'value'> | null,
  unit: string,
): boolean {
  if (last === null) return false
  const passed = (Date.parse(at) - Date.parse(last.at)) / HOUR
  const mayGrow = passed * HOURS_AHEAD.times + HOURS_AHEAD.hours
  return isLeap(value, last) || (isHours(unit) && value - last.value > mayGrow)
}

/**
 * Kind of a reading that a device sends, because nobody can be asked. A restarted device counts
 * from 0 again.
 */
export function deviceKind(
  value: number,
  last: Pick<MeterPoint, 'value'> | null,
  rollsOverAt: number | null,
): 'read' | 'reset' | 'rolledOver' {
  if (last === null || value >= last.value) return 'read'
  if (rollsOverAt === null) return 'reset'
  const isAtEnd = last.value >= rollsOverAt * END_OF_RANGE
  return isAtEnd && value <= rollsOverAt * (1 - END_OF_RANGE) ? 'rolledOver' : 'reset'
}

/**
 * Total at a moment. Between two readings it grows evenly. After the last it stays, unless the
 * meter runs. Points are in order of time and have totals.
 */
export function totalAt(points: readonly Known[], at: string): number {
  const counted = points.filter(({ kind }) => counts(kind))
  const index = counted.findLastIndex((point) => point.at <= at)
  const last = counted[index]
  if (last === undefined) return 0
  const since = Date.parse(at) - Date.parse(last.at)
  if (last.kind === 'started') return last.total + since / HOUR
  const next = counted[index + 1]
  if (next === undefined || last.kind === 'stopped') return last.total
  return (
    last.total + ((next.total - last.total) * since) / (Date.parse(next.at) - Date.parse(last.at))
  )
}
