import { groupBy } from '#contract/rules/groupBy.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { hullOf, joinPolygons, largest } from '#contract/venue/joinPolygons.ts'
import { textsOf } from '#contract/venue/nameSources.ts'
import type { Became, FaultCode } from '#contract/venue/outcomes.ts'
import type { Report } from '#contract/venue/ledger.ts'
import {
  plannedRoom,
  type Assumption,
  type PlannedBuilding,
  type PlannedFloor,
  type PlannedRoom,
  type SpareFeature,
} from '#contract/venue/plan.ts'
import { MAX_PARTS, MAX_ROOMS, MAX_SHORT_NAME } from '#contract/venue/planBounds.ts'
import type { Degrees } from '#contract/venue/plane.ts'
import { labelPoint } from '#contract/venue/polygon.ts'
import type { Part, Polygon, Position } from '#contract/venue/shapes.ts'
import { nameOf, wordsOf } from '#contract/venue/texts.ts'
import { footprintOf, type Area, type Point2, type Triangle } from './footprint.ts'
import { outlineOfSlabs, slabsOf } from './slabs.ts'
import { stripsOf } from './strips.ts'
import { numberOf, textOf, type Entity, type IfcModel, type IfcTypeName } from './model.ts'
import { positionOf, type ToDegrees } from './position.ts'
import { roomKindOf } from './roomKind.ts'
import {
  nameOfBuilding,
  nameOfPart,
  namesOf,
  ordinalsOf,
  type Storey,
  type Structure,
} from './structure.ts'

interface Reading {
  model: IfcModel
  structure: Structure
  toDegrees: ToDegrees
  file: string
  /** Replaces the position of the model's origin. */
  at: Degrees | null
  report: Report
  /** Assumptions that the user must confirm. */
  assumed: Assumption[]
}

/** Converts a model to a plan. Empty if the model has no position. */
export async function ifcPlan(
  model: IfcModel,
  structure: Structure,
  asked: Pick<Reading, 'file' | 'report' | 'at' | 'assumed'>,
): Promise<PlannedBuilding[]> {
  const { file, report } = asked
  const toDegrees = await positionOf(model, asked)
  if (toDegrees === null) {
    report.fault(file, null, 'withoutPosition')
    return []
  }
  const reading = { model, structure, toDegrees, ...asked }
  const rooms = roomsOf(reading)
  const parts = partsOf(reading)
  const slabs = slabsOf(model, structure, (id) =>
    footprintOf(model.triangles(id)).map((area) => polygonOfArea(area, toDegrees)),
  )
  const byBuilding = groupBy(structure.storeys, ({ buildingId }) => buildingId)
  return [...byBuilding].flatMap(([buildingId, storeys]): PlannedBuilding[] => {
    const floors = floorsOf(reading, storeys, { rooms, parts, slabs })
    const outline = largest(floors.map((floor) => floor.outline))
    if (outline === null) return []
    const building = buildingId === null ? {} : model.entity(buildingId)
    report.count('IfcBuilding', 'building')
    return [
      {
        externalId: textOf(building['GlobalId']) || null,
        name: nameOfBuilding(model, building, file),
        outline,
        ...labelPoint(outline),
        floors,
      },
    ]
  })
}

interface Contents<T> {
  byStorey: ReadonlyMap<number, readonly T[]>
}

