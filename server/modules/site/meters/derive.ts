/** Readings that nobody types: derived from answers, sensors, statuses and visits. Pure. */
import {
  counts,
  deviceKind,
  HOUR,
  isFarAbove,
  isLeap,
  isNoise,
  type MeterPoint,
  type PointKind,
} from '#contract/rules/meterTotals.ts'
import { statusSpans, type StatusChange } from '#contract/rules/statusSpans.ts'

export type Derived = Pick<MeterPoint, 'at' | 'value' | 'kind'>

const mark = (at: string, kind: PointKind): Derived => ({ at, value: 0, kind })

/**
 * Starts and stops between states, from the state before the first. Nothing is written while the
 * state stays.
 */
export function marksOf(
  states: readonly { at: string; isOn: boolean }[],
  wasOn: boolean | null,
): Derived[] {
  const marks: Derived[] = []
  let last = wasOn
  for (const { at, isOn } of states) {
    if (isOn !== last) marks.push(mark(at, isOn ? 'started' : 'stopped'))
    last = isOn
  }
  return marks
}

/** Hours in chosen statuses. */
export const statusMarks = (
  changes: readonly StatusChange[],
  statusIds: ReadonlySet<number>,
  { until, wasOn }: { until: string; wasOn: boolean | null },
): Derived[] =>
  marksOf(
    statusSpans(changes, until).map(({ from, statusId }) => ({
      at: from,
      isOn: statusId !== null && statusIds.has(statusId),
    })),
    wasOn,
  )

/** A sensor that is silent this long, in intervals of its type, no longer counts hours. */
const SILENT_INTERVALS = 3

/** Hours while a sensor reads more than a limit. A silent sensor stops counting at its last reading. */
export function aboveMarks(
  readings: readonly { at: string; value: number }[],
  limit: number,
  { everyMinutes, wasOn, now }: { everyMinutes: number; wasOn: boolean | null; now: string },
): Derived[] {
  const longest = everyMinutes * SILENT_INTERVALS * 60_000
  const states: { at: string; isOn: boolean }[] = []
  for (const [index, { at, value }] of readings.entries()) {
    states.push({ at, isOn: value > limit })
    const until = readings[index + 1]?.at ?? now
    if (Date.parse(until) - Date.parse(at) > longest)
      // One millisecond later, because a meter has one mark at an instant.
      states.push({ at: new Date(Date.parse(at) + 1).toISOString(), isOn: false })
  }
  return marksOf(states, wasOn)
}

/**
 * Readings of a counter: the first, the last of each hour, and those around a fall. A device is not
 * asked, so a fall is a rollover or a restart. A leap waits for a user: counted, it would open work.
 */
export function counterReadings(
  readings: readonly { at: string; value: number }[],
  last: Pick<MeterPoint, 'value'> | null,
  rollsOverAt: number | null,
): Derived[] {
  const kept: Derived[] = []
  let before = last
  for (const [index, { at, value }] of readings.entries()) {
    const next = readings[index + 1]
    // Not kept, so that the way back up is not counted as use.
    if (isNoise(value, before)) continue
    const isLastOfHour = next === undefined || hourOf(next.at) !== hourOf(at)
    if (isLeap(value, before)) {
      if (isLastOfHour) kept.push({ at, value, kind: 'unclear' })
      continue
    }
    const kind = deviceKind(value, before, rollsOverAt)
    const isBeforeFall = next !== undefined && next.value < value
    if (before === null || isLastOfHour || isBeforeFall || kind !== 'read')
      kept.push({ at, value, kind })
    before = { value }
  }
  return kept
}

const hourOf = (at: string): number => Math.floor(Date.parse(at) / HOUR)

/** Kinds of answered numbers. One that contradicts what is known, or leaps, waits for a user. */
export function answerReadings(
  answers: readonly { at: string; value: number }[],
  known: readonly Pick<MeterPoint, 'at' | 'value' | 'kind'>[],
  unit: string,
): Derived[] {
  const line = known.filter(({ kind }) => counts(kind)).map((one) => ({ ...one }))
  return answers.map(({ at, value }) => {
    const last = line.findLast((point) => point.at < at)
    const next = line.find((point) => point.at > at)
    const isUnclear =
      (last !== undefined && (value < last.value || isFarAbove({ at, value }, last, unit))) ||
      (next !== undefined && next.kind === 'read' && value > next.value)
    if (isUnclear) return { at, value, kind: 'unclear' }
    line.push({ at, value, kind: 'read' })
    line.sort((a, b) => (a.at < b.at ? -1 : 1))
    return { at, value, kind: 'read' }
  })
}
