/**
 * A plan in the third dimension: walls pulled up, floors as slabs. In metres from a corner of the
 * building.
 */
import {
  BoxGeometry,
  ExtrudeGeometry,
  Path,
  Shape,
  ShapeGeometry,
  type BufferGeometry,
} from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { Floor } from '#contract/rtlsShapes'
import { planeAt, type Metres, type Plane } from '#contract/venue/plane'
import type { Polygon, Position } from '#contract/venue/shapes'

type Origin = { longitude: number; latitude: number }
const THIN = 0.12

export function wallsOf(floor: Floor, origin: Origin, height: number): BufferGeometry | null {
  const plane = planeAt(origin)
  const walls = floor.parts.filter(({ kind }) => kind === 'wall')
  const solids = walls.flatMap(({ shape }) =>
    shape.type === 'Polygon'
      ? [new ExtrudeGeometry(shapeOf(plane, shape), { depth: height, bevelEnabled: false })]
      : fences(plane, shape.coordinates, height),
  )
  const windows = floor.parts.flatMap(({ kind, shape }) =>
    kind === 'window' && shape.type === 'Polygon'
      ? [new ExtrudeGeometry(shapeOf(plane, shape), { depth: height * 0.4, bevelEnabled: false })]
      : [],
  )
  // A venue without walls has rooms: their outlines stand up instead.
  const outlines =
    walls.length > 0
      ? []
      : floor.rooms
          .filter(({ kind }) => kind !== 'corridor')
          .flatMap(({ outline }) =>
            outline.coordinates.flatMap((ring) => fences(plane, ring, height * 0.7)),
          )
  const all = [...solids, ...windows, ...outlines].map((solid) =>
    solid.index === null ? solid : solid.toNonIndexed(),
  )
  return all.length === 0
    ? null
    : mergeGeometries(all.map((solid) => (solid.deleteAttribute('uv'), solid)))
}

export function slabOf(floor: Floor, origin: Origin): BufferGeometry {
  return new ShapeGeometry(shapeOf(planeAt(origin), floor.outline))
}

function shapeOf(plane: Plane, { coordinates: [outer = [], ...holes] }: Polygon): Shape {
  const shape = new Shape()
  trace(shape, metresOf(plane, outer))
  for (const hole of holes) {
    const path = new Path()
    trace(path, metresOf(plane, hole))
    shape.holes.push(path)
  }
  return shape
}

const metresOf = (plane: Plane, ring: readonly Position[]): Metres[] =>
  ring.map(([longitude, latitude]) => plane.toMetres({ longitude, latitude }))

function trace(path: Path, points: readonly Metres[]): void {
  for (const [index, { x, y }] of points.entries()) {
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
}

/** A thin wall along each piece of a line. */
function fences(plane: Plane, line: readonly Position[], height: number): BufferGeometry[] {
  const points = metresOf(plane, line)
  return points.flatMap((from, index) => {
    const to = points[index + 1]
    if (to === undefined) return []
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const box = new BoxGeometry(length, THIN, height)
    box
      .rotateZ(Math.atan2(to.y - from.y, to.x - from.x))
      .translate((from.x + to.x) / 2, (from.y + to.y) / 2, height / 2)
    return [box]
  })
}
