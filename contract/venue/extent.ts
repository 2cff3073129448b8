import type { Metres } from './plane.ts'

/** Direction of most walls, in radians counterclockwise, in (-45°, 45°]. */
export function wallDirection(ring: readonly Metres[]): number {
  // Four times the angle makes perpendicular walls count as one direction.
  let [x, y] = [0, 0]
  for (const [index, from] of ring.entries()) {
    const to = ring[index + 1]
    if (to === undefined) continue
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    const angle = Math.atan2(dy, dx) * 4
    x += Math.cos(angle) * length
    y += Math.sin(angle) * length
  }
  return x === 0 && y === 0 ? 0 : Math.atan2(y, x) / 4
}

export interface Extent {
  right: number
  up: number
  middle: Metres
}

/** Width and height of the points on a map rotated by `bearing` degrees. */
export function extentOf(points: readonly Metres[], bearing: number): Extent {
  const angle = (bearing * Math.PI) / 180
  const right = { x: Math.cos(angle), y: -Math.sin(angle) }
  const up = { x: Math.sin(angle), y: Math.cos(angle) }
  const along = points.map(({ x, y }) => x * right.x + y * right.y)
  const across = points.map(({ x, y }) => x * up.x + y * up.y)
  const [left, end] = [Math.min(...along), Math.max(...along)]
  const [low, high] = [Math.min(...across), Math.max(...across)]
  const [a, b] = [(left + end) / 2, (low + high) / 2]
  return {
    right: end - left,
    up: high - low,
    middle: { x: a * right.x + b * up.x, y: a * right.y + b * up.y },
  }
}
