import { isSelfCrossing } from './geometry.ts'
import { hullAround } from './hullAround.ts'
import { grownOutline } from './grownOutline.ts'
import { joinPolygons, largest } from './joinPolygons.ts'
import { namesField, namesOfTags } from './labels.ts'
import type { Report } from './ledger.ts'
import type { FeatureCount } from './outcomes.ts'
import { isInWall, openingAt, squareAround, wallsOf } from './osmPoints.ts'
import {
  categoryOf,
  isDoor,
  isFloorOutline,
  isFurniture,
  isKindGuessed,
  isSteps,
  isWall,
  isWindow,
  purposeOf,
  roomKindOf,
  tagOf,
  type OsmFeature,
  type Tags,
} from './osmTags.ts'
import { MAX_SHORT_NAME } from './planBounds.ts'
import { areaOf, isInside, smallestFirst } from './polygon.ts'
import { textsOf } from './nameSources.ts'
import { idByPlace, plannedRoom, type PlannedFloor, type PlannedRoom } from './plan.ts'
import { metresPerDegree } from './perDegree.ts'
import type { Degrees } from './plane.ts'
import type { Line, Part, Polygon } from './shapes.ts'
import { nameOf, textOf } from './texts.ts'
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

export type Uses = Map<OsmFeature, { became: FeatureCount['became']; shapes?: object[] }>

function record(uses: Uses, one: Located, became: FeatureCount['became'], shapes: object[] = []) {
  const before = uses.get(one.feature)
  uses.set(one.feature, { became, shapes: [...(before?.shapes ?? []), ...shapes] })
}

interface Level {
  uses: Uses
  level: number
  ordinal: number
  inside: readonly Located[]
  houseOutline: Polygon | null
}

const isOpening = (tags: Tags): boolean => isDoor(tags) || isWindow(tags)
const isSmallPlace = ({ isPoint, lines, feature }: Located): boolean =>
  (isPoint &&
    !isFurniture(feature.tags) &&
    roomKindOf(feature.tags) !== null &&
    !isPlainOpening(feature.tags)) ||
  (lines.length > 0 && isSteps(feature.tags))
/** Lifts may have a tag for the door too. */
const isPlainOpening = (tags: Tags): boolean =>
  isOpening(tags) && !['lift', 'stairs'].includes(roomKindOf(tags) ?? '')

export function drawFloor(
  { level, ordinal, inside, houseOutline, uses }: Level,
  report: Report,
): PlannedFloor | null {
  const here = inside.filter(({ levels }) => levels?.includes(level))
  const rooms = roomsOf(here, uses, report)
  const parts: Part[] = here.flatMap((one): Part[] => {
    const { feature, lines, polygons } = one
    const isOpeningHere = isPlainOpening(feature.tags)
    if (one.isPoint || (!isWall(feature.tags) && !isOpeningHere)) return []
    const kind = isWall(feature.tags) ? 'wall' : isDoor(feature.tags) ? 'door' : 'window'
    const shapes = [...lines, ...polygons]
    record(uses, one, kind, shapes)
    return shapes.map((shape) => ({ kind, shape }))
  })
  const shells = here.filter(({ feature }) => isFloorOutline(feature.tags) || isShell(feature))
  for (const one of shells) record(uses, one, 'floor')
  const drawn = joinPolygons(shells.flatMap(({ polygons }) => polygons)).outline
  // Building parts need not cover the whole floor.
  const isWhole = drawn !== null && rooms.every((room) => isInside(drawn, room))
  const outline =
    (isWhole ? drawn : null) ??
    (houseOutline && grownOutline(houseOutline, rooms)) ??
    drawn ??
    hullAround({ rooms, parts }) ??
    largest(here.map(({ at }) => squareAround(at, 10)))
  if (outline === null) return null
  const floor: PlannedFloor = {
    externalId: `level ${level}`,
    ...signsOf(here, level),
    ordinal,
    outline,
    rooms,
    parts,
  }
  addSmallPlaces(floor, here, uses, report)
  addOpenings(floor, inside, level, uses)
  floor.parts.push(...wallsOfRooms(floor))
  return floor
}

const isShell = ({ relations }: Located['feature']): boolean =>
  relations.some(({ role }) => role === 'shell')

function signsOf(
  here: readonly Located[],
  level: number,
): Pick<PlannedFloor, 'name' | 'names' | 'shortName'> {
  const floor = here.find(({ feature }) => isFloorOutline(feature.tags))?.feature.tags ?? {}
  const related = here
    .flatMap(({ feature }) => feature.relations)
    .find(({ tags }) => tagOf(tags, 'type') === 'level' && textOf(tags['level']) === String(level))
  const sign =
    textOf(floor['level:ref']) ||
    here.map(({ feature }) => textOf(feature.tags['level:ref'])).find((one) => one !== '') ||
    String(level)
  const name = textOf(floor['name']) || textOf(related?.tags['name']) || sign
  return { name, ...namesField(namesOfTags(floor)), shortName: truncate(sign, MAX_SHORT_NAME) }
}

