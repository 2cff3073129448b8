import { compareCodes, nameOrder } from './inOrder.ts'
import type { Language } from '#contract/languages.ts'

export interface Check {
  id: number
  rruleId: number
  at: string
  dueBy: string | null
  isLate: boolean
  equipment: { name: string } | null
  location: { name: string } | null
  place: string | null
}
export interface Round<T> {
  key: string
  checks: [T, ...T[]]
  lateCount: number
}

const nameOf = (check: Check): string => check.equipment?.name ?? check.location?.name ?? ''
/** Checks without a deadline sort by due time, after all with a deadline. */
const deadlineOf = ({ dueBy, at }: Check): string => (dueBy === null ? `~${at}` : dueBy)

/**
 * Groups checks of one schedule and time into a round, ordered by location, then name. Rounds with
 * late checks come first, then by deadline.
 */
export function roundsOf<T extends Check>(checks: readonly T[], language: Language): Round<T>[] {
  const byName = nameOrder(language)
  const rounds = new Map<string, Round<T>>()
  for (const check of checks) {
    const key = `${check.rruleId}@${check.at}`
    const round = rounds.get(key)
    if (round === undefined) rounds.set(key, { key, checks: [check], lateCount: 0 })
    else round.checks.push(check)
  }
  const found = [...rounds.values()]
  for (const round of found) {
    round.checks.sort(
      (a, b) =>
        byName.compare(a.place ?? '', b.place ?? '') ||
        byName.compare(nameOf(a), nameOf(b)) ||
        a.id - b.id,
    )
    round.lateCount = round.checks.filter(({ isLate }) => isLate).length
  }
  return found.sort(
    (a, b) =>
      Number(b.lateCount > 0) - Number(a.lateCount > 0) ||
      compareCodes(earliest(a), earliest(b)) ||
      compareCodes(a.key, b.key),
  )
}

const earliest = <T extends Check>({ checks }: Round<T>): string =>
  checks.map(deadlineOf).reduce((least, one) => (one < least ? one : least))
