import { isSelfCrossing } from './geometry.ts'
import { largest } from './imdf.ts'
import { isInWall, openingAt, squareAround, wallsOf } from './osmPoints.ts'
import {
  categoryOf,
  isDoor,
  isFloorOutline,
  isSteps,
  isWall,
  isWindow,
  purposeOf,
  roomKindOf,
  tagOf,
  type OsmFeature,
  type Tags,
} from './osmTags.ts'
import { boxAround } from './plainFloors.ts'
import { areaOf, isInside, smallestFirst } from './polygon.ts'
import {
  idByPlace,
  plannedRoom,
  textOf,
  type PlannedFloor,
  type PlannedRoom,
  type Report,
} from './plan.ts'
import { metresPerDegree, type Degrees } from './plane.ts'
import type { Line, Part, Polygon } from './shapes.ts'
import { walledOutlines } from './walking.ts'
import { truncate } from '#contract/rules/truncate.ts'

export interface Located {
  feature: OsmFeature
  label: string
  levels: number[] | null
  polygons: Polygon[]
  lines: Line[]
  at: Degrees
  isPoint: boolean
}

interface Level {
  level: number
  ordinal: number
  inside: readonly Located[]
  houseOutline: Polygon | null
}

const isOpening = (tags: Tags): boolean => isDoor(tags) || isWindow(tags)
const isSmallPlace = ({ isPoint, lines, feature }: Located): boolean =>
  (isPoint && roomKindOf(feature.tags) !== null && !isPlainOpening(feature.tags)) ||
  (lines.length > 0 && isSteps(feature.tags))
/** Lifts may have a tag for the door too. */
const isPlainOpening = (tags: Tags): boolean =>
  isOpening(tags) && !['lift', 'stairs'].includes(roomKindOf(tags) ?? '')

export function drawFloor(
  { level, ordinal, inside, houseOutline }: Level,
  report: Report,
): PlannedFloor | null {
  const here = inside.filter(({ levels }) => levels?.includes(level))
  const rooms = roomsOf(here, report)
  const parts: Part[] = here.flatMap(({ feature, lines, polygons }): Part[] =>
    isWall(feature.tags)
      ? [...lines, ...polygons].map((shape) => ({ kind: 'wall', shape }))
      : isPlainOpening(feature.tags)
        ? [...lines, ...polygons].map((shape) => ({
            kind: isDoor(feature.tags) ? 'door' : 'window',
            shape,
          }))
        : [],
  )
  const outlines = here
    .filter(({ feature }) => isFloorOutline(feature.tags) || isShell(feature))
    .flatMap(({ polygons }) => polygons)
  const outline =
    largest(outlines) ??
    houseOutline ??
    boxAround({ rooms, parts }) ??
    largest(here.map(({ at }) => squareAround(at, 10)))
  if (outline === null) return null
  const floor: PlannedFloor = {
    externalId: `level ${level}`,
    ...namesOf(here, level),
    ordinal,
    outline,
    rooms,
    parts,
  }
  addSmallPlaces(floor, here, report)
  addOpenings(floor, inside, level)
  addWallsOfRooms(floor)
  return floor
}

const isShell = ({ relations }: Located['feature']): boolean =>
  relations.some(({ role }) => role === 'shell')

function namesOf(here: readonly Located[], level: number): { name: string; shortName: string } {
  const floor = here.find(({ feature }) => isFloorOutline(feature.tags))?.feature.tags ?? {}
  const related = here
    .flatMap(({ feature }) => feature.relations)
    .find(({ tags }) => tagOf(tags, 'type') === 'level' && textOf(tags['level']) === String(level))
  const sign =
    textOf(floor['level:ref']) ||
    here.map(({ feature }) => textOf(feature.tags['level:ref'])).find((one) => one !== '') ||
    String(level)
  const name = textOf(floor['name']) || textOf(related?.tags['name']) || sign
  return { name, shortName: truncate(sign, 12) }
}

