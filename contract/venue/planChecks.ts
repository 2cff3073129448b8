import { keysOfBuildings } from './applyCorrections.ts'
import type { PlannedFloor, PlannedBuilding } from './plan.ts'
import { checkedPlan, planFaults, type PlanFault } from './planFaults.ts'
import type { Degrees } from './plane.ts'
import { labelPoint } from './polygon.ts'
import { reachedRooms } from './reach.ts'
import type { Part } from './shapes.ts'

interface PlacedFault extends Degrees {
  code: PlanFault['code']
  building: string
  floor: string
  /** Id of the room; for an entrance, of the nearest room. Null if its floor has no rooms. */
  room: string | null
  other?: string
}
export interface PlanChecks {
  /** Ids of rooms that cannot be walked to. Floors without any are omitted. */
  unreached: { building: string; floor: string; rooms: string[] }[]
  /** The first faults. */
  faults: PlacedFault[]
  faultCount: number
}

const MAX_FAULTS = 2_000

export function checksOf(buildings: readonly PlannedBuilding[]): PlanChecks {
  const keys = keysOfBuildings(buildings)
  const unreached: PlanChecks['unreached'] = []
  const faults: PlacedFault[] = []
  for (const [index, { floors }] of buildings.entries()) {
    const building = keys[index] ?? ''
    const reached = reachedRooms(floors)
    for (const [place, floor] of floors.entries()) {
      const rooms = floor.rooms.filter((_, room) => reached[place]?.[room] === false)
      if (rooms.length > 0)
        unreached.push({
          building,
          floor: floor.externalId,
          rooms: rooms.map(({ externalId }) => externalId),
        })
      faults.push(...faultsOn(floor).map((fault) => ({ ...fault, building })))
    }
  }
  return { unreached, faults: faults.slice(0, MAX_FAULTS), faultCount: faults.length }
}

/** A room that overlaps many others is reported once. */
function faultsOn(floor: PlannedFloor): Omit<PlacedFault, 'building'>[] {
  const rooms = floor.rooms.map(({ externalId, outline }) => ({ key: externalId, outline }))
  const reported = new Set<string>()
  return planFaults(checkedPlan({ ...floor, rooms }), null).flatMap((fault) => {
    const room = fault.room === null ? undefined : floor.rooms[fault.room]
    const id = `${fault.code} ${room?.externalId}`
    if (reported.has(id) && fault.code !== 'doorAwayFromWall') return []
    reported.add(id)
    const at =
      fault.code === 'doorAwayFromWall' ? middleOfPart(floor.parts[fault.part]) : (room ?? null)
    if (at === null) return []
    const other = fault.code === 'roomsOverlap' ? floor.rooms[fault.other]?.externalId : undefined
    return [
      {
        code: fault.code,
        floor: floor.externalId,
        room: room?.externalId ?? null,
        ...(other !== undefined && { other }),
        longitude: at.longitude,
        latitude: at.latitude,
      },
    ]
  })
}

function middleOfPart(part: Part | undefined): Degrees | null {
  if (part === undefined) return null
  if (part.shape.type === 'Polygon') return labelPoint(part.shape)
  const [from, to] = [part.shape.coordinates[0], part.shape.coordinates.at(-1)]
  return from === undefined || to === undefined
    ? null
    : { longitude: (from[0] + to[0]) / 2, latitude: (from[1] + to[1]) / 2 }
}
