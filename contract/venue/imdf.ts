/**
 * IMDF (Indoor Mapping Data Format): features are distinguished by `feature_type` and linked by
 * ids.
 */
import { isSelfCrossing, usableGeometry } from './geometry.ts'
import type { Degrees } from './plane.ts'
import { areaOf, isInside, labelPoint } from './polygon.ts'
import {
  featuresIn,
  fieldsOf,
  ordinalOf,
  plannedRoom,
  textOf,
  type Parsed,
  type PlannedBuilding,
  type PlannedFloor,
  type Report,
} from './plan.ts'
import type { Polygon, RoomKind } from './shapes.ts'
import { truncate } from '#contract/rules/truncate.ts'

interface Found {
  file: string
  id: string
  kind: string
  properties: Record<string, unknown>
  geometry: unknown
}

export function imdfPlan(files: readonly Parsed[], report: Report): PlannedBuilding[] {
  const all = files.flatMap(({ name, data }) =>
    featuresIn(data).map((feature, index): Found => ({
      file: name,
      id: textOf(feature['id']) || `${name}#${index}`,
      kind: textOf(feature['feature_type']),
      properties: fieldsOf(feature['properties']),
      geometry: feature['geometry'],
    })),
  )
  const of = (kind: string) => all.filter((one) => one.kind === kind)
  const named = of('building')
  const venueName = textOf(of('venue')[0]?.properties['name'])
  const footprints = of('footprint')
  const levels = levelsOf(of('level'), footprints, report)
  const seen = new Set<string>()
  for (const unit of of('unit')) addUnit(levels, unit, seen, report)
  for (const opening of of('opening')) addOpening(levels, opening, report)
  const homes = new Map<string, PlannedBuilding>()
  for (const { floor, buildingId } of [...levels.values()].flat()) {
    const house = named.find(({ id }) => id === buildingId)
    const known = homes.get(buildingId) ?? {
      externalId: buildingId || textOf(of('venue')[0]?.id) || null,
      name: textOf(house?.properties['name']) || venueName || 'Building',
      outline: footprintOf(footprints, buildingId) ?? floor.outline,
      longitude: 0,
      latitude: 0,
      floors: [],
    }
    known.floors.push(floor)
    homes.set(buildingId, known)
  }
  for (const { file, id } of named) if (!homes.has(id)) report(file, id, 'withoutFloors')
  return [...homes.values()].map((house) => ({
    ...house,
    ...labelPoint(house.outline),
    floors: house.floors.sort((a, b) => a.ordinal - b.ordinal),
  }))
}

/** A level of one building. A shared level occurs once per building. */
interface Storey {
  floor: PlannedFloor
  buildingId: string
  /** This building's part of a shared level. Null if the level is not shared. */
  ground: Polygon | null
}
type Levels = Map<string, Storey[]>

function levelsOf(levels: readonly Found[], footprints: readonly Found[], report: Report): Levels {
  const known: Levels = new Map()
  for (const { file, id, properties, geometry } of levels) {
    const usable = usableGeometry(geometry)
    const outline = 'polygons' in usable ? largest(usable.polygons) : null
    if (outline === null) report(file, id, 'fault' in usable ? usable.fault : 'badGeometry')
    else if (known.has(id)) report(file, id, 'duplicate')
    else {
      if ('polygons' in usable && isSelfCrossing(usable)) report(file, id, 'selfCrossing')
      const ordinal = ordinalOf(properties['ordinal']) ?? known.size
      const named = Array.isArray(properties['building_ids'])
        ? [...new Set(properties['building_ids'].map(textOf))].filter((one) => one !== '')
        : []
      const buildingIds = named.length === 0 ? [''] : named
      known.set(
        id,
        buildingIds.map((buildingId): Storey => {
          const ground = buildingIds.length === 1 ? null : footprintOf(footprints, buildingId)
          const shortName = truncate(textOf(properties['short_name']) || String(ordinal), 12)
          return {
            buildingId,
            ground,
            floor: {
              externalId: id,
              name:
                textOf(properties['name']) || textOf(properties['short_name']) || String(ordinal),
              shortName,
              ordinal,
              outline: ground ?? outline,
              rooms: [],
              parts: [],
            },
          }
        }),
      )
    }
  }
  return known
}

/** For a shared level, the building whose part contains the point, or else the first. */
const storeyAt = (storeys: readonly Storey[], point: Degrees): Storey | undefined =>
  storeys.find(({ ground }) => ground !== null && isInside(ground, point)) ?? storeys[0]

export const largest = (polygons: readonly Polygon[]): Polygon | null =>
  polygons.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null

function addUnit(
  levels: Levels,
  { file, id, properties, geometry }: Found,
  seen: Set<string>,
  report: Report,
): void {
  const storeys = levels.get(textOf(properties['level_id']))
  if (!storeys) return report(file, id, 'unknownLevel')
  const usable = usableGeometry(geometry)
  if ('fault' in usable) return report(file, id, usable.fault)
  if (seen.has(id)) return report(file, id, 'duplicate')
  seen.add(id)
  if (isSelfCrossing(usable)) report(file, id, 'selfCrossing')
  const category = textOf(properties['category'])
  const kind = kindOf(category)
  for (const [index, outline] of usable.polygons.entries()) {
    const room = plannedRoom({
      externalId: index === 0 ? id : `${id}/${index}`,
      name: textOf(properties['name']) || textOf(properties['alt_name']),
      code: null,
      kind,
      category: category || null,
      outline,
    })
    storeyAt(storeys, room)?.floor.rooms.push(room)
  }
}

function addOpening(
  levels: Levels,
  { file, id, properties, geometry }: Found,
  report: Report,
): void {
  const storeys = levels.get(textOf(properties['level_id']))
  if (!storeys) return report(file, id, 'unknownLevel')
  const usable = usableGeometry(geometry)
  if ('fault' in usable) return report(file, id, usable.fault)
  for (const shape of [...usable.lines, ...usable.polygons]) {
    const [longitude = 0, latitude = 0] =
      (shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates)?.[0] ?? []
    storeyAt(storeys, { longitude, latitude })?.floor.parts.push({ kind: 'door', shape })
  }
}

function kindOf(category: string): RoomKind {
  if (/elevator/.test(category)) return 'lift'
  if (/stairs|steps|escalator|ramp/.test(category)) return 'stairs'
  if (/restroom/.test(category)) return 'toilet'
  if (/walkway|concourse|foyer|lobby|movingwalkway/.test(category)) return 'corridor'
  return /^(structure|column|opentobelow|brick|concrete|glass|serverroom.closed)$/.test(category)
    ? 'closed'
    : 'room'
}

function footprintOf(footprints: readonly Found[], buildingId: string): Polygon | null {
  const own = footprints.find(
    ({ properties }) =>
      Array.isArray(properties['building_ids']) && properties['building_ids'].includes(buildingId),
  )
  const usable = own ? usableGeometry(own.geometry) : null
  return usable && 'polygons' in usable ? largest(usable.polygons) : null
}
