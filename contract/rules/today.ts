/** What waits for a person, in the order in which it is best done. */

/** What a round is made of; an occurrence is one. */
export interface Check {
  id: number
  rruleId: number
  at: string
  dueBy: string | null
  isLate: boolean
  equipment: { name: string } | null
  location: { name: string } | null
  /** Where that is. */
  place: string | null
}
export interface Round<T> {
  key: string
  checks: [T, ...T[]]
  lateCount: number
}

const byName = new Intl.Collator('en', { numeric: true })
const nameOf = (check: Check): string => check.equipment?.name ?? check.location?.name ?? ''
/** What has no deadline is asked for since it became due, and comes after all that has one. */
const deadlineOf = ({ dueBy, at }: Check): string => (dueBy === null ? `~${at}` : dueBy)

/**
 * One schedule's checks of one time are one round, walked place by place, and there by name. Rounds
 * with something late come first, then the nearest deadline.
 */
export function roundsOf<T extends Check>(checks: readonly T[]): Round<T>[] {
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
      compare(earliest(a), earliest(b)) ||
      compare(a.key, b.key),
  )
}

const earliest = <T extends Check>({ checks }: Round<T>): string =>
  checks.map(deadlineOf).reduce((least, one) => (one < least ? one : least))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
