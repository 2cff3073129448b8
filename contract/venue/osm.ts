/**
 * OpenStreetMap indoor plans as GeoJSON: buildings from their outlines, floors from level tags,
 * and a door from each point in a wall.
 */
import { groupBy } from '#contract/rules/groupBy.ts'
import { closedAsPolygons, pointOf, usableGeometry } from './geometry.ts'
import { largest } from './joinPolygons.ts'
import { namesField, namesOfTags } from './labels.ts'
import type { Report } from './ledger.ts'
import { drawFloor, type Located, type Uses } from './osmFloor.ts'
import {
  isBuilding,
  isDoor,
  isFloorOutline,
  isFurniture,
  isTaggedIndoors,
  isPartOfBuilding,
  isWall,
  isWindow,
  levelsOfTags,
  osmFeature,
  reasonOutside,
  roomKindOf,
  describingTag,
  type OsmFeature,
  type Tags,
} from './osmTags.ts'
import { ordinalsOf } from './levelsInOne.ts'
import { floorsInFile } from './levelsInProperties.ts'
import { MAX_FLOORS } from './planBounds.ts'
import { planeAt, type Degrees, type Metres } from './plane.ts'
import { areaOf, boundsOf, isInside, labelPoint, type Bounds } from './polygon.ts'
import { featuresIn, type Parsed, type PlannedBuilding } from './plan.ts'
import type { Line, Polygon } from './shapes.ts'
import { textOf } from './texts.ts'

interface House {
  /** Null for a group of features without an outline. */
  feature: OsmFeature | null
  externalId: string | null
  name: string
  outline: Polygon | null
  bounds: Bounds | null
  inside: Located[]
}

/**
 * True also for a GeoJSON in which most features have OpenStreetMap ids, or some have indoor tags.
 */
export function isOsmPlan(files: readonly Parsed[]): boolean {
  if (files.some(({ format }) => format === 'osm')) return true
  const features = files.flatMap(({ data }) => featuresIn(data))
  const read = features.map((feature) => osmFeature('', feature))
  if (read.length === 0) return false
  if (read.filter(({ osmId }) => osmId !== null).length * 2 >= read.length) return true
  // Some tools use `indoor` tags but store the floor in a property of their own.
  return (
    read.some(isTaggedIndoors) &&
    (read.some((one) => levelsOfTags(one).levels !== null) || floorsInFile(features) === null)
  )
}

export function osmPlan(files: readonly Parsed[], report: Report): PlannedBuilding[] {
  const located = files.flatMap(({ name, data }) =>
    featuresIn(data).flatMap(
      (feature, place) => locate(osmFeature(name, feature), place, report) ?? [],
    ),
  )
  const houses = located
    .filter(({ feature, polygons }) => isBuilding(feature.tags) && polygons.length > 0)
    .map(houseOf)
    .sort((a, b) => sizeOf(b.outline) - sizeOf(a.outline))
  const strangers: Located[] = []
  for (const one of located) {
    if (isBuilding(one.feature.tags)) continue
    const home = houseAt(houses, one.at)
    if (home) home.inside.push(one)
    else strangers.push(one)
  }
  const groups = clusters(strangers)
  const homeless = groups.filter((group) => !isAdopted(houses, group))
  const uses: Uses = new Map()
  const title = titleOf(files)
  const planned = [...houses, ...homeless].flatMap((house) => drawHouse(house, uses, report) ?? [])
  if (planned.length === 0)
    for (const { name } of houses) report.fault(files[0]?.name ?? '', name || null, 'withoutFloors')
  countAll(located, uses, report)
  let unnamed = 0
  return planned.map((house) => {
    if (house.name !== '') return house
    unnamed += 1
    return { ...house, name: unnamed === 1 ? title : `${title} ${unnamed}` }
  })
}

function countAll(located: readonly Located[], uses: Uses, report: Report): void {
  for (const { feature } of located) {
    const { tags } = feature
    const { became, shapes = [] } = uses.get(feature) ?? {
      became: isBuilding(tags)
        ? 'withoutFloors'
        : isDoor(tags) || isWindow(tags)
          ? 'noWall'
          : isFurniture(tags)
            ? 'furnishing'
            : 'outside',
    }
    report.count(describingTag(tags), became, shapes)
  }
}

