import type { LayerCorrection, UnmatchedCorrection } from './corrections.ts'
import type { Became } from './outcomes.ts'
import {
  plannedRoom,
  type PlannedBuilding,
  type PlannedFloor,
  type PlannedPart,
  type PlannedRoom,
} from './plan.ts'
import { roomKinds, type Part, type Polygon, type RoomKind } from './shapes.ts'

type Layers = ReadonlyMap<string, LayerCorrection>
interface Feature {
  externalId: string
  name: string
  what: string
  shape: Part['shape']
  room?: PlannedRoom
}

const keyOf = (became: Became, what: string): string => `${became}\n${what}`
const isRoomKind = (to: LayerCorrection['to']): to is RoomKind =>
  roomKinds.some((kind) => kind === to)

export function correctedLayers(
  buildings: readonly PlannedBuilding[],
  made: readonly LayerCorrection[],
  unfit: UnmatchedCorrection[],
): PlannedBuilding[] {
  if (made.length === 0) return [...buildings]
  const layers: Layers = new Map(made.map((one) => [keyOf(one.became, one.what), one]))
  const used = new Set<string>()
  const floorOf = (floor: PlannedFloor): PlannedFloor => correctedFloor(floor, layers, used)
  const answer = buildings.map((house) => ({ ...house, floors: house.floors.map(floorOf) }))
  for (const [key, { what }] of layers)
    if (!used.has(key)) unfit.push({ kind: 'layer', name: what })
  return answer
}

function correctedFloor(floor: PlannedFloor, layers: Layers, used: Set<string>): PlannedFloor {
  const rooms: PlannedRoom[] = []
  const parts: PlannedPart[] = []
  const add = ({ to }: LayerCorrection, feature: Feature): boolean => {
    if (to === 'leftOut') return true
    if (!isRoomKind(to)) parts.push({ kind: to, shape: feature.shape, what: feature.what })
    else if (feature.shape.type === 'Polygon') rooms.push(roomOf(feature, feature.shape, to))
    // a line cannot become a room
    else return false
    return true
  }
  const wishFor = (became: Became, what: string | undefined): LayerCorrection | undefined =>
    what === undefined ? undefined : layers.get(keyOf(became, what))
  const apply = (became: Became, feature: Feature): boolean => {
    const wish = wishFor(became, feature.what)
    if (wish === undefined || !add(wish, feature)) return false
    used.add(keyOf(became, feature.what))
    return true
  }
  for (const room of floor.rooms) {
    const { externalId, name, what = '', outline: shape } = room
    if (!apply('room', { externalId, name, what, shape, room })) rooms.push(room)
  }
  for (const [index, part] of floor.parts.entries()) {
    const { kind, what = '', shape, isOfRoom } = part
    const feature = { externalId: `${kind} ${index}`, name: '', what, shape }
    if (isOfRoom === true || !apply(kind, feature)) parts.push(part)
  }
  const spare = (floor.spare ?? []).filter(
    ({ became, externalId, name = '', what, shape }) =>
      !apply(became, { externalId, name, what, shape }),
  )
  return { ...floor, rooms, parts, spare }
}

function roomOf({ externalId, name, what, room }: Feature, outline: Polygon, kind: RoomKind) {
  if (room === undefined)
    return plannedRoom({ externalId, name, code: null, kind, category: what, outline, what })
  const { isKindGuessed: _guessed, ...sure } = room
  return { ...sure, kind }
}
