import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useMemo, useRef } from 'react'
import { rtlsCalls } from '../calls.ts'
import type { MapAddress } from '../address.ts'

export interface KeptPlace {
  floorId: number
  /** Null if the plan shows only the location's floor or building. */
  roomId: number | null
}

/**
 * Null if nothing is chosen, if the position is known, or if no plan shows the location. Opens the
 * floor once for each chosen equipment, unless the page was opened at a floor of its own, or the
 * user already chooses a spot on the open one.
 */
export function useKeptPlace(
  { id, floor, placing }: Pick<MapAddress[0], 'id' | 'floor' | 'placing'>,
  change: MapAddress[1],
  isLive: boolean,
): KeptPlace | null {
  const { currentData: chosen } = rtlsCalls.useListMapEquipmentQuery(
    id === null ? skipToken : { body: { ids: [id] } },
  )
  const row = chosen?.rows[0]
  const locationId =
    row === undefined || isLive || row.position !== null ? null : (row.location?.id ?? null)
  const { currentData: drawn } = rtlsCalls.useGetPlaceOfLocationQuery(
    locationId === null ? skipToken : { params: { id: locationId } },
  )
  const place = useMemo(
    () =>
      locationId === null || drawn === undefined || drawn.floorId === null
        ? null
        : { floorId: drawn.floorId, roomId: drawn.roomId },
    [locationId, drawn],
  )
  const openedFor = useRef(floor === null ? null : id)
  useEffect(() => {
    if (place === null || openedFor.current === id) return
    openedFor.current = id
    if (place.floorId !== floor && !placing) change({ floor: place.floorId, building: null })
  }, [place, id, floor, placing, change])
  return place
}
