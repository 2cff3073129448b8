import { planeAt, type Metres } from '#contract/venue/plane.ts'
import type { Part, Position } from '#contract/venue/shapes.ts'

const [NARROW, WIDE] = [0.5, 3]
const STEPS = 7

function openingOf(corners: readonly Metres[]): { from: Metres; to: Metres } | null {
  const [a, b, c, d] = corners
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null
  const middle = (one: Metres, other: Metres): Metres => ({
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
  })
  const isLong = Math.hypot(b.x - a.x, b.y - a.y) >= Math.hypot(c.x - b.x, c.y - b.y)
  return isLong
    ? { from: middle(a, d), to: middle(b, c) }
    : { from: middle(a, b), to: middle(d, c) }
}

/**
 * The leaf and its quarter circle as one line, on the side where `isRoom` is true. Null unless it
 * is a plain opening of a door's width.
 */
export function doorSwing(
  { shape }: Part,
  isRoom: (at: { longitude: number; latitude: number }) => boolean,
): { type: 'LineString'; coordinates: Position[] } | null {
  const ring = shape.type === 'Polygon' ? shape.coordinates[0] : undefined
  const [first] = ring ?? []
  if (ring === undefined || first === undefined || ring.length !== 5) return null
  const plane = planeAt({ longitude: first[0], latitude: first[1] })
  const opening = openingOf(
    ring.slice(0, 4).map(([longitude, latitude]) => plane.toMetres({ longitude, latitude })),
  )
  if (opening === null) return null
  const { from, to } = opening
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const width = Math.hypot(dx, dy)
  if (width < NARROW || width > WIDE) return null
  const sideAt = (side: 1 | -1): Metres => ({
    x: (from.x + to.x) / 2 - (dy / width) * side,
    y: (from.y + to.y) / 2 + (dx / width) * side,
  })
  const side = isRoom(plane.toDegrees(sideAt(1))) ? 1 : isRoom(plane.toDegrees(sideAt(-1))) ? -1 : 0
  if (side === 0) return null
  const start = Math.atan2(dy, dx)
  const points = [
    from,
    ...Array.from({ length: STEPS }, (_, step): Metres => {
      const angle = start + side * (Math.PI / 2) * (1 - step / (STEPS - 1))
      return { x: from.x + Math.cos(angle) * width, y: from.y + Math.sin(angle) * width }
    }),
  ]
  return {
    type: 'LineString',
    coordinates: points.map((point): Position => {
      const { longitude, latitude } = plane.toDegrees(point)
      return [longitude, latitude]
    }),
  }
}
