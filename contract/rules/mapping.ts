/** The map's few numbers (specification, section 9), and what counts as a room. */
import type { Degrees } from '#contract/venue/plane.ts'
import { isInside, keptInside } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'

/** How high rooms are drawn at a zoom. */
export function roomHeight(zoom: number): number {
  if (zoom > 15 && zoom < 18) return 16
  return zoom >= 18 && zoom < 21 ? 20 : 24
}

/** In degrees. What is put at one default place must not lie on top of each other. */
const POSITION_JITTER = 0.00005

/** `random` gives numbers from 0 to 1. */
function jittered<P extends { longitude: number; latitude: number }>(
  point: P,
  random: () => number,
): P {
  const off = () => (random() - 0.5) * POSITION_JITTER
  return { ...point, longitude: point.longitude + off(), latitude: point.latitude + off() }
}

/** A spot of its own in a room: beside its middle, and never through a wall. */
export function spotIn(outline: Polygon, middle: Degrees, random: () => number): Degrees {
  return isInside(outline, middle) ? keptInside(outline, middle, jittered(middle, random)) : middle
}

export interface RoomSettings {
  roomEquipmentTypeId: number | null
  roomEquipmentTypeWord: string | null
}

/** Hebrew says 'room' and 'rooms' with these words. */
const hebrewRoom = /(^|[\s"'(\-–])(ה?חדר|ה?חדרי|ה?חדרים)(?=$|[\s"')\-–.,\d])/

export function isRoom(
  thing: { name: string; typeId: number; typeName: string },
  { roomEquipmentTypeId, roomEquipmentTypeWord }: RoomSettings,
): boolean {
  const word = roomEquipmentTypeWord?.trim().toLowerCase() ?? ''
  return (
    thing.typeId === roomEquipmentTypeId ||
    (word !== '' && thing.typeName.toLowerCase().includes(word)) ||
    hebrewRoom.test(thing.name)
  )
}
