import { useMemo, useSyncExternalStore } from 'react'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { useFormat } from '#lib/format.tsx'
import { sensorCalls } from '../calls.ts'
import type { LivePositions } from './livePositions.ts'
import { roomNews, temperatureOfRooms, type RoomLayer, type RoomNews } from '../map/mapLayers.ts'

/** Maximum locations per call, the worst first. */
const PLACES = 200
const SENSORS = 200
const LOOKS_AGAIN = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const
const nothing: ReadonlyMap<number, RoomNews> = new Map()
const never = () => () => undefined

interface News {
  rooms: ReadonlyMap<number, RoomNews>
  isNone: boolean
}

export function useRoomNews(
  layer: RoomLayer | '',
  floor: Floor | undefined,
  positions: LivePositions | null,
): News {
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
  // Sensors move with their equipment from room to room. Null until positions have loaded.
  const whereThingsAre = useSyncExternalStore(positions?.subscribe ?? never, () =>
    positions === null || positions.table.count === 0
      ? null
      : (sensors?.rows ?? [])
          .flatMap(({ equipment }) =>
            equipment === null ? [] : `${equipment.id}:${positions.of(equipment.id)?.roomId ?? 0}`,
          )
          .join(),
  )
  return useMemo(() => {
    if (floor === undefined || layer === '') return { rooms: nothing, isNone: false }
    if (layer !== 'temperature') {
      const rooms = roomNews(floor.rooms, places?.rows ?? [], layer, (count) =>
        format.number(count),
      )
      return { rooms, isNone: isWhole(places) && rooms.size === 0 }
    }
    const roomOf = new Map(
      (whereThingsAre ?? '').split(',').map((one) => {
        const [thing, room] = one.split(':').map(Number)
        return [thing, room]
      }),
    )
    const rooms = temperatureOfRooms(
      floor.rooms,
      sensors?.rows ?? [],
      (id) => roomOf.get(id) ?? null,
      (value, unit) => `${format.number(value, { maximumFractionDigits: 1 })} ${unit}`,
    )
    const isKnown = whereThingsAre !== null || sensors?.rows.every((one) => one.equipment === null)
    return { rooms, isNone: isKnown === true && isWhole(sensors) && rooms.size === 0 }
  }, [layer, floor, places, sensors, whereThingsAre, format])
}

/** False for a truncated list. */
const isWhole = (list: { count: number; rows: readonly unknown[] } | undefined): boolean =>
  list !== undefined && list.rows.length >= list.count
