import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, type ReactNode } from 'react'
import type { Colour } from '#contract/colours.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { injectContract } from '#api/api.ts'
import { pathTo } from '#lib/paths.ts'
import { SmallMap } from './SmallMap.tsx'

const mapCalls = injectContract(rtls)

export const useFloor = (id: number | null): Floor | undefined =>
  mapCalls.useGetFloorQuery(id === null ? skipToken : { params: { id } }).data

export function ThingOnMap({ id }: { id: number }) {
  const { data } = mapCalls.useListMapEquipmentQuery({ body: { ids: [id] } })
  const row = data?.rows[0]
  const position = row?.position ?? null
  const floor = useFloor(position?.floorId ?? null)
  if (row === undefined || position === null || floor === undefined) return null
  return (
    <SmallMap
      floor={floor}
      litRoomId={position.roomId}
      mark={{
        ...position,
        typeName: row.type.name,
        colour: row.isStatic ? null : (row.status?.colour ?? 'blue'),
      }}
      to={pathTo('mapping', undefined, { id, floor: position.floorId })}
    />
  )
}

export function KeptOnMap({
  id,
  locationId,
  children,
  otherwise,
}: {
  id: number
  locationId: number
  children: ReactNode
  otherwise: ReactNode
}) {
  const place = usePlace(locationId)
  const floor = useFloor(place?.floorId ?? null)
  if (place === undefined || place.roomId === null || floor === undefined) return otherwise
  return (
    <>
      {children}
      <SmallMap
        floor={floor}
        litRoomId={place.roomId}
        mark={null}
        to={pathTo('mapping', undefined, { id })}
      />
    </>
  )
}

const usePlace = (locationId: number | null) =>
  mapCalls.useGetPlaceOfLocationQuery(
    { params: { id: locationId ?? 0 } },
    { skip: locationId === null },
  ).data

export function PlaceOnMap({ locationId }: { locationId: number }) {
  const place = usePlace(locationId)
  const floor = useFloor(place?.floorId ?? null)
  // A map of a floor without the room would only repeat the building's name.
  if (place === undefined || floor === undefined) return null
  if (place.isAbove && place.roomId === null) return null
  return (
    <SmallMap
      floor={floor}
      litRoomId={place.roomId}
      mark={null}
      to={pathTo('mapping', undefined, { floor: floor.id, room: place.roomId ?? undefined })}
    />
  )
}

interface InNeed {
  id: number
  lateThings: number
}
/** The first drawn floor, in order of need, with all its locations in need. */
export function NeedOnMap({ places }: { places: readonly InNeed[] }) {
  const [first, second, third] = places
  const a = usePlace(first?.id ?? null)
  const isBeyond = (place: typeof a): boolean =>
    place !== undefined && (place.floorId === null || place.isAbove)
  const b = usePlace(isBeyond(a) ? (second?.id ?? null) : null)
  const c = usePlace(isBeyond(a) && isBeyond(b) ? (third?.id ?? null) : null)
  const shown = [a, b, c].find((place) => place !== undefined && !isBeyond(place))
  const floor = useFloor(shown?.floorId ?? null)
  const colourOf = useCallback(
    ({ location }: Floor['rooms'][number]): Colour | null => {
      const place = location === null ? undefined : places.find(({ id }) => id === location.id)
      return place === undefined ? null : place.lateThings > 0 ? 'red' : 'orange'
    },
    [places],
  )
  if (floor === undefined) return null
  const isLate = (first?.lateThings ?? 0) > 0
  return (
    <SmallMap
      floor={floor}
      litRoomId={null}
      mark={null}
      colourOf={colourOf}
      to={pathTo('mapping', undefined, { floor: floor.id, layer: isLate ? 'late' : 'tickets' })}
    />
  )
}
