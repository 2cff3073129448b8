/**
 * One GeoJSON file per floor, with or without an index of levels. Features are distinguished by a
 * type property.
 */
import {
  closedAsPolygons,
  isSelfCrossing,
  pointOf,
  usableGeometry,
  type Usable,
} from './geometry.ts'
import { joinPolygons, largest } from './joinPolygons.ts'
import { namesField, namesOf, namesOfTags, type Names } from './labels.ts'
import type { Report } from './ledger.ts'
import { levelInName, levelsInSeries } from './levelInName.ts'
import { floorSourcesIn, floorsInFile, plainKey, type Placed } from './levelsInProperties.ts'
import { hullAround } from './hullAround.ts'
import { textsOf } from './nameSources.ts'
import { openingAt, wallsOf } from './osmPoints.ts'
import { MAX_SHORT_NAME } from './planBounds.ts'
import { labelPoint } from './polygon.ts'
import type { Degrees } from './plane.ts'
import {
  featuresIn,
  idByPlace,
  plannedRoom,
  type FloorSource,
  type Parsed,
  type PlannedBuilding,
  type PlannedFloor,
  type SpareFeature,
} from './plan.ts'
import { fieldsOf, nameOf, ordinalOf, textOf } from './texts.ts'
import type { Part, Polygon, RoomKind } from './shapes.ts'
import { truncate } from '#contract/rules/truncate.ts'

interface Level {
  file: Parsed
  features: Placed[]
  /** Marks a feature as counted. Returns true if already counted. */
  isCounted(place: number): boolean
  externalId: string
  /** The building's name, taken from the file. */
  title: string
  name: string
  names?: Names
  shortName: string
  ordinal: number
}

/** `floorFrom`: the floor property chosen by the user. */
export function plainPlan(
  files: readonly Parsed[],
  report: Report,
  floorFrom: string | null = null,
): PlannedBuilding[] {
  const index = files.find(({ data }) => Array.isArray(data['levels']))
  const levels = index ? indexedLevels(index, files, report) : loneLevels(files, report, floorFrom)
  for (const { name, data } of files)
    if (
      !Array.isArray(data['levels']) &&
      data['type'] !== 'FeatureCollection' &&
      index === undefined
    )
      report.fault(name, null, 'notGeoJson')
  const read = new Set(levels.flatMap(({ features }) => features.map(({ feature }) => feature)))
  for (const { data } of files)
    for (const feature of featuresIn(data))
      if (!read.has(feature)) report.count(typeOf(feature), index ? 'unknownLevel' : 'path')
  const floors = levels
    .flatMap((level) => floorOf(level, report) ?? [])
    .sort((a, b) => a.ordinal - b.ordinal)
  const outline = largest(floors.map((floor) => floor.outline))
  if (outline === null) return []
  return [
    {
      externalId: textOf(index?.data['id']) || null,
      name: textOf(index?.data['name']) || levels[0]?.title || 'Building',
      ...namesField(namesOf(index?.data['name'])),
      outline,
      ...labelPoint(outline),
      floors,
    },
  ]
}

/** Floor sources of all files together. Empty with an index, which already lists the floors. */
export const floorSourcesOf = (files: readonly Parsed[], floorFrom: string | null): FloorSource[] =>
  files.some(({ data }) => Array.isArray(data['levels']))
    ? []
    : floorSourcesIn(
        files.flatMap(({ data }) => featuresIn(data)),
        floorFrom,
      )

function countOnce(): (place: number) => boolean {
  const counted = new Set<number>()
  return (place) => {
    const isCounted = counted.has(place)
    counted.add(place)
    return isCounted
  }
}

const placed = ({ data }: Parsed): Placed[] =>
  featuresIn(data).map((feature, place) => ({ feature, place }))

function indexedLevels(index: Parsed, files: readonly Parsed[], report: Report): Level[] {
  const listed = Array.isArray(index.data['levels']) ? index.data['levels'].map(fieldsOf) : []
  const ids = new Set<string>()
  return listed.flatMap((level, place): Level[] => {
    const fileName = textOf(level['filename'])
    const file = files.find(({ name }) => name === fileName)
    if (!file) {
      report.fault(index.name, fileName || String(place), 'unknownLevel')
      return []
    }
    const externalId = textOf(level['id']) || fileName
    if (ids.has(externalId)) {
      report.fault(index.name, externalId, 'duplicate')
      return []
    }
    ids.add(externalId)
    const ordinal = ordinalOf(level['z_order']) ?? ordinalOf(level['ordinal']) ?? place
    return [
      {
        file,
        features: placed(file),
        isCounted: countOnce(),
        externalId,
        title: textOf(index.data['name']) || fileName,
        name: textOf(level['readable_name']) || textOf(level['name']) || fileName,
        ...namesField(namesOf(level['readable_name'] ?? level['name'])),
        shortName: textOf(level['name']) || String(ordinal),
        ordinal,
      },
    ]
  })
}

