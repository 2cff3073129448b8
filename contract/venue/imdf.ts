/**
 * IMDF (Indoor Mapping Data Format 1.0): features are distinguished by `feature_type` and linked by
 * ids.
 */
import { isSelfCrossing, usableGeometry } from './geometry.ts'
import { namesOfImdf, ownName, type ImdfFeature, type Named } from './imdfNames.ts'
import { joinPolygons } from './joinPolygons.ts'
import { namesField, namesOf } from './labels.ts'
import type { Report } from './ledger.ts'
import { textsOf } from './nameSources.ts'
import type { Became } from './outcomes.ts'
import type { Degrees } from './plane.ts'
import { MAX_SHORT_NAME } from './planBounds.ts'
import { isInside, labelPoint } from './polygon.ts'
import {
  featuresIn,
  plannedRoom,
  type Parsed,
  type PlannedBuilding,
  type PlannedFloor,
} from './plan.ts'
import type { Part, Polygon, RoomKind } from './shapes.ts'
import { fieldsOf, ordinalOf, textOf } from './texts.ts'
import { truncate } from '#contract/rules/truncate.ts'

export function imdfPlan(files: readonly Parsed[], report: Report): PlannedBuilding[] {
  const all = files.flatMap(({ name, data }) =>
    featuresIn(data).map((feature, index): ImdfFeature => ({
      file: name,
      id: textOf(feature['id']) || `${name}#${index}`,
      kind: textOf(feature['feature_type']),
      properties: fieldsOf(feature['properties']),
      geometry: feature['geometry'],
    })),
  )
  const of = (kind: string) => all.filter((one) => one.kind === kind)
  const buildings = of('building')
  const [venue] = of('venue')
  const venueName = textOf(venue?.properties['name'])
  const ground = groundOf(of('footprint'), report)
  const levels = levelsOf(of('level'), ground, report)
  const nameOf = namesOfImdf(all, report)
  const seen = new Set<string>()
  for (const unit of of('unit')) addRoom(levels, unit, nameOf(unit), seen, report)
  for (const kiosk of of('kiosk')) addRoom(levels, kiosk, nameOf(kiosk), seen, report)
  for (const opening of of('opening')) addParts(levels, opening, 'door', report)
  for (const fixture of of('fixture'))
    if (textOf(fixture.properties['category']) === 'wall') addParts(levels, fixture, 'wall', report)
    else {
      report.count('fixture', 'furnishing')
      addSpare(levels, fixture, 'furnishing')
    }
  const homes = new Map<string, PlannedBuilding>()
  for (const { floor, buildingId } of [...levels.values()].flat()) {
    const building = buildings.find(({ id }) => id === buildingId)
    const label = building?.properties['name']
    const own = textOf(label) !== ''
    const known = homes.get(buildingId) ?? {
      externalId: buildingId || textOf(venue?.id) || null,
      name: textOf(label) || venueName || 'Building',
      ...namesField(namesOf(own ? label : venue?.properties['name'])),
      outline: ground(buildingId) ?? floor.outline,
      longitude: 0,
      latitude: 0,
      floors: [],
    }
    known.floors.push(floor)
    homes.set(buildingId, known)
  }
  for (const { id } of buildings)
    if (homes.has(id)) report.count('building', 'building')
    // A campus has the outlines of all its buildings, and the inside of a few.
    else report.count('building', 'withoutFloors')
  countOthers(all, levels, report)
  return [...homes.values()].map((building) => ({
    ...building,
    ...labelPoint(building.outline),
    floors: building.floors.sort((a, b) => a.ordinal - b.ordinal),
  }))
}

const read = new Set([
  'building',
  'footprint',
  'level',
  'unit',
  'kiosk',
  'opening',
  'fixture',
  'anchor',
  'occupant',
])

