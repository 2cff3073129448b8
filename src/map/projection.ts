/**
 * Projects metres around an origin to stage pixels with the map's own matrix, so that overlays
 * match at any pitch and height.
 */
import type { Size } from './camera.ts'

export interface Projection extends Size {
  /** 4 × 4, column-major, for metres around the origin. */
  matrix: ArrayLike<number>
}
export interface OnScreen {
  x: number
  y: number
}

/** Null if the point is behind the camera. */
export function projectPoint(
  { matrix, width, height }: Projection,
  x: number,
  y: number,
  z: number,
): OnScreen | null {
  const row = (from: number): number =>
    (matrix[from] ?? 0) * x +
    (matrix[from + 4] ?? 0) * y +
    (matrix[from + 8] ?? 0) * z +
    (matrix[from + 12] ?? 0)
  const w = row(3)
  if (w <= 0) return null
  return { x: ((row(0) / w + 1) / 2) * width, y: ((1 - row(1) / w) / 2) * height }
}