/**
 * Without an index, each file is one floor, or several if its features name floors. The floor
 * number comes from the file name, or else from the position in the list.
 */
function loneLevels(files: readonly Parsed[], report: Report, floorFrom: string | null): Level[] {
  const plans = files.filter(({ data }) =>
    featuresIn(data).some(
      (feature) =>
        typeOf(feature) !== 'pathway' && fieldsOf(feature['geometry'])['type'] !== 'LineString',
    ),
  )
  const taken = new Set<string>()
  const series = levelsInSeries(plans.map(({ name }) => name))
  return plans.flatMap((file, place): Level[] => {
    const title = textOf(file.data['name']) || file.name.replace(/\.\w+$/, '')
    const isCounted = countOnce()
    const make = (ordinal: number, features: Placed[], sign?: string): Level => {
      // Two files of one level are parts of it; each keeps its own title.
      const externalId = taken.has(`level ${ordinal}`)
        ? `level ${ordinal} ${sign ?? title} ${place}`
        : `level ${ordinal}`
      taken.add(externalId)
      const shortName = sign ?? String(ordinal)
      return {
        file,
        features,
        isCounted,
        externalId,
        title,
        name: sign ?? title,
        shortName,
        ordinal,
      }
    }
    const inside = floorsInFile(featuresIn(file.data), floorFrom)
    if (inside === null || inside.floors.length < 2) {
      const [only] = inside?.floors ?? []
      const own = only?.isReadable === true && inside?.elsewhere.length === 0 ? only.ordinal : null
      return [
        make(
          own ??
            ordinalOf(file.data['z_order']) ??
            levelInName(file.name) ??
            series?.[place] ??
            place,
          placed(file),
        ),
      ]
    }
    for (const { sign, isReadable } of inside.floors)
      if (!isReadable) report.fault(file.name, sign, 'unreadableLevel')
    return inside.floors.map(({ ordinal, sign, features }, floor) => {
      // An outline without a floor applies to all floors; other features without a floor are on the
      // ground floor.
      const isGround =
        floor ===
        Math.max(
          0,
          inside.floors.findIndex((one) => one.ordinal === 0),
        )
      const shared = inside.elsewhere.filter(
        ({ feature }) => isGround || /outline|footprint/.test(typeOf(feature)),
      )
      if (isGround)
        for (const { feature, place: at } of shared)
          if (!/outline|footprint/.test(typeOf(feature)))
            report.fault(file.name, textOf(feature['id']) || `#${at}`, 'withoutLevel')
      return make(ordinal, [...shared, ...features], sign)
    })
  })
}

export const typeOf = (feature: Record<string, unknown>): string => {
  const properties = fieldsOf(feature['properties'])
  return (
    textOf(properties['type']) ||
    textOf(properties['kind']) ||
    textOf(properties['category']) ||
    textOf(properties['indoor']) ||
    markOf(properties, fieldsOf(feature['geometry'])['type']) ||
    kindInName(textOf(properties['name']))
  ).toLowerCase()
}

/**
 * Kind set by a boolean property such as `"wall": true`. In an area, a text value may name the
 * contents instead.
 */
function markOf(properties: Record<string, unknown>, geometry: unknown): string {
  const isArea = geometry === 'Polygon' || geometry === 'MultiPolygon'
  const says = (key: string): boolean => {
    const value = properties[key]
    return (
      value === true || (isArea ? /^(yes|true)$/i : /^(?!no$|false$|0$|$)/i).test(textOf(value))
    )
  }
  return ['wall', 'door', 'window', 'elevator', 'stairs'].find(says) ?? ''
}

/** Guesses the kind from a name such as `wall_12` or `inner wall 3`, if nothing else states it. */
const kindInName = (name: string): string =>
  /^(?:(?:inner|outer|inside|outside)[\s_-]*)?(wall|door|window|stairs?|lift|elevator|hallway|corridor)[\s_-]*\d*$/i.exec(
    name,
  )?.[1] ?? ''

const CODES = ['roomnumber', 'roomno', 'roomnr', 'roomcode', 'ref', 'number', 'room']

function codeOf(properties: Record<string, unknown>): string | null {
  const texts = new Map(Object.entries(properties).map(([key, text]) => [plainKey(key), text]))
  const found = CODES.map((key) => textOf(texts.get(key))).find((text) => /\d/.test(text))
  return found ?? (textOf(properties['ref']) || null)
}

const rooms: readonly (readonly [RegExp, RoomKind])[] = [
  [/elevator|lift/, 'lift'],
  [/stair|escalator|ramp/, 'stairs'],
  [/bathroom|toilet|restroom|wc/, 'toilet'],
  [/corridor|hallway|walkway|foyer|lobby/, 'corridor'],
  [/entrance/, 'entrance'],
  [/inaccessible|closed|void|shaft|floor.?opening/, 'closed'],
  [/room|office|area|unit|no_geometry|^$/, 'room'],
]
const parts: readonly (readonly [RegExp, Part['kind']])[] = [
  [/wall/, 'wall'],
  [/door|(?<!floor.?)opening/, 'door'],
  [/window/, 'window'],
]

