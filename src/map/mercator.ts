/** Web Mercator as both map libraries have it: the world is the unit square, y grows southwards. */
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

/** How much of the unit square a metre is, at a latitude. */
export const mercatorPerMetre = (latitude: number): number =>
  1 / (ROUND_THE_WORLD * Math.cos((latitude * Math.PI) / 180))

/**
 * `matrix` with the origin moved and the unit scaled, in doubles: the numbers near a building lose
 * their digits otherwise.
 */
export function aroundOrigin(
  matrix: ArrayLike<number>,
  origin: Mercator,
  unit: number,
): Float32Array {
  const at = (index: number) => matrix[index] ?? 0
  const out = new Float32Array(16)
  for (let row = 0; row < 4; row += 1) {
    out[row] = at(row) * unit
    out[4 + row] = at(4 + row) * -unit // north is up
    out[8 + row] = at(8 + row) * unit
    out[12 + row] = at(row) * origin.x + at(4 + row) * origin.y + at(12 + row)
  }
  return out
}

/** A layer of our own is told the matrix in two ways: MapLibre in an object, Mapbox as it is. */
export function matrixOf(input: unknown): ArrayLike<number> | null {
  // sixteen numbers
  if (Array.isArray(input) || ArrayBuffer.isView(input))
    return input as unknown as ArrayLike<number>
  if (typeof input !== 'object' || input === null || !('defaultProjectionData' in input))
    return null
  const data = input.defaultProjectionData
  return typeof data === 'object' && data !== null && 'mainMatrix' in data
    ? (data.mainMatrix as ArrayLike<number>)
    : null // sixteen numbers, as MapLibre's types say
}
