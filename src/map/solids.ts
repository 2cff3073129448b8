/**
 * 3D geometry of a plan: extruded walls, slabs, the light of a selected room. Metres from a corner
 * of the building.
 */
import {
  BoxGeometry,
  BufferGeometry,
  Color,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Path,
  Shape,
  ShapeGeometry,
} from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Metres, Plane } from '#contract/venue/plane.ts'
import { outlineParts, ringsOf } from '#contract/venue/outlineParts.ts'
import { isCounterClockwise } from '#contract/venue/polygon.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'
import type { RoomPaint } from './features.ts'
import { spherePlaneAt } from './sphere.ts'

type Origin = { longitude: number; latitude: number }
const THIN = 0.14

export interface Walls {
  sides: BufferGeometry
  tops: BufferGeometry
}

/** Walls one metre high; scaled to the wanted height. */
export function wallsOf(floor: Floor, origin: Origin): Walls | null {
  const plane = spherePlaneAt(origin)
  const walls = floor.parts.filter(({ kind }) => kind === 'wall')
  const solids = walls.flatMap(({ shape }) =>
    shape.type === 'Polygon'
      ? [new ExtrudeGeometry(shapeOf(plane, shape), { depth: 1, bevelEnabled: false })]
      : fences(plane, shape.coordinates, 1),
  )
  // A venue without walls has rooms: their outlines are raised instead.
  const outlines =
    walls.length > 0
      ? []
      : floor.rooms
          .filter(({ kind }) => kind !== 'corridor')
          .flatMap(({ outline }) => ringsOf(outline).flatMap((ring) => fences(plane, ring, 0.7)))
  const all = [...solids, ...outlines].map((solid) =>
    solid.index === null ? solid : solid.toNonIndexed(),
  )
  if (all.length === 0) return null
  const merged = mergeGeometries(all.map((solid) => (solid.deleteAttribute('uv'), solid)))
  const parted = sidesAndTops(merged)
  merged.dispose()
  return parted
}

const SUN = { x: -0.55, y: 0.83 }

function sidesAndTops(merged: BufferGeometry): Walls {
  const at = merged.getAttribute('position')
  const normal = merged.getAttribute('normal')
  const sides: number[] = []
  const shades: number[] = []
  const tops: number[] = []
  for (let corner = 0; corner + 2 < at.count; corner += 3) {
    const up = normal.getZ(corner)
    if (up < -0.5) continue
    const to = up > 0.5 ? tops : sides
    const light = 0.86 + 0.16 * (normal.getX(corner) * SUN.x + normal.getY(corner) * SUN.y)
    for (const index of [corner, corner + 1, corner + 2]) {
      to.push(at.getX(index), at.getY(index), at.getZ(index))
      if (to === sides) shades.push(light, light, light)
    }
  }
  const geometryOf = (points: number[]): BufferGeometry =>
    new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3))
  return {
    sides: geometryOf(sides).setAttribute('color', new Float32BufferAttribute(shades, 3)),
    tops: geometryOf(tops),
  }
}

const THICK = 0.4
export function plateOf(floor: Floor, origin: Origin): BufferGeometry {
  const plane = spherePlaneAt(origin)
  const shapes = outlineParts(floor.outline).map((part) => shapeOf(plane, part))
  return new ExtrudeGeometry(shapes, { depth: THICK, bevelEnabled: false }).translate(
    0,
    0,
    -THICK - 0.03,
  )
}

export function tintedFloorOf(
  floor: Floor,
  origin: Origin,
  ground: string,
  paintOf: RoomPaint,
): BufferGeometry {
  const plane = spherePlaneAt(origin)
  const painted = [
    { outline: floor.outline, colour: ground, height: 0 },
    ...floor.rooms.map((room) => ({
      outline: room.outline,
      colour: paintOf(room),
      height: 0.02,
    })),
  ].map(({ outline, colour, height }) => {
    const shapes = outlineParts(outline).map((part) => shapeOf(plane, part))
    const shape = new ShapeGeometry(shapes).translate(0, 0, height)
    const { r, g, b } = new Color(colour)
    const { count } = shape.getAttribute('position')
    shape.deleteAttribute('uv')
    return shape.setAttribute(
      'color',
      new Float32BufferAttribute(Array.from({ length: count }, () => [r, g, b]).flat(), 3),
    )
  })
  return mergeGeometries(painted)
}

type Quad = readonly (readonly number[])[]

export function lightCone(outline: Polygon, origin: Origin, height: number): BufferGeometry {
  const plane = spherePlaneAt(origin)
  return fading(
    outlineParts(outline).flatMap(({ coordinates: [ring = []] }) =>
      metresOf(plane, ring).flatMap((a, index, points): Quad[] => {
        const b = points[index + 1]
        return b === undefined
          ? []
          : [
              [
                [a.x, a.y, 0.04, 0.6],
                [b.x, b.y, 0.04, 0.6],
                [b.x, b.y, height, 0],
                [a.x, a.y, height, 0],
              ],
            ]
      }),
    ),
  )
}

/** A soft shadow around a separated floor: dark at its edge, gone at `reach` metres. */
export function floorShadow(outline: Polygon, origin: Origin, reach: number): BufferGeometry {
  const plane = spherePlaneAt(origin)
  return fading(
    outlineParts(outline).flatMap(({ coordinates: [ring = []] }) =>
      shadowOfRing(metresOf(plane, ring), isCounterClockwise(ring) ? reach : -reach),
    ),
  )
}

function shadowOfRing(points: readonly Metres[], reach: number): Quad[] {
  const offs = points.map((point, index) => {
    const [before, after] = [
      points.at(index - 1 < 0 ? -2 : index - 1) ?? point,
      points[index + 1] ?? points[1] ?? point,
    ]
    const [dx, dy] = [after.x - before.x, after.y - before.y]
    const length = Math.hypot(dx, dy) || 1
    return { x: point.x + (dy / length) * reach, y: point.y - (dx / length) * reach }
  })
  return points.flatMap((a, index): Quad[] => {
    const [b, c, d] = [points[index + 1], offs[index + 1], offs[index]]
    return b === undefined || c === undefined || d === undefined
      ? []
      : [
          [
            [a.x, a.y, 0, 0.34],
            [b.x, b.y, 0, 0.34],
            [c.x, c.y, 0, 0],
            [d.x, d.y, 0, 0],
          ],
        ]
  })
}

function fading(quads: readonly Quad[]): BufferGeometry {
  const corners = quads.flatMap((quad) => [0, 1, 2, 0, 2, 3].map((index) => quad[index] ?? []))
  return new BufferGeometry()
    .setAttribute(
      'position',
      new Float32BufferAttribute(
        corners.flatMap(([x = 0, y = 0, z = 0]) => [x, y, z]),
        3,
      ),
    )
    .setAttribute(
      'color',
      new Float32BufferAttribute(
        corners.flatMap(([, , , alpha = 0]) => [1, 1, 1, alpha]),
        4,
      ),
    )
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