function countOthers(all: readonly ImdfFeature[], levels: Levels, report: Report): void {
  const unknown = new Set<string>()
  for (const feature of all) {
    const { file, kind } = feature
    if (read.has(kind)) continue
    if (kind === 'section') addSpare(levels, feature, 'grouping')
    if (kind === 'detail') addSpare(levels, feature, 'detail')
    if (kind === 'venue') report.count(kind, 'name')
    else if (kind === 'address') report.count(kind, 'address')
    else if (kind === 'amenity') report.count(kind, 'pointOfInterest')
    else if (kind === 'detail') report.count(kind, 'detail')
    else if (/^(section|geofence|relationship|facility)$/.test(kind)) report.count(kind, 'grouping')
    else {
      report.count(kind, 'unknownKind')
      if (!unknown.has(kind)) report.fault(file, kind, 'unknownKind')
      unknown.add(kind)
    }
  }
}

/**
 * The footprint of each building at ground level. If a building has none, any other footprint.
 */
function groundOf(footprints: readonly ImdfFeature[], report: Report) {
  const rank = ({ properties }: ImdfFeature): number =>
    ['ground', 'aerial', 'subterranean'].indexOf(textOf(properties['category'])) + 1 || 9
  const sorted = footprints.toSorted((a, b) => rank(a) - rank(b))
  const outlines = new Map<string, Polygon>()
  for (const footprint of sorted) {
    const { file, id, properties, geometry } = footprint
    const usable = usableGeometry(geometry)
    const outline = 'polygons' in usable ? joinPolygons(usable.polygons).outline : null
    if (outline === null) {
      report.leaveOut(file, 'footprint', id, 'fault' in usable ? usable.fault : 'badGeometry')
      continue
    }
    const own = buildingsOf(properties)
    report.count('footprint', own.some((one) => !outlines.has(one)) ? 'outline' : 'otherOutline')
    for (const building of own) if (!outlines.has(building)) outlines.set(building, outline)
  }
  return (buildingId: string): Polygon | null => outlines.get(buildingId) ?? null
}

const buildingsOf = (properties: Record<string, unknown>): string[] =>
  Array.isArray(properties['building_ids'])
    ? [...new Set(properties['building_ids'].map(textOf))].filter((one) => one !== '')
    : []

/** A level of one building. A shared level occurs once per building. */
interface Storey {
  floor: PlannedFloor
  buildingId: string
  /** This building's part of a shared level. Null if the level is not shared. */
  ground: Polygon | null
}
type Levels = Map<string, Storey[]>

function levelsOf(
  levels: readonly ImdfFeature[],
  ground: (buildingId: string) => Polygon | null,
  report: Report,
): Levels {
  const known: Levels = new Map()
  for (const level of levels) {
    const { file, id, properties, geometry } = level
    const usable = usableGeometry(geometry)
    const { outline, left } = joinPolygons('polygons' in usable ? usable.polygons : [])
    if (outline === null) {
      report.leaveOut(file, 'level', id, 'fault' in usable ? usable.fault : 'badGeometry')
      continue
    }
    if (known.has(id)) {
      report.leaveOut(file, 'level', id, 'duplicate')
      continue
    }
    if ('polygons' in usable && isSelfCrossing(usable)) report.fault(file, id, 'selfCrossing')
    if (left > 0) report.fault(file, id, 'partsLeftOut')
    const ordinal = ordinalOf(properties['ordinal']) ?? known.size
    const own = buildingsOf(properties)
    const buildingIds = own.length === 0 ? [''] : own
    const sign = textOf(properties['short_name']) || String(ordinal)
    if (sign.length > MAX_SHORT_NAME) report.fault(file, id, 'shortNameCut')
    const storeys = buildingIds.map((buildingId): Storey => {
      const part = buildingIds.length === 1 ? null : ground(buildingId)
      return {
        buildingId,
        ground: part,
        floor: {
          externalId: id,
          name: ownName(level).name || sign,
          ...namesField(ownName(level).names),
          shortName: truncate(sign, MAX_SHORT_NAME),
          ordinal,
          outline: part ?? outline,
          rooms: [],
          parts: [],
          spare: [],
        },
      }
    })
    report.count(
      'level',
      'floor',
      storeys.map(({ floor }) => floor.outline),
    )
    known.set(id, storeys)
  }
  return known
}

