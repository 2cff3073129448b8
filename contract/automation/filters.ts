/** The kinds of filter an automation may have. A new kind is one entry here; it does not compile until it is whole. */
import { z } from 'zod'
import { filterKeys, filterObject, type FilterKey, type FilterObject } from '../filter.ts'
import type { Reference, ReferenceKind } from '../references.ts'

const objects = z.strictObject({ kind: z.literal('objects'), filter: filterObject })
const score = z.strictObject({
  kind: z.literal('score'), operator: z.enum(['lessThan', 'equal', 'greaterThan', 'range']),
  value: z.number().min(0).max(100), /** Upper end, for range only. */ to: z.number().min(0).max(100).optional(),
}).refine((filter) => (filter.operator === 'range') === (filter.to !== undefined), 'A range needs both ends, the others one')
  .refine((filter) => filter.to === undefined || filter.to >= filter.value, 'The range is reversed')

export const automationFilter = z.discriminatedUnion('kind', [objects, score])
export type AutomationFilter = z.infer<typeof automationFilter>
export type FilterKind = AutomationFilter['kind']

/** What a filter of each kind starts as in the editor. */
export const newFilter: { [K in FilterKind]: () => Extract<AutomationFilter, { kind: K }> } = {
  objects: () => ({ kind: 'objects', filter: {} }),
  score: () => ({ kind: 'score', operator: 'lessThan', value: 60 }),
}

const kindOfKey: { [K in keyof FilterObject]-?: ReferenceKind } = {
  equipmentIds: 'equipment', equipmentTypeIds: 'equipmentType', equipmentStatusIds: 'equipmentStatus', locationIds: 'location',
  locationTypeIds: 'locationType', procedureIds: 'procedure', procedureTypeIds: 'procedureType', tagIds: 'tag',
}

/** The lists of a filter object that name things of this kind. */
export const keysOfKind = (kind: ReferenceKind): FilterKey[] => filterKeys.filter((key) => kindOfKey[key] === kind)

/** Everything a filter object names; the reference index is filled from this. */
export function referencesOfFilterObject(filter: FilterObject): Reference[] {
  return filterKeys.flatMap((key) => (filter[key] ?? []).map((id) => ({ kind: kindOfKey[key], id })))
}

export const referencesOfFilter: { [K in FilterKind]: (filter: Extract<AutomationFilter, { kind: K }>) => Reference[] } = {
  objects: ({ filter }) => referencesOfFilterObject(filter),
  score: () => [],
}
