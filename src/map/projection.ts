/**
 * From metres around an origin to pixels of the stage, with the matrix that the map itself draws
 * by: what lies over the map sits where the map is, at any slant and height.
 */
import type { Size } from './camera.ts'

export interface Projection extends Size {
  /** Four by four, by columns, for metres around the origin. */
  matrix: ArrayLike<number>
}
export interface OnScreen {
  x: number
  y: number
}

/** Null behind whoever looks. */
export function project(
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
