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
import { useLabelCodes } from './useLabelCodes.ts'
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
    { body: state.only.length === 0 ? body : { ...body, ids: [...state.only] } },
    { skip: isThings || lonely !== null },
  )
  const alone = locationCalls.useGetLocationQuery(
    { params: { id: lonely ?? 0 } },
    { skip: isThings || lonely === null },
  )
  const data = isThings
    ? answerToShow(things)
    : lonely === null
      ? answerToShow(places)
      : answerToShow(alone)
  const shown = data === undefined ? undefined : 'rows' in data ? data.rows : [data]
  const { codes, error, retry } = useLabelCodes(
    state.of,
    shown?.map(({ id }) => id),
  )
  const urlOf = (id: number) => origin + pathTo('labelCode', { code: codes?.get(id) ?? '' })
  if (isThings) {
    const answer = answerToShow(things)
    return {
      count: answer?.count ?? 0,
      labels: (codes && answer)?.rows.map((row) => ({
        id: row.id,
        url: urlOf(row.id),
        name: row.name,
        number: row.equipmentId ?? row.serialNumber,
        place: row.location?.name ?? row.locationText,
      })),
      error: things.error ?? error,
      retry: () => (error === undefined ? void things.refetch() : retry()),
    }
  }
  const placed = lonely === null ? answerToShow(places) : answerToShow(alone)
  const rows = placed === undefined ? undefined : 'rows' in placed ? placed.rows : [placed]
  const listError = lonely === null ? places.error : alone.error
  return {
    count: placed === undefined ? 0 : 'rows' in placed ? placed.count : 1,
    labels: (codes && rows)?.map((row) => ({
      id: row.id,
      url: urlOf(row.id),
      name: row.name,
      number: row.code,
      place: row.parent?.name ?? null,
    })),
    error: listError ?? error,
    retry: () =>
      error === undefined ? void (lonely === null ? places : alone).refetch() : retry(),
  }
}
