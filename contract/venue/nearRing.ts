import type { Metres, Plane } from './plane.ts'
import { ringsOf } from './outlineParts.ts'
import type { Polygon } from './shapes.ts'

export interface OnRing {
  metres: number
  at: Metres
  /** Unit vector along the nearest side. */
  along: Metres
}

/** Searches the outline and the holes. Returns null if the polygon has no sides. */
export function nearestOnRing(shape: Polygon, plane: Plane, point: Metres): OnRing | null {
  let best: OnRing | null = null
  for (const ring of ringsOf(shape)) {
    let from: Metres | undefined
    for (const [longitude, latitude] of ring) {
      const to = plane.toMetres({ longitude, latitude })
      if (from !== undefined) {
        const one = nearestOnSide(from, to, point)
        if (one !== null && (best === null || one.metres < best.metres)) best = one
      }
      from = to
    }
  }
  return best
}

function nearestOnSide(from: Metres, to: Metres, point: Metres): OnRing | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  if (length === 0) return null
  const along = { x: dx / length, y: dy / length }
  const part = Math.min(
    length,
    Math.max(0, (point.x - from.x) * along.x + (point.y - from.y) * along.y),
  )
  const at = { x: from.x + along.x * part, y: from.y + along.y * part }
  return { metres: Math.hypot(point.x - at.x, point.y - at.y), at, along }
}

export const metresToRing = (shape: Polygon, plane: Plane, point: Metres): number =>
  nearestOnRing(shape, plane, point)?.metres ?? Number.POSITIVE_INFINITY
