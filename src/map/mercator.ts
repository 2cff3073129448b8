/** Web Mercator as in both map libraries: the world is the unit square, y grows southward. */
export interface Mercator {
  x: number
  y: number
}

export function mercatorOf({
  longitude,
  latitude,
}: {
  longitude: number
  latitude: number
}): Mercator {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return { x: 0.5 + longitude / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

const ROUND_THE_WORLD = 40_075_016.686

/** One metre in units of the unit square, at a latitude. */
export const mercatorPerMetre = (latitude: number): number =>
  1 / (ROUND_THE_WORLD * Math.cos((latitude * Math.PI) / 180))

/**
 * `matrix` with a moved origin and a scaled unit, in doubles: near a building single precision
 * loses digits.
 */
export function moveOrigin(
  matrix: ArrayLike<number>,
  origin: Mercator,
  unit: number,
): Float32Array {
  const at = (index: number) => matrix[index] ?? 0
  const out = new Float32Array(16)
  for (let row = 0; row < 4; row += 1) {
    out[row] = at(row) * unit
    out[4 + row] = at(4 + row) * -unit
    out[8 + row] = at(8 + row) * unit
    out[12 + row] = at(row) * origin.x + at(4 + row) * origin.y + at(12 + row)
  }
  return out
}

export function matrixOf(input: unknown): ArrayLike<number> | null {
  if (Array.isArray(input) || ArrayBuffer.isView(input))
    return input as unknown as ArrayLike<number>
  if (typeof input !== 'object' || input === null || !('defaultProjectionData' in input))
    return null
  const data = input.defaultProjectionData
  return typeof data === 'object' && data !== null && 'mainMatrix' in data
    ? (data.mainMatrix as ArrayLike<number>)
    : null
}
