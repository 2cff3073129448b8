/**
 * What the groups of a report's dimension are called and how they follow each other. Both sides and
 * both kinds of chart read it here, and a dimension that is new does not compile until it says.
 */
import type { Dimension } from '#contract/reports.ts'
import { weekdayName } from './weekday.ts'

/** Groups that have no name in the data, and an order of their own. */
interface Calendar {
  nameOf(locale: string, id: number): string
  /** Its place among the groups, in a week that begins with that day. */
  placeOf(id: number, weekStart: number): number
}

const groupsOf: Record<Dimension, Calendar | 'namedInData'> = {
  location: 'namedInData',
  locationType: 'namedInData',
  equipment: 'namedInData',
  equipmentType: 'namedInData',
  equipmentStatus: 'namedInData',
  procedure: 'namedInData',
  procedureType: 'namedInData',
  user: 'namedInData',
  orgEntity: 'namedInData',
  dayOfWeek: {
    nameOf: (locale, id) => weekdayName(locale, id),
    placeOf: (id, weekStart) => (id - weekStart + 7) % 7,
  },
  shift: 'namedInData',
}

export function groupName(by: Dimension, locale: string, id: number, name: string | null): string {
  const groups = groupsOf[by]
  return groups === 'namedInData' ? (name ?? '') : groups.nameOf(locale, id)
}

/** What belongs to none comes last; what has no order of its own keeps the one it came in. */
export function inOwnOrder<G extends { id: number | null }>(
  by: Dimension,
  groups: readonly G[],
  weekStart: number,
): readonly G[] {
  const own = groupsOf[by]
  if (own === 'namedInData') return groups
  const placeOf = ({ id }: G) =>
    id === null ? Number.MAX_SAFE_INTEGER : own.placeOf(id, weekStart)
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b))
}