function floorOf(level: Level, report: Report): PlannedFloor | null {
  const { file, externalId, name, names, shortName, ordinal } = level
  const floor: Omit<PlannedFloor, 'outline'> & { spare: SpareFeature[] } = {
    externalId,
    name,
    ...(names !== undefined && { names }),
    shortName: truncate(shortName, MAX_SHORT_NAME),
    ordinal,
    rooms: [],
    parts: [],
    spare: [],
  }
  if (shortName.length > MAX_SHORT_NAME) report.fault(file.name, shortName, 'shortNameCut')
  const outlines: Polygon[] = []
  const points: { point: Degrees; kind: Part['kind']; what: string }[] = []
  const seen = new Set<string>()
  for (const { feature, place } of level.features) {
    const properties = fieldsOf(feature['properties'])
    const type = typeOf(feature)
    const count = (became: Parameters<Report['count']>[1], shapes: readonly object[] = []) => {
      // A feature on several floors counts once.
      if (!level.isCounted(place)) report.count(type, became, shapes)
    }
    const own = textOf(feature['id']) || textOf(properties['id'])
    let id = own || `#${place}`
    if (type === 'pathway' || type === 'path') {
      count('path')
      continue
    }
    const part = parts.find(([pattern]) => pattern.test(type))?.[1]
    const point = pointOf(feature['geometry'])
    if (point !== null && point !== 'off') {
      const isRoom = type !== '' && rooms.some(([pattern]) => pattern.test(type))
      if (part === undefined && isRoom) {
        report.fault(file.name, id, 'badGeometry')
        count('badGeometry')
      } else if (part === undefined) count('pointOfInterest')
      else {
        count(part)
        points.push({ point, kind: part, what: type || '—' })
      }
      continue
    }
    const drawn: Usable =
      point === 'off' ? { fault: 'outOfRange' } : usableGeometry(feature['geometry'])
    if ('fault' in drawn) {
      report.fault(file.name, id, drawn.fault)
      count(drawn.fault)
      continue
    }
    const usable = part === undefined && type !== '' ? closedAsPolygons(drawn) : drawn
    if (isSelfCrossing(usable)) report.fault(file.name, id, 'selfCrossing')
    if (seen.has(id)) {
      report.fault(file.name, id, 'duplicate')
      id = `${id}#${place}`
    }
    if (own !== '') seen.add(id)
    const isOutline = /outline|footprint|^level$|^floor$/.test(type)
    const kind = rooms.find(([pattern]) => pattern.test(type))?.[1]
    if (isOutline && usable.polygons.length > 0) {
      count('floor', usable.polygons)
      outlines.push(...usable.polygons)
    } else if (part !== undefined) {
      const shapes = [...usable.polygons, ...usable.lines]
      count(part, shapes)
      floor.parts.push(...shapes.map((shape) => ({ kind: part, shape })))
    } else if (type === '' && usable.polygons.length === 0) count('untyped')
    else if (kind === undefined || usable.polygons.length === 0) {
      const code = kind === undefined ? 'unknownKind' : 'badGeometry'
      report.fault(file.name, id, code)
      count(code)
      const name = textOf(properties['name'])
      for (const [index, shape] of [...usable.polygons, ...usable.lines].entries())
        floor.spare.push({
          externalId: index === 0 ? id : `${id}/${index}`,
          what: type || '—',
          became: code,
          shape,
          ...(name !== '' && { name }),
        })
    } else {
      count('room', usable.polygons)
      const code = codeOf(properties)
      floor.rooms.push(
        ...usable.polygons.map((outline, index) =>
          plannedRoom({
            externalId: own === '' ? idByPlace(outline, seen) : index === 0 ? id : `${id}/${index}`,
            name: nameOf(properties['name']),
            ...namesField({ ...namesOf(properties['name']), ...namesOfTags(properties) }),
            code,
            kind,
            ...(kind === 'room' && !/room|office|unit/.test(type) && { isKindGuessed: true }),
            category: type || null,
            outline,
            said: textsOf(properties),
          }),
        ),
      )
    }
  }
  const { outline, left } = joinPolygons(outlines)
  if (left > 0) report.fault(file.name, null, 'partsLeftOut')
  const around = outline ?? hullAround(floor)
  if (around === null) return null
  const walls = wallsOf({ outline: around, rooms: floor.rooms })
  for (const { point, kind, what } of points)
    floor.parts.push({ kind, what, shape: openingAt(walls, point, DOOR_M) })
  return { ...floor, outline: around }
}

/** Metres: width of an opening that is drawn as a point. */
const DOOR_M = 1