function floorsOf(
  { report }: Reading,
  storeys: readonly Storey[],
  {
    rooms,
    parts,
    slabs,
  }: {
    rooms: Spaces
    parts: Contents<Part>
    slabs: ReadonlyMap<number, readonly Polygon[]>
  },
): PlannedFloor[] {
  const inside = (storey: Storey) => ({
    rooms: [...(rooms.byStorey.get(storey.id) ?? [])],
    parts: [...(parts.byStorey.get(storey.id) ?? [])],
  })
  const built = storeys.filter((storey) => {
    const { rooms: own, parts: drawn } = inside(storey)
    return own.length + drawn.length > 0
  })
  // True for a real floor. Foundations, reference levels and parapets have walls too, and some
  // models have only walls.
  const isFloor = (storey: Storey): boolean => {
    const { rooms: own, parts: drawn } = inside(storey)
    return own.length > 0 || drawn.some(({ kind }) => kind !== 'wall')
  }
  const used = built.some(isFloor) ? built.filter(isFloor) : built
  for (const storey of storeys) {
    if (used.includes(storey)) continue
    report.count('IfcBuildingStorey', 'withoutRoom')
    for (const part of inside(storey).parts) report.drop(part.shape, 'withoutRoom')
  }
  const signs = (of: readonly Storey[]) =>
    of.map(({ elevation, entity }) => ({ elevation, name: nameOfPart(entity) }))
  const ordinals = ordinalsOf(signs(used), signs(built))
  return used.flatMap((storey, place): PlannedFloor[] => {
    const contents = inside(storey)
    const shapes = contents.rooms.map((room) => room.outline)
    const walls = contents.parts.flatMap(polygonOf)
    const outline =
      outlineOfSlabs(slabs.get(storey.id) ?? [], { rooms: shapes, walls }) ??
      hullOf([...shapes, ...walls])
    if (outline === null) return []
    report.count('IfcBuildingStorey', 'floor')
    const ordinal = ordinals[place] ?? 0
    const name = wordsOf(nameOfPart(storey.entity)) || String(ordinal)
    return [
      {
        externalId: textOf(storey.entity['GlobalId']) || `storey ${ordinal}`,
        name,
        shortName: truncate(name, MAX_SHORT_NAME),
        ordinal,
        outline,
        ...contents,
        spare: rooms.spare.get(storey.id) ?? [],
      },
    ]
  })
}

const polygonOf = ({ shape }: Part): Polygon[] => (shape.type === 'Polygon' ? [shape] : [])

type Spaces = Contents<PlannedRoom> & { spare: ReadonlyMap<number, SpareFeature[]> }

function roomsOf({ model, structure, toDegrees, file, report }: Reading): Spaces {
  const byStorey = new Map<number, PlannedRoom[]>()
  const spare = new Map<number, SpareFeature[]>()
  for (const id of model.all('IFCSPACE')) {
    const space = model.entity(id)
    const { name, code } = namesOf(space)
    const leaveOut = (code: FaultCode): void =>
      report.leaveOut(file, 'IfcSpace', name || textOf(space['GlobalId']), code)
    const storey = structure.storeyOf(id)
    const setAside = (what: string, became: Became): void => {
      report.count(what, became)
      const shape = storey === null ? null : outlineOf(model.triangles(id), toDegrees)
      if (storey === null || shape === null) return
      const externalId = textOf(space['GlobalId']) || `space ${id}`
      const others = spare.get(storey.id) ?? []
      others.push({ externalId, what, became, shape, name: wordsOf(name) })
      spare.set(storey.id, others)
    }
    if (textOf(space['PredefinedType']) === 'GFA') setAside('IfcSpace (GFA)', 'grossArea')
    else if (structure.spaceOf(id) !== null) setAside('IfcSpace', 'partOfRoom')
    else if (storey === null) leaveOut('unknownLevel')
    else {
      const rooms = byStorey.get(storey.id) ?? []
      const outline = outlineOf(model.triangles(id), toDegrees)
      if (outline === null) leaveOut('noGeometry')
      else if (rooms.length >= MAX_ROOMS) leaveOut('tooMany')
      else {
        const kind = roomKindOf(space)
        const room = plannedRoom({
          externalId: textOf(space['GlobalId']) || `space ${id}`,
          name: nameOf(name),
          code: code === null ? null : wordsOf(code) || null,
          ...(isNumber(space) && { nameFrom: 'number' }),
          kind,
          ...(kind !== 'room' && { isKindGuessed: true }),
          outline,
          said: textsOf(textsOfSpace(space)),
        })
        byStorey.set(storey.id, [...rooms, room])
        report.count('IfcSpace', 'room', [outline])
      }
    }
  }
  return { byStorey, spare }
}

const textsOfSpace = (space: Entity): Record<string, string> =>
  Object.fromEntries(
    ['Name', 'LongName', 'ObjectType', 'Description'].map((key) => [
      key,
      textOf(space[key]).trim(),
    ]),
  )

/** Some programs give rooms a number and no name. */
const isNumber = (space: Entity): boolean =>
  textOf(space['LongName']).trim() === '' && /\d/.test(textOf(space['Name']))

function outlineOf(triangles: readonly Triangle[], toDegrees: ToDegrees): Polygon | null {
  return joinPolygons(footprintOf(triangles).map((area) => polygonOfArea(area, toDegrees))).outline
}

