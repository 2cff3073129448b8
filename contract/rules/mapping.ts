/** Constants of the map (specification, section 9), and the test for rooms. */
import type { Degrees } from '#contract/venue/plane.ts'
import { isInside, clampInside } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { fold, isFound } from './fold.ts'

export function roomHeight(zoom: number): number {
  if (zoom > 15 && zoom < 18) return 16
  return zoom >= 18 && zoom < 21 ? 20 : 24
}

/** Degrees. Keeps equipment with the same default position from overlapping. */
const POSITION_JITTER = 0.00005

/** `random` returns a number from 0 to 1. */
function jittered<P extends { longitude: number; latitude: number }>(
  point: P,
  random: () => number,
): P {
  const off = () => (random() - 0.5) * POSITION_JITTER
  return { ...point, longitude: point.longitude + off(), latitude: point.latitude + off() }
}

/** A position near the middle of a room, never outside its walls. */
export function randomSpotInRoom(outline: Polygon, middle: Degrees, random: () => number): Degrees {
  return isInside(outline, middle) ? clampInside(outline, middle, jittered(middle, random)) : middle
}

export interface RoomSettings {
  roomEquipmentTypeId: number | null
  roomEquipmentTypeWord: string | null
}

/** On folded text, which has no points, final letters or maqafs. */
const hebrewRoom = /(^|[\s"'(-])(ה?חדר|ה?חדרי|ה?חדרימ)(?=$|[\s"').,\d-])/

export function isRoom(
  thing: { name: string; typeId: number; typeName: string },
  { roomEquipmentTypeId, roomEquipmentTypeWord }: RoomSettings,
): boolean {
  const word = roomEquipmentTypeWord?.trim() ?? ''
  return (
    thing.typeId === roomEquipmentTypeId ||
    (word !== '' && isFound(thing.typeName, word)) ||
    hebrewRoom.test(fold(thing.name))
  )
}