/**
 * A garage or platform may extend beyond its building, so a group that overlaps an outline belongs
 * to that building.
 */
function isAdopted(houses: readonly House[], group: House): boolean {
  const overlaps = (house: House): number =>
    group.inside.filter(({ polygons }) =>
      polygons.some((polygon) => house.outline !== null && doMeet(house.outline, polygon)),
    ).length
  const [home] = houses
    .map((house) => ({ house, count: overlaps(house) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  home?.house.inside.push(...group.inside)
  return home !== undefined
}

function doMeet(one: Polygon, other: Polygon): boolean {
  const [a, b] = [boundsOf([one]), boundsOf([other])]
  if (a === null || b === null) return false
  if (a.west >= b.east || b.west >= a.east || a.south >= b.north || b.south >= a.north) return false
  const hasCorner = (shape: Polygon, corners: Polygon) =>
    (corners.coordinates[0] ?? []).some(([longitude, latitude]) =>
      isInside(shape, { longitude, latitude }),
    )
  return (
    hasCorner(one, other) ||
    hasCorner(other, one) ||
    isInside(one, labelPoint(other)) ||
    isInside(other, labelPoint(one))
  )
}

function titleOf(files: readonly Parsed[]): string {
  const [first] = files
  return textOf(first?.data['name']) || (first?.name ?? '').replace(/\.\w+$/, '') || 'Building'
}

const sizeOf = (outline: Polygon | null): number => (outline === null ? 0 : areaOf(outline))

function locate(feature: OsmFeature, place: number, report: Report): Located | null {
  const { tags, relations } = feature
  const label = feature.osmId ?? `#${place}`
  const { levels, isUnreadable, tooMany } = levelsOfTags(feature)
  const isShell = relations.some(({ role }) => role === 'shell')
  if (isPartOfBuilding(tags) && levels === null && !isUnreadable && !tooMany) {
    report.count(describingTag(tags), 'otherOutline')
    return null
  }
  const isOfInside =
    isShell ||
    isBuilding(tags) ||
    isFloorOutline(tags) ||
    isDoor(tags) ||
    isWindow(tags) ||
    (isWall(tags) && levels !== null) ||
    (roomKindOf(tags) !== null && (levels !== null || isTaggedInside(tags)))
  if (!isOfInside) {
    report.count(describingTag(tags), reasonOutside(tags, pointOf(feature.geometry) !== null))
    return null
  }
  if (tooMany) {
    report.leaveOut(feature.file, describingTag(tags), label, 'tooManyLevels')
    return null
  }
  if (isUnreadable) report.fault(feature.file, label, 'unreadableLevel')
  const point = pointOf(feature.geometry)
  if (point === 'off') {
    report.leaveOut(feature.file, describingTag(tags), label, 'outOfRange')
    return null
  }
  if (point !== null)
    return { feature, label, levels, polygons: [], lines: [], at: point, isPoint: true }
  const usable = usableGeometry(feature.geometry)
  if ('fault' in usable) {
    report.leaveOut(feature.file, describingTag(tags), label, usable.fault)
    return null
  }
  const isArea = isShell || isBuilding(tags) || isFloorOutline(tags) || isRoomOutline(tags)
  const { polygons, lines } = isArea
    ? closedAsPolygons(usable)
    : isWall(tags) && !isSolid(feature)
      ? { polygons: [], lines: [...usable.lines, ...usable.polygons.flatMap(ringsOf)] }
      : usable
  const [first] = polygons
  const [longitude = 0, latitude = 0] = lines[0]?.coordinates[0] ?? []
  return {
    feature,
    label,
    levels,
    polygons,
    lines,
    at: first ? labelPoint(first) : { longitude, latitude },
    isPoint: false,
  }
}

const isTaggedInside = (tags: Tags): boolean =>
  tags['indoor'] !== undefined || tags['buildingpart'] !== undefined
const isRoomOutline = (tags: Tags): boolean =>
  roomKindOf(tags) !== null && !isWall(tags) && tags['highway'] !== 'steps'

/** True for a wall drawn as an area. A closed way of walls only surrounds a room. */
const isSolid = ({ tags, osmId }: OsmFeature): boolean =>
  tags['area'] === 'yes' || osmId?.startsWith('relation/') === true
const ringsOf = ({ coordinates }: Polygon): Line[] =>
  coordinates.map((ring) => ({ type: 'LineString', coordinates: ring }))

function houseOf({ feature, polygons }: Located): House {
  const { tags, osmId } = feature
  const outline = largest(polygons)
  const street = textOf(tags['addr:street'])
  return {
    feature,
    externalId: osmId,
    name:
      textOf(tags['name']) ||
      textOf(tags['addr:housename']) ||
      [street, street === '' ? '' : textOf(tags['addr:housenumber'])].join(' ').trim() ||
      textOf(tags['ref']),
    outline,
    bounds: outline && boundsOf([outline]),
    inside: [],
  }
}

const NEAR_DEGREES = 0.0001 // about ten metres: a canopy, a door drawn beside its wall

function houseAt(houses: readonly House[], at: Degrees): House | undefined {
  const isNear = ({ bounds }: House, margin: number) =>
    bounds !== null &&
    at.longitude > bounds.west - margin &&
    at.longitude < bounds.east + margin &&
    at.latitude > bounds.south - margin &&
    at.latitude < bounds.north + margin
  return (
    houses.find(
      (house) => isNear(house, 0) && house.outline !== null && isInside(house.outline, at),
    ) ?? houses.find((house) => isNear(house, NEAR_DEGREES))
  )
}

const APART = 60 // metres; a larger gap separates buildings

function clusters(located: readonly Located[]): House[] {
  const [first] = located
  if (first === undefined) return []
  const plane = planeAt(first.at)
  const cellOf = ({ x, y }: Metres): [number, number] => [
    Math.floor(x / APART),
    Math.floor(y / APART),
  ]
  const cells = groupBy(located, ({ at }) => cellOf(plane.toMetres(at)).join())
  const seen = new Set<string>()
  return [...cells.keys()].flatMap((start): House[] => {
    if (seen.has(start)) return []
    const inside: Located[] = []
    const stack = [start]
    seen.add(start)
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      inside.push(...(cells.get(key) ?? []))
      const [x = 0, y = 0] = key.split(',').map(Number)
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const beside = `${x + dx},${y + dy}`
          if (seen.has(beside) || !cells.has(beside)) continue
          seen.add(beside)
          stack.push(beside)
        }
      }
    }
    return [{ feature: null, externalId: null, name: '', outline: null, bounds: null, inside }]
  })
}

