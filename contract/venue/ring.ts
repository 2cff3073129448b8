import type { Position } from './shapes.ts'

export function isInRing(ring: readonly Position[], x: number, y: number): boolean {
  let inside = false
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index, index += 1) {
    const [ax, ay] = ring[index] ?? [0, 0]
    const [bx, by] = ring[before] ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Twice the signed area. The sign gives the ring's direction. */
export function twiceArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + (x * nextY - nextX * y)
  }, 0)
}
