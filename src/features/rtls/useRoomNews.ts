import { useMemo } from 'react'
import type { Floor } from '#contract/rtlsShapes'
import { locationCalls } from '../../entities/calls.ts'
import { useFormat } from '../../lib/format.tsx'
import { sensorCalls } from './calls.ts'
import type { LivePositions } from './livePositions.ts'
import { needOfRooms, temperatureOfRooms, type RoomLayer, type RoomNews } from './mapLayers.ts'

/** As many as the call answers, the worst first. */
const PLACES = 50
const SENSORS = 200
const LOOKS_AGAIN = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const
const nothing: ReadonlyMap<number, RoomNews> = new Map()

/** What the chosen layer says of the rooms of a floor. */
export function useRoomNews(
  layer: RoomLayer | '',
  floor: Floor | undefined,
  positions: LivePositions | null,
): ReadonlyMap<number, RoomNews> {
  const format = useFormat()
  const isNeed = layer === 'tickets' || layer === 'late'
  const { data: places } = locationCalls.useListPlacesInNeedQuery(
    { body: { limit: PLACES } },
    { ...LOOKS_AGAIN, skip: !isNeed },
  )
  const { data: sensors } = sensorCalls.useListSensorsQuery(
    { body: { limit: SENSORS } },
    { ...LOOKS_AGAIN, skip: layer !== 'temperature' },
  )
  return useMemo(() => {
    if (floor === undefined || layer === '') return nothing
    if (layer !== 'temperature')
      return needOfRooms(floor.rooms, places?.rows ?? [], layer, (count) => format.number(count))
    return temperatureOfRooms(
      floor.rooms,
      sensors?.rows ?? [],
      (id) => positions?.of(id)?.roomId ?? null,
      (value, unit) => `${format.number(value, { maximumFractionDigits: 1 })} ${unit}`,
    )
  }, [layer, floor, places, sensors, positions, format])
}
