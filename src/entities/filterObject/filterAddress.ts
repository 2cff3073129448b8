/**
 * The filter object in an address: `type=1.2&place=7`. Short names, because people share these
 * links.
 */
import type { FilterKey } from '#contract/filter.ts'
import { inAddress, type AddressField } from '#lib/addressState.ts'
import { withList, type FilterDraft } from './filterDraft.ts'

const names = {
  equipmentIds: 'things',
  equipmentTypeIds: 'type',
  equipmentStatusIds: 'status',
  locationIds: 'place',
  locationTypeIds: 'placeType',
  procedureIds: 'procedure',
  procedureTypeIds: 'procedureType',
  tagIds: 'tag',
  orgEntityIds: 'org',
} as const satisfies Record<FilterKey, string>
type AddressName = (typeof names)[FilterKey]

const pairs = Object.entries(names) as [FilterKey, AddressName][]

export const filterAddress = Object.fromEntries(
  pairs.map(([, name]) => [name, inAddress.integers()]),
) as Record<AddressName, AddressField<number[]>>

export type FilterAddressState = Record<AddressName, number[]>

export function filterFrom(state: FilterAddressState): FilterDraft {
  return pairs.reduce<FilterDraft>((filter, [key, name]) => withList(filter, key, state[name]), {})
}

export function filterPatch(filter: FilterDraft): FilterAddressState {
  return Object.fromEntries(
    pairs.map(([key, name]) => [name, filter[key] ?? []]),
  ) as FilterAddressState
}

export function toFilterQuery(filter: FilterDraft): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(([key, name]) =>
      (filter[key]?.length ?? 0) === 0 ? [] : [[name, (filter[key] ?? []).join('.')]],
    ),
  )
}