function roomsOf(here: readonly Located[], report: Report): PlannedRoom[] {
  const seen = new Set<string>()
  return here.flatMap(({ feature, polygons, label }): PlannedRoom[] => {
    const { tags, osmId, file } = feature
    const kind = roomKindOf(tags)
    if (kind === null || polygons.length === 0 || isFloorOutline(tags) || isWall(tags)) return []
    if (osmId !== null && seen.has(osmId)) {
      report(file, label, 'duplicate')
      return []
    }
    if (osmId !== null) seen.add(osmId)
    if (isSelfCrossing({ polygons })) report(file, label, 'selfCrossing')
    const ref = textOf(tags['ref']) || textOf(tags['room:ref']) || textOf(tags['door:ref'])
    return polygons.map((outline, index) =>
      plannedRoom({
        externalId:
          osmId === null ? idByPlace(outline, seen) : index === 0 ? osmId : `${osmId}/${index}`,
        name: textOf(tags['name']) || ref,
        code: ref || null,
        kind,
        category: categoryOf(tags),
        outline,
      }),
    )
  })
}

const SMALL = 2 // metres; a point marks a desk, a machine or a shaft
/** A room up to this size becomes the shaft or toilet that a point in it names. */
const LARGEST_SHAFT = 60 // square metres

/** A point names the room that contains it. Outside rooms, it becomes a small room of its own. */
function addSmallPlaces(floor: PlannedFloor, here: readonly Located[], report: Report): void {
  const seen = new Set(floor.rooms.map(({ externalId }) => externalId))
  const drawn = smallestFirst(floor.rooms)
  for (const one of here.filter(isSmallPlace)) {
    const { tags, osmId, file } = one.feature
    const kind = roomKindOf(tags) ?? 'room'
    const name = textOf(tags['name']) || textOf(tags['ref'])
    const room = drawn.find(
      (each) =>
        each.kind !== 'corridor' && each.kind !== 'closed' && isInside(each.outline, one.at),
    )
    if (room === undefined) {
      const outline = squareAround(one.at, SMALL)
      const isShaft = kind === 'lift' || kind === 'stairs'
      floor.rooms.unshift(
        plannedRoom({
          externalId: osmId !== null && !seen.has(osmId) ? osmId : idByPlace(outline, seen),
          name,
          code: textOf(tags['ref']) || null,
          kind: isShaft ? kind : 'corridor',
          category: categoryOf(tags),
          outline,
        }),
      )
      continue
    }
    if (room.kind === 'room' && kind !== 'room' && kind !== 'corridor' && isSmall(room))
      room.kind = kind
    if (room.name === '') Object.assign(room, { name, category: purposeOf(tags) || room.category })
    else if (name !== '' && name !== room.name) report(file, one.label, 'placeTaken')
  }
}

function isSmall({ outline, latitude }: PlannedRoom): boolean {
  const perDegree = metresPerDegree(latitude)
  return areaOf(outline) * perDegree.longitude * perDegree.latitude < LARGEST_SHAFT
}

const widthOf = (tags: Tags): number => {
  const width = Number.parseFloat(textOf(tags['width']) || textOf(tags['door:width']))
  return width >= 0.5 && width <= 8 ? width : 1
}

function addOpenings(floor: PlannedFloor, inside: readonly Located[], level: number): void {
  const walls = wallsOf(floor)
  for (const { feature, levels, isPoint, at } of inside) {
    const { tags } = feature
    if (!isPoint || !isPlainOpening(tags)) continue
    const isEntrance = tagOf(tags, 'entrance') !== '' && tagOf(tags, 'indoor') === ''
    const isHere =
      levels === null
        ? (!isEntrance || floor.ordinal === 0) && isInWall(walls, at)
        : levels.includes(level)
    if (!isHere) continue
    const shape = openingAt(walls, at, widthOf(tags))
    floor.parts.push({ kind: isDoor(tags) ? 'door' : 'window', shape })
  }
}

/** If a floor has any walls, the outlines of rooms count as walls only if drawn as such. */
function addWallsOfRooms(floor: PlannedFloor): void {
  if (!floor.parts.some(({ kind }) => kind === 'wall')) return
  const { plane } = wallsOf(floor)
  for (const outline of walledOutlines(floor, plane))
    for (const coordinates of outline.coordinates)
      floor.parts.push({ kind: 'wall', shape: { type: 'LineString', coordinates }, isOfRoom: true })
}
