import { nearestOnRing, type OnRing } from './nearRing.ts'
import { planeAt, type Degrees, type Metres, type Plane } from './plane.ts'
import { boundsOf } from './polygon.ts'
import type { PlannedFloor } from './plan.ts'
import type { Line, Polygon } from './shapes.ts'

/** A door farther than this from every wall is free-standing. */
const IN_A_WALL = 1 // metres
/** Metres. A door without a level belongs to a wall this close. */
const PART_OF_IT = 0.15

interface Walls {
  plane: Plane
  shapes: readonly { shape: Polygon; west: number; south: number; east: number; north: number }[]
}

export function wallsOf({ outline, rooms }: Pick<PlannedFloor, 'outline' | 'rooms'>): Walls {
  const shapes = [outline, ...rooms.map((room) => room.outline)]
  const bounds = boundsOf(shapes)
  const plane = planeAt({ longitude: bounds?.west ?? 0, latitude: bounds?.south ?? 0 })
  return {
    plane,
    shapes: shapes.flatMap((shape) => {
      const own = boundsOf([shape])
      if (own === null) return []
      const low = plane.toMetres({ longitude: own.west, latitude: own.south })
      const high = plane.toMetres({ longitude: own.east, latitude: own.north })
      return [{ shape, west: low.x, south: low.y, east: high.x, north: high.y }]
    }),
  }
}

function wallAt({ plane, shapes }: Walls, point: Metres): OnRing | null {
  let best: OnRing | null = null
  for (const { shape, west, south, east, north } of shapes) {
    if (point.x < west - IN_A_WALL || point.x > east + IN_A_WALL) continue
    if (point.y < south - IN_A_WALL || point.y > north + IN_A_WALL) continue
    const one = nearestOnRing(shape, plane, point)
    if (one !== null && one.metres < (best?.metres ?? IN_A_WALL)) best = one
  }
  return best
}

export const isInWall = (walls: Walls, point: Degrees): boolean =>
  (wallAt(walls, walls.plane.toMetres(point))?.metres ?? IN_A_WALL) < PART_OF_IT

export function openingAt(walls: Walls, point: Degrees, width: number): Line {
  const { plane } = walls
  const wall = wallAt(walls, plane.toMetres(point))
  const { x, y } = wall?.at ?? plane.toMetres(point)
  const along = wall?.along ?? { x: 1, y: 0 }
  return {
    type: 'LineString',
    coordinates: [-0.5, 0.5].map((part) => {
      const { longitude, latitude } = plane.toDegrees({
        x: x + along.x * width * part,
        y: y + along.y * width * part,
      })
      return [longitude, latitude]
    }),
  }
}

export function squareAround(point: Degrees, metres: number): Polygon {
  const plane = planeAt(point)
  const half = metres / 2
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
    [-half, -half],
  ] as const
  return {
    type: 'Polygon',
    coordinates: [
      corners.map(([x, y]) => {
        const { longitude, latitude } = plane.toDegrees({ x, y })
        return [longitude, latitude]
      }),
    ],
  }
}
