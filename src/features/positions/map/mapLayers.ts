import type { Colour } from '#contract/colours.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'

export const roomLayers = ['tickets', 'late', 'temperature'] as const
export type RoomLayer = (typeof roomLayers)[number]

type Room = Floor['rooms'][number]
export interface RoomNews {
  text: string
  colour: Colour
}

interface InNeed {
  id: number
  lateThings: number
  openTickets: number
}
export function roomNews(
  rooms: readonly Room[],
  places: readonly InNeed[],
  layer: 'tickets' | 'late',
  written: (count: number) => string,
): Map<number, RoomNews> {
  const byPlace = new Map(places.map((place) => [place.id, place]))
  return new Map(
    rooms.flatMap(({ id, location }) => {
      const place = location === null ? undefined : byPlace.get(location.id)
      const count = (layer === 'late' ? place?.lateThings : place?.openTickets) ?? 0
      return count === 0
        ? []
        : [[id as number, { text: written(count), colour: layer === 'late' ? 'red' : 'orange' }]]
    }),
  )
}

interface Measured {
  type: { metric: string; unit: string }
  location: { id: number } | null
  equipment: { id: number } | null
  state: string
  value: number | null
}
/**
 * Rooms with a temperature, from a sensor of the location or of equipment now in the room. A
 * reading out of limits wins, else the first.
 */
export function temperatureOfRooms(
  rooms: readonly Room[],
  sensors: readonly Measured[],
  roomOfThing: (equipmentId: number) => number | null,
  written: (value: number, unit: string) => string,
): Map<number, RoomNews> {
  const roomOfPlace = new Map(
    rooms.flatMap(({ id, location }) => (location === null ? [] : [[location.id as number, id]])),
  )
  const ids = new Set(rooms.map(({ id }) => id as number))
  const news = new Map<number, RoomNews>()
  for (const { type, location, equipment, state, value } of sensors) {
    if (type.metric !== 'temperature' || value === null) continue
    const room =
      (location === null ? undefined : roomOfPlace.get(location.id)) ??
      (equipment === null ? null : roomOfThing(equipment.id))
    if (room === null || !ids.has(room)) continue
    const isOut = state === 'tooLow' || state === 'tooHigh'
    if (news.has(room) && !isOut) continue
    news.set(room, {
      text: written(value, type.unit),
      colour: isOut ? 'red' : state === 'ok' ? 'turquoise' : 'orange',
    })
  }
  return news
}