function roomsOf(here: readonly Located[], uses: Uses, report: Report): PlannedRoom[] {
  const seen = new Set<string>()
  const drawn = new Set<string>()
  return here.flatMap((one): PlannedRoom[] => {
    const { feature, polygons, label } = one
    const { tags, osmId, file } = feature
    const kind = roomKindOf(tags)
    if (kind === null || polygons.length === 0 || isFloorOutline(tags) || isWall(tags)) return []
    const shape = JSON.stringify(polygons)
    // Where an editor split a way, both parts have the id of the original.
    const isAgain = osmId !== null && seen.has(osmId)
    if (isAgain) {
      report.fault(file, label, 'duplicate')
      if (drawn.has(shape)) {
        if (!uses.has(feature)) record(uses, one, 'duplicate')
        return []
      }
    }
    if (osmId !== null) seen.add(osmId)
    drawn.add(shape)
    if (isSelfCrossing({ polygons })) report.fault(file, label, 'selfCrossing')
    record(uses, one, 'room', polygons)
    const ref = textOf(tags['ref']) || textOf(tags['room:ref']) || textOf(tags['door:ref'])
    return polygons.map((outline, index) =>
      plannedRoom({
        externalId:
          osmId === null
            ? idByPlace(outline, seen)
            : isAgain
              ? `${osmId}/${idByPlace(outline, seen)}`
              : index === 0
                ? osmId
                : `${osmId}/${index}`,
        name: nameOf(tags['name']) || nameOf(ref),
        ...(nameOf(tags['name']) === '' && nameOf(ref) !== '' && { nameFrom: 'number' }),
        ...namesField(namesOfTags(tags)),
        code: ref || null,
        kind,
        ...(isKindGuessed(tags) && { isKindGuessed: true }),
        category: categoryOf(tags),
        outline,
        said: textsOf(tags),
      }),
    )
  })
}

const SMALL = 2 // metres; a point marks a desk, a machine or a shaft
/** A room up to this size becomes the shaft or toilet that a point in it names. */
const LARGEST_SHAFT = 60 // square metres

/** A point names the room that contains it. A point outside rooms becomes a small room. */
function addSmallPlaces(
  floor: PlannedFloor,
  here: readonly Located[],
  uses: Uses,
  report: Report,
): void {
  const seen = new Set(floor.rooms.map(({ externalId }) => externalId))
  const drawn = smallestFirst(floor.rooms)
  for (const one of here.filter(isSmallPlace)) {
    const { tags, osmId, file } = one.feature
    const kind = roomKindOf(tags) ?? 'room'
    const name = nameOf(tags['name']) || nameOf(tags['ref'])
    const room = drawn.find(
      (each) =>
        each.kind !== 'corridor' && each.kind !== 'closed' && isInside(each.outline, one.at),
    )
    if (room === undefined) {
      const outline = squareAround(one.at, SMALL)
      record(uses, one, 'room', [outline])
      const isShaft = kind === 'lift' || kind === 'stairs'
      floor.rooms.unshift(
        plannedRoom({
          externalId: osmId !== null && !seen.has(osmId) ? osmId : idByPlace(outline, seen),
          name,
          ...namesField(namesOfTags(tags)),
          code: textOf(tags['ref']) || null,
          kind: isShaft ? kind : 'corridor',
          ...(!isShaft && { isKindGuessed: true }),
          category: categoryOf(tags),
          outline,
          said: textsOf(tags),
        }),
      )
      continue
    }
    if (room.kind === 'room' && kind !== 'room' && kind !== 'corridor' && isSmall(room))
      room.kind = kind
    if (room.name === '') {
      Object.assign(room, { name, category: purposeOf(tags) || room.category })
      if (name !== '') Object.assign(room, { nameFrom: 'point', ...namesField(namesOfTags(tags)) })
      record(uses, one, 'name')
    } else if (name !== '' && name !== room.name) {
      report.fault(file, one.label, 'placeTaken')
      record(uses, one, 'placeTaken')
    } else record(uses, one, name === '' ? 'pointOfInterest' : 'name')
  }
}

function isSmall({ outline, latitude }: PlannedRoom): boolean {
  const perDegree = metresPerDegree(latitude)
  return areaOf(outline) * perDegree.x * perDegree.y < LARGEST_SHAFT
}

const widthOf = (tags: Tags): number => {
  const width = Number.parseFloat(textOf(tags['width']) || textOf(tags['door:width']))
  return width >= 0.5 && width <= 8 ? width : 1
}

function addOpenings(
  floor: PlannedFloor,
  inside: readonly Located[],
  level: number,
  uses: Uses,
): void {
  const walls = wallsOf(floor)
  for (const one of inside) {
    const { feature, levels, isPoint, at } = one
    const { tags } = feature
    if (!isPoint || !isPlainOpening(tags)) continue
    const isEntrance = tagOf(tags, 'entrance') !== '' && tagOf(tags, 'indoor') === ''
    const isHere =
      levels === null
        ? (!isEntrance || floor.ordinal === 0) && isInWall(walls, at)
        : levels.includes(level)
    if (!isHere) continue
    const shape = openingAt(walls, at, widthOf(tags))
    record(uses, one, isDoor(tags) ? 'door' : 'window', [shape])
    floor.parts.push({ kind: isDoor(tags) ? 'door' : 'window', shape })
  }
}

/**
 * Adds room outlines as walls. Without them, a floor with a few drawn walls would have only those
 * walls.
 */
export function wallsOfRooms(floor: PlannedFloor): Part[] {
  if (!floor.parts.some(({ kind, isOfRoom }) => kind === 'wall' && isOfRoom !== true)) return []
  const { plane } = wallsOf(floor)
  return [...walledOutlines(floor, plane)].flatMap((outline) =>
    outline.coordinates.map((coordinates): Part => ({
      kind: 'wall',
      shape: { type: 'LineString', coordinates },
      isOfRoom: true,
    })),
  )
}
