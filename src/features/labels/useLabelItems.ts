import { auth } from '#contract/auth/auth.ts'
import type { FilterObject } from '#contract/filter.ts'
import { MAX_LABELS } from '#contract/rules/labels.ts'
import { injectContract } from '#api/api.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { filterFrom } from '#entities/filterObject/filterAddress.ts'
import type { labelsAddress } from '#entities/labels/labelsAddress.ts'
import type { AddressValues } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import type { Failure } from '#ui/feedback/states.tsx'

const { useGetSessionQuery } = injectContract(auth)

export interface Label {
  id: number
  url: string
  name: string
  number: string | null
  place: string | null
}

interface Labelled {
  labels: Label[] | undefined
  /** Number of all requested labels, including omitted ones beyond the bound. */
  count: number
  error: Failure | undefined
  retry(): void
}

export function useLabelItems(state: AddressValues<typeof labelsAddress>): Labelled {
  const isThings = state.of === 'equipment'
  const lonely = state.alone ? (state.place[0] ?? null) : null
  const filter = filterFrom(state) as FilterObject
  const body = {
    limit: MAX_LABELS,
    offset: (state.part - 1) * MAX_LABELS,
    sort: 'name' as const,
    filter,
    ...(state.search === '' ? {} : { search: state.search }),
    ...(state.import === null ? {} : { importId: state.import }),
  }
  const origin = useGetSessionQuery().data?.publicUrl ?? window.location.origin
  const things = equipmentCalls.useListEquipmentQuery({ body }, { skip: !isThings })
  const places = locationCalls.useListLocationsQuery(
    { body },
    { skip: isThings || lonely !== null },
  )
  const alone = locationCalls.useGetLocationQuery(
    { params: { id: lonely ?? 0 } },
    { skip: isThings || lonely === null },
  )
  if (isThings) {
    const data = answerToShow(things)
    return {
      count: data?.count ?? 0,
      labels: data?.rows.map((row) => ({
        id: row.id,
        url: origin + pathTo('equipmentOne', { equipmentId: row.id }),
        name: row.name,
        number: row.equipmentId ?? row.serialNumber,
        place: row.location?.name ?? row.locationText,
      })),
      error: things.error,
      retry: () => void things.refetch(),
    }
  }
  const data = lonely === null ? answerToShow(places) : answerToShow(alone)
  const rows = data === undefined ? undefined : 'rows' in data ? data.rows : [data]
  return {
    count: data === undefined ? 0 : 'rows' in data ? data.count : 1,
    labels: rows?.map((row) => ({
      id: row.id,
      url: origin + pathTo('locations', undefined, { id: row.id }),
      name: row.name,
      number: row.code,
      place: row.parent?.name ?? null,
    })),
    error: lonely === null ? places.error : alone.error,
    retry: () => void (lonely === null ? places : alone).refetch(),
  }
}
