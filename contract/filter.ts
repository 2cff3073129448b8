/**
 * The filter object (spec section 3; decisions 'Wire'): one shape, one editor and one matcher for
 * all features.
 */
import { z } from 'zod'
import { ids } from './ids.ts'

export const filterObject = z.strictObject({
  equipmentIds: ids('equipment').optional(),
  equipmentTypeIds: ids('equipmentType').optional(),
  equipmentStatusIds: ids('equipmentStatus').optional(),
  /** A location includes everything inside it. */
  locationIds: ids('location').optional(),
  locationTypeIds: ids('locationType').optional(),
  procedureIds: ids('procedure').optional(),
  procedureTypeIds: ids('procedureType').optional(),
  tagIds: ids('tag').optional(),
  /** An organisation unit includes everything below it. */
  orgEntityIds: ids('orgEntity').optional(),
})
export type FilterObject = z.infer<typeof filterObject>
export type FilterKey = keyof FilterObject

export const filterKeys = [
  'equipmentIds',
  'equipmentTypeIds',
  'equipmentStatusIds',
  'locationIds',
  'locationTypeIds',
  'procedureIds',
  'procedureTypeIds',
  'tagIds',
  'orgEntityIds',
] as const satisfies readonly FilterKey[]

/**
 * The ids of one row that a filter is matched against. Each list holds every id that counts as a
 * match.
 */
export type FilterFacts = { [K in FilterKey]-?: readonly number[] }

/**
 * Every non-empty list of the filter must contain one of the row's ids. An absent or empty list
 * matches everything.
 */
export function matchesFilter(filter: FilterObject, facts: FilterFacts): boolean {
  return filterKeys.every((key) => hits(filter[key], facts[key]))
}

function hits(asked: readonly number[] | undefined, known: readonly number[]): boolean {
  return asked === undefined || asked.length === 0 || asked.some((wanted) => known.includes(wanted))
}

export function isEmptyFilter(filter: FilterObject): boolean {
  return filterKeys.every((key) => (filter[key]?.length ?? 0) === 0)
}