function polygonOfArea({ outline, holes }: Area, toDegrees: ToDegrees): Polygon {
  const ring = (points: readonly Point2[]): Position[] => {
    const positions = points.map(toDegrees)
    return [...positions, ...positions.slice(0, 1)]
  }
  return { type: 'Polygon', coordinates: [ring(outline), ...holes.map(ring)] }
}

const DRAWN: readonly (readonly [IfcTypeName, Part['kind']])[] = [
  ['IFCWALL', 'wall'],
  ['IFCCOLUMN', 'wall'],
  ['IFCCURTAINWALL', 'wall'],
  ['IFCDOOR', 'door'],
  ['IFCWINDOW', 'window'],
]

function partsOf(reading: Reading): Contents<Part> {
  const { model, structure, file, report } = reading
  const byStorey = new Map<number, Part[]>()
  for (const [type, kind] of DRAWN)
    for (const id of model.all(type)) {
      const what = model.typeName(id)
      const element = model.entity(id)
      const storey = structure.storeyOf(id)
      const leaveOut = (code: FaultCode): void =>
        report.leaveOut(file, what, textOf(element['GlobalId']), code)
      const shapes =
        type === 'IFCCURTAINWALL'
          ? curtainWallOf(reading, id)
          : kind === 'wall'
            ? wallOf(reading, id)
            : openingOf(reading, id)
      const parts = storey === null ? [] : (byStorey.get(storey.id) ?? [])
      if (storey === null) leaveOut('unknownLevel')
      else if (shapes.length === 0) leaveOut('noGeometry')
      else if (parts.length + shapes.length > MAX_PARTS) leaveOut('tooMany')
      else {
        byStorey.set(storey.id, parts)
        parts.push(...shapes.map((shape): Part => ({ kind, shape })))
        report.count(what, kind, shapes)
      }
    }
  return { byStorey }
}

/** Metres above the lowest point. Faces higher up belong to openings. */
const BASE = 0.3

/** Square metres. Smaller walls are studs and steel columns. */
const THINNEST = 0.0001

function wallOf({ model, toDegrees }: Reading, id: number): Polygon[] {
  const triangles = model.triangles(id)
  let lowest = Infinity
  for (const triangle of triangles) for (const { z } of triangle) lowest = Math.min(lowest, z)
  const base = triangles.filter((triangle) => triangle.every(({ z }) => z < lowest + BASE))
  return footprintOf(base, THINNEST).map((area) => polygonOfArea(area, toDegrees))
}

/** Parts that are drawn by themselves in a curtain wall, unlike its frames and panels. */
const OWN_PARTS: readonly IfcTypeName[] = ['IFCDOOR', 'IFCWINDOW']
const MAX_PANELS = 500

/** Ground of a curtain wall, which has no body of its own: the ground of its frames and panels. */
function curtainWallOf({ model, structure, toDegrees }: Reading, id: number): Polygon[] {
  const others = new Set(OWN_PARTS.flatMap((type) => model.all(type)))
  const members = [id, ...structure.partsOf(id).filter((part) => !others.has(part))]
  const bodies = members.slice(0, MAX_PANELS).map((part) => model.triangles(part).flat())
  return stripsOf(bodies).map((outline) => polygonOfArea({ outline, holes: [] }, toDegrees))
}

/**
 * An opening. Its placement is at one side, with the x axis along the wall. Without the optional
 * width, the opening is as wide as its body.
 */
function openingOf({ model, toDegrees }: Reading, id: number): Part['shape'][] {
  const element = model.entity(id)
  const width = numberOf(element['OverallWidth'])
  const place = model.placement(element)
  if (place === null) return []
  const { origin, along } = place
  const [from, to] =
    width === null ? reachAlong(model.triangles(id), place) : [0, width * model.unit]
  if (!(to > from)) return []
  const at = (metres: number): Position =>
    toDegrees({ x: origin.x + along.x * metres, y: origin.y + along.y * metres })
  return [{ type: 'LineString', coordinates: [at(from), at(to)] }]
}

/** Metres from the origin to both ends of a body. */
function reachAlong(
  triangles: readonly Triangle[],
  { origin, along }: { origin: Point2; along: Point2 },
): [number, number] {
  let [from, to] = [Infinity, -Infinity]
  for (const triangle of triangles)
    for (const { x, y } of triangle) {
      const metres = (x - origin.x) * along.x + (y - origin.y) * along.y
      from = Math.min(from, metres)
      to = Math.max(to, metres)
    }
  return [from, to]
}
