/** IMDF (Indoor Mapping Data Format): features told apart by their `feature_type`, joined by ids. */
import { usableGeometry } from './geometry.ts'
import { areaOf, labelPoint } from './polygon.ts'
import { featuresIn, fieldsOf, plannedRoom, textOf, type Parsed, type PlannedBuilding, type PlannedFloor, type Tell } from './plan.ts'
import type { Polygon, RoomKind } from './shapes.ts'

interface Found { file: string; id: string; kind: string; properties: Record<string, unknown>; geometry: unknown }

export function imdfPlan(files: readonly Parsed[], tell: Tell): PlannedBuilding[] {
  const all = files.flatMap(({ name, data }) => featuresIn(data).map((feature, index): Found => ({
    file: name, id: textOf(feature['id']) || `${name}#${index}`, kind: textOf(feature['feature_type']), properties: fieldsOf(feature['properties']), geometry: feature['geometry'],
  })))
  const of = (kind: string) => all.filter((one) => one.kind === kind)
  const floors = floorsOf(of('level'), tell)
  for (const unit of of('unit')) addUnit(floors, unit, tell)
  for (const opening of of('opening')) addOpening(floors, opening, tell)
  const named = of('building')
  const venueName = textOf(of('venue')[0]?.properties['name'])
  const homes = new Map<string, PlannedBuilding>()
  for (const { floor, buildingId } of floors.values()) {
    const house = named.find(({ id }) => id === buildingId)
    const known = homes.get(buildingId) ?? { externalId: buildingId || 'venue', name: textOf(house?.properties['name']) || venueName || 'Building', outline: footprintOf(of('footprint'), buildingId) ?? floor.outline, longitude: 0, latitude: 0, floors: [] }
    known.floors.push(floor)
    homes.set(buildingId, known)
  }
  return [...homes.values()].map((house) => ({ ...house, ...labelPoint(house.outline), floors: house.floors.sort((a, b) => a.ordinal - b.ordinal) }))
}

type Floors = Map<string, { floor: PlannedFloor; buildingId: string }>

function floorsOf(levels: readonly Found[], tell: Tell): Floors {
  const floors: Floors = new Map()
  for (const { file, id, properties, geometry } of levels) {
    const usable = usableGeometry(geometry)
    const outline = 'polygons' in usable ? largest(usable.polygons) : null
    if (outline === null) tell(file, id, 'fault' in usable ? usable.fault : 'badGeometry')
    else if (floors.has(id)) tell(file, id, 'duplicate')
    else {
      const ordinal = typeof properties['ordinal'] === 'number' ? Math.round(properties['ordinal']) : floors.size
      const buildingIds = Array.isArray(properties['building_ids']) ? properties['building_ids'] : []
      floors.set(id, { buildingId: textOf(buildingIds[0]), floor: { externalId: id, name: textOf(properties['name']) || textOf(properties['short_name']) || String(ordinal), shortName: (textOf(properties['short_name']) || String(ordinal)).slice(0, 12), ordinal, outline, rooms: [], parts: [] } })
    }
  }
  return floors
}

export const largest = (polygons: readonly Polygon[]): Polygon | null => polygons.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null

function addUnit(floors: Floors, { file, id, properties, geometry }: Found, tell: Tell): void {
  const floor = floors.get(textOf(properties['level_id']))?.floor
  if (!floor) return tell(file, id, 'unknownLevel')
  const usable = usableGeometry(geometry)
  if ('fault' in usable) return tell(file, id, usable.fault)
  const category = textOf(properties['category'])
  for (const [index, outline] of usable.polygons.entries()) {
    const externalId = index === 0 ? id : `${id}/${index}`
    if (floor.rooms.some((room) => room.externalId === externalId)) tell(file, id, 'duplicate')
    else floor.rooms.push(plannedRoom({ externalId, name: textOf(properties['name']) || textOf(properties['alt_name']), code: null, kind: kindOf(category), outline }))
  }
}

function addOpening(floors: Floors, { file, id, properties, geometry }: Found, tell: Tell): void {
  const floor = floors.get(textOf(properties['level_id']))?.floor
  if (!floor) return tell(file, id, 'unknownLevel')
  const usable = usableGeometry(geometry)
  if ('fault' in usable) return tell(file, id, usable.fault)
  floor.parts.push(...[...usable.lines, ...usable.polygons].map((shape) => ({ kind: 'door' as const, shape })))
}

function kindOf(category: string): RoomKind {
  if (/elevator/.test(category)) return 'lift'
  if (/stairs|steps|escalator|ramp/.test(category)) return 'stairs'
  if (/restroom/.test(category)) return 'toilet'
  if (/walkway|concourse|foyer|lobby|movingwalkway/.test(category)) return 'corridor'
  return /^(structure|column|opentobelow|nonpublic|brick|concrete|glass|serverroom.closed)$/.test(category) ? 'closed' : 'room'
}

function footprintOf(footprints: readonly Found[], buildingId: string): Polygon | null {
  const own = footprints.find(({ properties }) => Array.isArray(properties['building_ids']) && properties['building_ids'].includes(buildingId))
  const usable = own ? usableGeometry(own.geometry) : null
  return usable && 'polygons' in usable ? largest(usable.polygons) : null
}
