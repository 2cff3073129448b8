/**
 * One GeoJSON file per floor, with or without an index of levels. Features are distinguished by a
 * type property.
 */
import { isSelfCrossing, usableGeometry } from './geometry.ts'
import { largest } from './imdf.ts'
import { levelInName, levelsInSeries } from './levelInName.ts'
import { boundsOf, labelPoint } from './polygon.ts'
import { middleOf } from './strays.ts'
import { metresBetween } from './plane.ts'
import {
  featuresIn,
  fieldsOf,
  idByPlace,
  ordinalOf,
  plannedRoom,
  textOf,
  type Parsed,
  type PlannedBuilding,
  type PlannedFloor,
  type Report,
} from './plan.ts'
import type { Part, Polygon, RoomKind } from './shapes.ts'
import { truncate } from '#contract/rules/truncate.ts'

interface Level {
  file: Parsed
  externalId: string
  name: string
  shortName: string
  ordinal: number
}

export function plainPlan(files: readonly Parsed[], report: Report): PlannedBuilding[] {
  const index = files.find(({ data }) => Array.isArray(data['levels']))
  const levels = index ? indexedLevels(index, files, report) : loneLevels(files)
  for (const { name, data } of files)
    if (
      !Array.isArray(data['levels']) &&
      data['type'] !== 'FeatureCollection' &&
      index === undefined
    )
      report(name, null, 'notGeoJson')
  const floors = levels
    .flatMap((level) => floorOf(level, report) ?? [])
    .sort((a, b) => a.ordinal - b.ordinal)
  const outline = largest(floors.map((floor) => floor.outline))
  if (outline === null) return []
  return [
    {
      externalId: textOf(index?.data['id']) || null,
      name: textOf(index?.data['name']) || levels[0]?.name || 'Building',
      outline,
      ...labelPoint(outline),
      floors,
    },
  ]
}

function indexedLevels(index: Parsed, files: readonly Parsed[], report: Report): Level[] {
  const listed = Array.isArray(index.data['levels']) ? index.data['levels'].map(fieldsOf) : []
  const ids = new Set<string>()
  return listed.flatMap((level, place): Level[] => {
    const fileName = textOf(level['filename'])
    const file = files.find(({ name }) => name === fileName)
    if (!file) {
      report(index.name, fileName || String(place), 'unknownLevel')
      return []
    }
    const externalId = textOf(level['id']) || fileName
    if (ids.has(externalId)) {
      report(index.name, externalId, 'duplicate')
      return []
    }
    ids.add(externalId)
    const ordinal = ordinalOf(level['z_order']) ?? ordinalOf(level['ordinal']) ?? place
    return [
      {
        file,
        externalId,
        name: textOf(level['readable_name']) || textOf(level['name']) || fileName,
        shortName: truncate(textOf(level['name']) || String(ordinal), 12),
        ordinal,
      },
    ]
  })
}

/**
 * Without an index, each file is a floor. Its number comes from the file's name, or else from its
 * position in the list.
 */
function loneLevels(files: readonly Parsed[]): Level[] {
  const plans = files.filter(({ data }) =>
    featuresIn(data).some(
      (feature) =>
        typeOf(feature) !== 'pathway' && fieldsOf(feature['geometry'])['type'] !== 'LineString',
    ),
  )
  const named = new Set<string>()
  const series = levelsInSeries(plans.map(({ name }) => name))
  return plans.flatMap((file, place): Level[] => {
    const ordinal =
      ordinalOf(file.data['z_order']) ?? levelInName(file.name) ?? series?.[place] ?? place
    const title = textOf(file.data['name']) || file.name.replace(/\.\w+$/, '')
    // Two files of one level are two parts of it; each keeps its own title.
    const externalId = named.has(`level ${ordinal}`)
      ? `level ${ordinal} ${title} ${place}`
      : `level ${ordinal}`
    named.add(externalId)
    return [{ file, externalId, name: title, shortName: String(ordinal), ordinal }]
  })
}