function drawHouse(house: House, uses: Uses, report: Report): PlannedBuilding | null {
  const inside = house.inside.map((one) => levelled(one, report))
  const isRoomy = ({ feature }: Located) => !isDoor(feature.tags) && !isWindow(feature.tags)
  const said = [...new Set(inside.filter(isRoomy).flatMap(({ levels }) => levels ?? []))]
  if (said.length === 0) return null
  const levels = said.toSorted((a, b) => Math.abs(a) - Math.abs(b)).slice(0, MAX_FLOORS)
  if (levels.length < said.length)
    report.fault(inside[0]?.feature.file ?? '', house.externalId, 'tooManyLevels')
  const floors = [...ordinalsOf(levels)].flatMap(
    ([level, ordinal]) =>
      drawFloor({ level, ordinal, inside, houseOutline: house.outline, uses }, report) ?? [],
  )
  const outline = house.outline ?? largest(floors.map((floor) => floor.outline))
  const isBare = floors.every(({ rooms, parts }) => rooms.length + parts.length === 0)
  if (outline === null || isBare) {
    // A neighbouring building whose inside is not in the file.
    for (const { feature } of inside)
      if (uses.has(feature)) uses.set(feature, { became: 'outside' })
    return null
  }
  if (house.feature !== null) uses.set(house.feature, { became: 'building' })
  return {
    externalId: house.externalId,
    name: house.name,
    ...namesField(house.feature === null ? {} : namesOfTags(house.feature.tags)),
    outline,
    ...labelPoint(outline),
    floors,
  }
}

/**
 * Features without a level are on the ground floor. Doors and windows are assigned later, by the
 * walls they lie in.
 */
function levelled(one: Located, report: Report): Located {
  const { tags, file } = one.feature
  if (one.levels !== null || isDoor(tags) || isWindow(tags)) return one
  if (!isFloorOutline(tags)) report.fault(file, one.label, 'withoutLevel')
  return { ...one, levels: [0] }
}