/** For a shared level, the building whose part contains the point, or else the first. */
const storeyAt = (storeys: readonly Storey[], point: Degrees): Storey | undefined =>
  storeys.find(({ ground }) => ground !== null && isInside(ground, point)) ?? storeys[0]

function addRoom(
  levels: Levels,
  { file, id, kind: what, properties, geometry }: ImdfFeature,
  { name, names, category: ofOccupant, from }: Named,
  seen: Set<string>,
  report: Report,
): void {
  const storeys = levels.get(textOf(properties['level_id']))
  if (!storeys) return report.leaveOut(file, what, id, 'unknownLevel')
  const usable = usableGeometry(geometry)
  if ('fault' in usable) return report.leaveOut(file, what, id, usable.fault)
  if (seen.has(id)) return report.leaveOut(file, what, id, 'duplicate')
  if (usable.polygons.length === 0) return report.leaveOut(file, what, id, 'badGeometry')
  seen.add(id)
  if (isSelfCrossing(usable)) report.fault(file, id, 'selfCrossing')
  const own = textOf(properties['category']) || (what === 'kiosk' ? 'kiosk' : '')
  // The occupant's category is more specific than IMDF's plain room.
  const category = own === '' || own === 'room' || own === 'unspecified' ? ofOccupant || own : own
  report.count(what, 'room', usable.polygons)
  for (const [index, outline] of usable.polygons.entries()) {
    const room = plannedRoom({
      externalId: index === 0 ? id : `${id}/${index}`,
      name,
      ...(from !== undefined && { nameFrom: from }),
      ...namesField(names),
      code: null,
      kind: kindOf(own),
      ...((own === '' || own === 'unspecified') && { isKindGuessed: true }),
      category: category || null,
      outline,
      said: textsOf({
        ...properties,
        name: textOf(properties['name']),
        alt_name: textOf(properties['alt_name']),
        ...(from === 'occupant' && { occupant: name }),
      }),
    })
    storeyAt(storeys, room)?.floor.rooms.push(room)
  }
}

function addParts(
  levels: Levels,
  { file, id, kind: what, properties, geometry }: ImdfFeature,
  kind: Part['kind'],
  report: Report,
): void {
  const storeys = levels.get(textOf(properties['level_id']))
  if (!storeys) return report.leaveOut(file, what, id, 'unknownLevel')
  const usable = usableGeometry(geometry)
  if ('fault' in usable) return report.leaveOut(file, what, id, usable.fault)
  const shapes = [...usable.lines, ...usable.polygons]
  report.count(what, kind, shapes)
  for (const shape of shapes) {
    const [longitude = 0, latitude = 0] =
      (shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates)?.[0] ?? []
    storeyAt(storeys, { longitude, latitude })?.floor.parts.push({ kind, shape })
  }
}

function addSpare(
  levels: Levels,
  { id, kind: what, properties, geometry }: ImdfFeature,
  became: Became,
): void {
  const storeys = levels.get(textOf(properties['level_id']))
  const usable = usableGeometry(geometry)
  if (storeys === undefined || 'fault' in usable) return
  const name = textOf(properties['name'])
  for (const [index, shape] of [...usable.polygons, ...usable.lines].entries()) {
    const [longitude = 0, latitude = 0] =
      (shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates)?.[0] ?? []
    const floor = storeyAt(storeys, { longitude, latitude })?.floor
    floor?.spare?.push({
      externalId: index === 0 ? id : `${id}/${index}`,
      what,
      became,
      shape,
      ...(name !== '' && { name }),
    })
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
