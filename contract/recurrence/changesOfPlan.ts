/**
 * Compares two plans over the same range, before and after an edit.
 *
 * Entries at the same time are kept. Of the rest, entries on the same day are paired as moved. Then
 * each is paired with the nearest left, at most half the median distance between occurrences apart.
 * So 'Tuesday became Wednesday' reads as moved and 'twice as often' as added.
 */
import { groupBy } from '#contract/rules/groupBy.ts'
import { isPlanned, type KnownPlan, type PlanEntry } from './calendar.ts'
import { wallOf } from './wall.ts'
import { wallAt } from './zone.ts'

export type Change =
  | { kind: 'kept'; before: PlanEntry; after: PlanEntry; deadlineChanged: boolean }
  | { kind: 'moved'; before: PlanEntry; after: PlanEntry; how: 'sameDay' | 'nearest' }
  | { kind: 'added'; after: PlanEntry }
  | { kind: 'removed'; before: PlanEntry }

export function changesOfPlan(
  before: readonly PlanEntry[],
  after: readonly PlanEntry[],
  zone: string,
): Change[] {
  const [old, young] = [before.filter(isPlanned), after.filter(isPlanned)]
  const left = { old: new Set(old), young: new Set(young) }
  const changes: Change[] = []
  const match = (one: PlanEntry, other: PlanEntry, change: Change) => {
    left.old.delete(one)
    left.young.delete(other)
    changes.push(change)
  }
  const sameMoment = new Map(young.map((entry) => [entry.at, entry]))
  for (const one of old) {
    const other = sameMoment.get(one.at)
    if (other !== undefined)
      match(one, other, {
        kind: 'kept',
        before: one,
        after: other,
        deadlineChanged: one.dueBy !== other.dueBy,
      })
  }
  const dayOfEntry = (entry: PlanEntry) => wallOf(wallAt(entry.at, zone)).slice(0, 10)
  for (const [one, other] of inOrder([...left.old], [...left.young], dayOfEntry))
    match(one, other, { kind: 'moved', before: one, after: other, how: 'sameDay' })
  for (const [one, other] of nearest(
    [...left.old],
    [...left.young],
    Math.min(usualDistance(old), usualDistance(young)) / 2,
  )) {
    match(one, other, { kind: 'moved', before: one, after: other, how: 'nearest' })
  }
  for (const one of left.old) changes.push({ kind: 'removed', before: one })
  for (const other of left.young) changes.push({ kind: 'added', after: other })
  return changes.sort((a, b) => momentOf(a) - momentOf(b))
}

export interface Comparison {
  changes: Change[]
  /**
   * The comparison ends here because one plan is unknown from this instant on. Null if all was
   * compared.
   */
  until: string | null
}

/**
 * Compares up to the instant where either plan becomes unknown. Dates past the end of a known plan
 * count as removed.
 */
export function comparison(before: KnownPlan, after: KnownPlan, zone: string): Comparison {
  const [until = null] = [before.until, after.until].filter((moment) => moment !== null).sort()
  const known = ({ entries }: KnownPlan) =>
    until === null ? entries : entries.filter(({ at }) => at < until)
  return { changes: changesOfPlan(known(before), known(after), zone), until }
}

/** Pairs the first entry of a day with the first on that day, the second with the second. */
function inOrder(
  old: readonly PlanEntry[],
  young: readonly PlanEntry[],
  dayOfEntry: (entry: PlanEntry) => string,
): [PlanEntry, PlanEntry][] {
  const byDay = groupBy(young, dayOfEntry)
  return old.flatMap((one): [PlanEntry, PlanEntry][] => {
    const other = byDay.get(dayOfEntry(one))?.shift()
    return other === undefined ? [] : [[one, other]]
  })
}

/** Walks both in order of time, so that pairs never cross. */
function nearest(
  old: readonly PlanEntry[],
  young: readonly PlanEntry[],
  furthest: number,
): [PlanEntry, PlanEntry][] {
  const pairs: [PlanEntry, PlanEntry][] = []
  let next = 0
  for (const one of old) {
    const distance = (index: number) => Math.abs(timeOf(young[index]) - timeOf(one))
    while (next + 1 < young.length && distance(next + 1) < distance(next)) next += 1
    const other = young[next]
    if (other === undefined || distance(next) > furthest) continue
    pairs.push([one, other])
    next += 1
  }
  return pairs
}

const timeOf = (entry: PlanEntry | undefined) =>
  entry === undefined ? Number.POSITIVE_INFINITY : Date.parse(entry.at)

/**
 * Median distance in milliseconds between neighbours. A week if there are fewer than two entries.
 */
function usualDistance(entries: readonly PlanEntry[]): number {
  const distances = entries
    .slice(1)
    .map((entry, index) => timeOf(entry) - timeOf(entries[index]))
    .sort((a, b) => a - b)
  return distances[Math.floor(distances.length / 2)] ?? 7 * 86_400_000
}

const momentOf = (change: Change) => timeOf('before' in change ? change.before : change.after)
