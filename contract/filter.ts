/**
 * The one filter object (spec section 3; decisions 'Wire'): one shape, one editor, one matcher,
 * everywhere.
 */
import { z } from 'zod'
import { ids } from './ids.ts'

export const filterObject = z.strictObject({
  equipmentIds: ids('equipment').optional(),
  equipmentTypeIds: ids('equipmentType').optional(),
  equipmentStatusIds: ids('equipmentStatus').optional(),
  /** A location stands for everything inside it. */
  locationIds: ids('location').optional(),
  locationTypeIds: ids('locationType').optional(),
  procedureIds: ids('procedure').optional(),
  procedureTypeIds: ids('procedureType').optional(),
  tagIds: ids('tag').optional(),
  /** One stands for everything below it too. */
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
 * What is known of one thing when a filter is held against it. A list holds every id that counts as
 * a hit.
 */
export type FilterFacts = { [K in FilterKey]-?: readonly number[] }

/**
 * Every list that names something must be hit by one of its ids; a list absent or empty asks
 * nothing.
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