const typeOf = (feature: Record<string, unknown>): string => {
  const properties = fieldsOf(feature['properties'])
  return (
    textOf(properties['type']) ||
    textOf(properties['kind']) ||
    textOf(properties['category']) ||
    textOf(properties['indoor'])
  ).toLowerCase()
}

const rooms: readonly (readonly [RegExp, RoomKind])[] = [
  [/elevator|lift/, 'lift'],
  [/stair|escalator|ramp/, 'stairs'],
  [/bathroom|toilet|restroom|wc/, 'toilet'],
  [/corridor|hallway|walkway|foyer|lobby/, 'corridor'],
  [/entrance/, 'entrance'],
  [/inaccessible|closed|void|shaft/, 'closed'],
  [/room|office|area|unit|no_geometry|^$/, 'room'],
]
const parts: readonly (readonly [RegExp, Part['kind']])[] = [
  [/wall/, 'wall'],
  [/door|opening/, 'door'],
  [/window/, 'window'],
]

function floorOf(
  { file, externalId, name, shortName, ordinal }: Level,
  report: Report,
): PlannedFloor | null {
  const floor: Omit<PlannedFloor, 'outline'> = {
    externalId,
    name,
    shortName,
    ordinal,
    rooms: [],
    parts: [],
  }
  const outlines: Polygon[] = []
  const seen = new Set<string>()
  for (const [place, feature] of featuresIn(file.data).entries()) {
    const properties = fieldsOf(feature['properties'])
    const type = typeOf(feature)
    const own = textOf(feature['id']) || textOf(properties['id'])
    let id = own || `#${place}`
    if (type === 'pathway' || type === 'path') continue
    const usable = usableGeometry(feature['geometry'])
    if ('fault' in usable) {
      report(file.name, id, usable.fault)
      continue
    }
    if (isSelfCrossing(usable)) report(file.name, id, 'selfCrossing')
    if (seen.has(id)) {
      report(file.name, id, 'duplicate')
      id = `${id}#${place}`
    }
    if (own !== '') seen.add(id)
    if (/outline|footprint|^level$|^floor$/.test(type)) {
      outlines.push(...usable.polygons)
      continue
    }
    const part = parts.find(([pattern]) => pattern.test(type))?.[1]
    const kind = rooms.find(([pattern]) => pattern.test(type))?.[1]
    if (part !== undefined)
      floor.parts.push(
        ...[...usable.polygons, ...usable.lines].map((shape) => ({ kind: part, shape })),
      )
    else if (kind === undefined) report(file.name, id, 'unknownKind')
    else {
      const code = textOf(properties['roomnumber']) || textOf(properties['ref']) || null
      floor.rooms.push(
        ...usable.polygons.map((outline, index) =>
          plannedRoom({
            externalId: own === '' ? idByPlace(outline, seen) : index === 0 ? id : `${id}/${index}`,
            name: textOf(properties['name']),
            code,
            kind,
            category: type || null,
            outline,
          }),
        ),
      )
    }
  }
  const outline = largest(outlines) ?? boxAround(floor)
  return outline === null ? null : { ...floor, outline }
}

const MAX_DISTANCE_M = 2_000 // metres; a more distant shape is an error

/** Bounding box of the contents, for a floor without an outline. */
export function boxAround({
  rooms: inside,
  parts: drawn,
}: Pick<PlannedFloor, 'rooms' | 'parts'>): Polygon | null {
  const shapes = [
    ...inside.map(({ outline }) => outline),
    ...drawn.flatMap(({ shape }) => (shape.type === 'Polygon' ? [shape] : [])),
  ]
  const home = middleOf(shapes.map(labelPoint))
  const bounds =
    home === null
      ? null
      : boundsOf(shapes.filter((shape) => metresBetween(home, labelPoint(shape)) < MAX_DISTANCE_M))
  if (bounds === null) return null
  const { west, south, east, north } = bounds
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  }
}
