/** Steps of a user's corrections. Each returns new corrections; an empty correction is removed. */
import type {
  Corrections,
  FloorCorrection,
  LayerCorrection,
  LayerUse,
  RoomCorrection,
} from '#contract/venue/corrections.ts'

export const nothing: Corrections = {
  nameFrom: null,
  codeFrom: null,
  layers: [],
  added: [],
  floors: [],
  rooms: [],
}

export interface RoomKey {
  building: string
  floor: string
  room: string
}
export interface FloorKey {
  building: string
  floor: string
}
/** Facts of a room. Undefined reverts a fact to the original. */
export type RoomFacts = Partial<Omit<RoomCorrection, keyof RoomKey>>
export type FloorFacts = Partial<Omit<FloorCorrection, keyof FloorKey>>

const isRoom = (one: RoomKey, other: RoomKey): boolean =>
  one.building === other.building && one.floor === other.floor && one.room === other.room
const isFloor = (one: FloorKey, other: FloorKey): boolean =>
  one.building === other.building && one.floor === other.floor

function withFacts<T extends object>(before: T, facts: Partial<T>): T {
  const stated = Object.entries({ ...before, ...facts }).filter(([, value]) => value !== undefined)
  // only optional facts can be undefined
  return Object.fromEntries(stated) as T
}

export function changeRooms(
  made: Corrections,
  keys: readonly RoomKey[],
  facts: RoomFacts,
): Corrections {
  const rooms = keys.map((key): RoomCorrection =>
    withFacts<RoomCorrection>(made.rooms.find((one) => isRoom(one, key)) ?? key, facts),
  )
  const others = made.rooms.filter((one) => !keys.some((key) => isRoom(one, key)))
  return { ...made, rooms: [...others, ...rooms.filter((one) => Object.keys(one).length > 3)] }
}

export const restoreRooms = (made: Corrections, keys: readonly RoomKey[]): Corrections => ({
  ...made,
  rooms: made.rooms.filter((one) => !keys.some((key) => isRoom(one, key))),
})

export function changeFloor(made: Corrections, key: FloorKey, facts: FloorFacts): Corrections {
  const added = made.added.find((one) => isFloor(one, key))
  if (added !== undefined) {
    const { isLeftOut, onto: _onto, ...named } = facts
    const others = made.added.filter((one) => one !== added)
    return {
      ...made,
      added: isLeftOut === true ? others : [...others, withFacts<typeof added>(added, named)],
    }
  }
  const before = made.floors.find((one) => isFloor(one, key))
  const floor = withFacts<FloorCorrection>(before ?? key, facts)
  const others = made.floors.filter((one) => one !== before)
  return { ...made, floors: Object.keys(floor).length > 2 ? [...others, floor] : others }
}

export const restoreFloor = (made: Corrections, key: FloorKey): Corrections => ({
  ...made,
  floors: made.floors.filter((one) => !isFloor(one, key)),
})

/** Adds a floor that the file lacks, for the given rooms. */
export function addFloor(
  made: Corrections,
  building: string,
  named: { name: string; shortName: string; ordinal: number },
  rooms: readonly RoomKey[],
): Corrections {
  const taken = new Set(made.added.map(({ floor }) => floor))
  let number = 1
  while (taken.has(`added ${number}`)) number += 1
  const floor = `added ${number}`
  const added = [...made.added, { building, floor, ...named }]
  return changeRooms({ ...made, added }, rooms, { onto: floor })
}

/** Changes the kind of a layer; null reverts to the original. */
export function changeLayer(
  made: Corrections,
  { what, became }: Pick<LayerCorrection, 'what' | 'became'>,
  to: LayerUse | null,
): Corrections {
  const others = made.layers.filter((one) => one.what !== what || one.became !== became)
  return { ...made, layers: to === null ? others : [...others, { what, became, to }] }
}
