import { z } from 'zod'
import { filterKeys, filterObject, matchesFilter, type FilterKey } from '#contract/filter.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import type { EventKind } from '../events.ts'
import type { FilterOf } from './kind.ts'

export const objects = z.strictObject({ kind: z.literal('objects'), filter: filterObject })

export const kindOfKey: Record<FilterKey, ReferenceKind> = {
  equipmentIds: 'equipment',
  equipmentTypeIds: 'equipmentType',
  equipmentStatusIds: 'equipmentStatus',
  locationIds: 'location',
  locationTypeIds: 'locationType',
  procedureIds: 'procedure',
  procedureTypeIds: 'procedureType',
  tagIds: 'tag',
  orgEntityIds: 'orgEntity',
}

export const objectsKind: FilterOf<z.infer<typeof objects>, EventKind> = {
  names: Object.fromEntries(filterKeys.map((key) => [`filter.${key}`, kindOfKey[key]])),
  everythingWithout: filterKeys.map((key) => `filter.${key}`),
  fresh: () => ({ kind: 'objects', filter: {} }),
  faults: () => [],
  judge: ({ filter }, facts) => ({
    expected: filter,
    saw: Object.fromEntries(
      filterKeys.filter((key) => filter[key]?.length).map((key) => [key, facts[key]]),
    ),
    passed: matchesFilter(filter, facts),
  }),
}
