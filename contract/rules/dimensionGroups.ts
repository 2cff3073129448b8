/**
 * Names and order of a report's groups, per dimension. The record makes a new dimension a compile
 * error until it is listed.
 */
import type { Dimension } from '#contract/reports.ts'
import { weekdayName } from './weekday.ts'

interface Calendar {
  nameOf(locale: string, id: number): string
  /** Sort position in a week that begins on `weekStart`. */
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

/**
 * Sorts groups of a calendar dimension; a null group comes last. Other dimensions keep their order.
 */
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
