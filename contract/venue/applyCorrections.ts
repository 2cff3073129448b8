import { groupBy } from '#contract/rules/groupBy.ts'
import type { Corrections, UnmatchedCorrection } from './corrections.ts'
import { correctedLayers } from './correctedLayers.ts'
import { correctedRooms, type CorrectedRoom } from './correctedRooms.ts'
import { grownOutline } from './grownOutline.ts'
import { hullOf } from './joinPolygons.ts'
import { wallsOfRooms } from './osmFloor.ts'
import type { PlannedBuilding, PlannedFloor, VenuePlan } from './plan.ts'

export interface CorrectedFloor extends PlannedFloor {
  rooms: CorrectedRoom[]
  isCorrected: boolean
}
interface SetAside {
  floor: string
  name: string
  /** The floor that receives its content; null if the content is dropped. */
  onto: string | null
}
interface CorrectedBuilding extends PlannedBuilding {
  key: string
  floors: CorrectedFloor[]
  /** Floors of the file that are not imported as floors. */
  aside: SetAside[]
}
export interface Corrected {
  /** Also includes buildings without floors, which are not imported. */
  buildings: CorrectedBuilding[]
  unfit: UnmatchedCorrection[]
}

/** The external id of each building; `#` and the index if it is missing or repeats. */
export function keysOfBuildings(buildings: readonly PlannedBuilding[]): string[] {
  const taken = new Set<string>()
  return buildings.map(({ externalId }, index) => {
    const key = externalId === null || taken.has(externalId) ? `#${index}` : externalId
    taken.add(key)
    return key
  })
}

export function applyCorrections(plan: VenuePlan, made: Corrections): Corrected {
  const unfit: UnmatchedCorrection[] = []
  const keys = keysOfBuildings(plan.buildings)
  for (const property of [made.nameFrom, made.codeFrom])
    if (property !== null && !(plan.texts ?? []).some((one) => one.key === property))
      unfit.push({ kind: 'property', name: property })
  const isThere = new Set(keys)
  for (const { building, floor } of [...made.floors, ...made.added])
    if (!isThere.has(building)) unfit.push({ kind: 'floor', name: floor })
  for (const { building, room } of made.rooms)
    if (!isThere.has(building)) unfit.push({ kind: 'room', name: room })
  const layered = correctedLayers(plan.buildings, made.layers, unfit)
  const buildings = layered.map((building, index) => {
    const key = keys[index] ?? ''
    const own = <T extends { building: string }>(list: readonly T[]): T[] =>
      list.filter((one) => one.building === key)
    return correctedBuilding(
      building,
      { ...made, added: own(made.added), floors: own(made.floors), rooms: own(made.rooms) },
      key,
      unfit,
    )
  })
  return { buildings, unfit }
}

function correctedBuilding(
  building: PlannedBuilding,
  made: Corrections,
  key: string,
  unfit: UnmatchedCorrection[],
): CorrectedBuilding {
  const read = new Map(building.floors.map((floor) => [floor.externalId, floor]))
  const added = made.added.filter(({ floor }) => !read.has(floor))
  const wishes = new Map(made.floors.map((one) => [one.floor, one]))
  for (const { floor } of made.floors)
    if (!read.has(floor)) unfit.push({ kind: 'floor', name: floor })
  const isAdded = new Set(added.map(({ floor }) => floor))
  const homeOf = homes(wishes, (floor) => read.has(floor) || isAdded.has(floor))
  for (const { floor, onto } of made.floors)
    if (onto !== undefined && read.has(floor) && homeOf(floor) === undefined)
      unfit.push({ kind: 'floorOnto', name: onto })
  const rooms = groupBy(correctedRooms(building.floors, made, homeOf, unfit), ({ home }) => home)
  const aside: SetAside[] = []
  const floors: CorrectedFloor[] = []
  for (const floor of building.floors) {
    const id = floor.externalId
    const home = homeOf(id)
    if (home === null || (home !== undefined && home !== id)) {
      aside.push({ floor: id, name: floor.name, onto: home })
      continue
    }
    const guests = building.floors.filter(
      (other) => other !== floor && homeOf(other.externalId) === id,
    )
    const wish = wishes.get(id)
    const own = (rooms.get(id) ?? []).map(({ room }) => room)
    const parts = [floor, ...guests].flatMap((one) => one.parts)
    floors.push(
      walled(
        floor,
        {
          ...floor,
          name: wish?.name ?? floor.name,
          // A corrected name replaces the names in all languages.
          ...(wish?.name !== undefined && { names: {} }),
          shortName: wish?.shortName ?? floor.shortName,
          ordinal: wish?.ordinal ?? floor.ordinal,
          outline: grownOutline(floor.outline, [...guests, ...own]),
          rooms: uniquelyNamed(own),
          parts,
          isCorrected: wish !== undefined || guests.length > 0,
        },
        guests,
      ),
    )
  }
  for (const { floor: id, name, shortName, ordinal } of added) {
    const own = (rooms.get(id) ?? []).map(({ room }) => room)
    const guests = building.floors.filter((other) => homeOf(other.externalId) === id)
    const outline = hullOf([...guests, ...own].map((one) => one.outline))
    if (outline === null) {
      aside.push({ floor: id, name, onto: null })
      continue
    }
    floors.push({
      externalId: id,
      name,
      shortName,
      ordinal,
      outline,
      rooms: uniquelyNamed(own),
      parts: guests.flatMap(({ parts }) => parts),
      isCorrected: true,
    })
  }
  // Floors with the same number keep the order of the file.
  return { ...building, key, floors: floors.sort((a, b) => a.ordinal - b.ordinal), aside }
}

/**
 * Resolves the floor that takes a floor's content: itself, another, or null if dropped. Undefined
 * if the corrections form a circle or lead nowhere; the floor then keeps its content.
 */
function homes(
  wishes: ReadonlyMap<string, { isLeftOut?: true | undefined; onto?: string | undefined }>,
  isThere: (floor: string) => boolean,
): (floor: string) => string | null | undefined {
  return (floor) => {
    const seen = new Set<string>()
    for (let here = floor; ;) {
      const wish = wishes.get(here)
      if (wish?.isLeftOut === true) return here === floor ? null : undefined
      if (wish?.onto === undefined) return here
      seen.add(here)
      if (seen.has(wish.onto) || !isThere(wish.onto)) return undefined
      here = wish.onto
    }
  }
}

/** A lift on two floors shares one id; ids on one floor must differ. */
function uniquelyNamed(rooms: readonly CorrectedRoom[]): CorrectedRoom[] {
  const taken = new Set<string>()
  return rooms.map((room) => {
    let id = room.externalId
    for (let times = 1; taken.has(id); times += 1)
      id = `${room.externalId}@${room.origin.floor}${times === 1 ? '' : ` ${times}`}`
    taken.add(id)
    return id === room.externalId ? room : { ...room, externalId: id }
  })
}

function walled(
  before: PlannedFloor,
  floor: CorrectedFloor,
  guests: readonly PlannedFloor[],
): CorrectedFloor {
  const isDrawn = [before, ...guests].some(({ parts }) =>
    parts.some(({ isOfRoom }) => isOfRoom === true),
  )
  if (!isDrawn) return floor
  const parts = floor.parts.filter(({ isOfRoom }) => isOfRoom !== true)
  return { ...floor, parts: [...parts, ...wallsOfRooms({ ...floor, parts })] }
}
