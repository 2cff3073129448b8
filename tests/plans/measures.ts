/** Measures plans independently of the product's own code. */
import type { Polygon } from '#contract/venue/shapes.ts'

/** Square metres by Gauss's formula on the ellipsoid's radii. */
export function squareMetres({ coordinates }: Polygon): number {
  const [first] = coordinates[0] ?? []
  const latitude = ((first?.[1] ?? 0) * Math.PI) / 180
  const flat = 1 - 0.00669438 * Math.sin(latitude) ** 2
  const perLatitude = ((6_378_137 * (1 - 0.00669438)) / flat ** 1.5) * (Math.PI / 180)
  const perLongitude = (6_378_137 / Math.sqrt(flat)) * Math.cos(latitude) * (Math.PI / 180)
  const [outline = 0, ...holes] = coordinates.map((ring) =>
    Math.abs(
      ring.reduce((sum, [x, y], index) => {
        const [nextX = x, nextY = y] = ring[(index + 1) % ring.length] ?? []
        const [x0 = 0, y0 = 0] = first ?? []
        return sum + ((x - x0) * (nextY - y0) - (nextX - x0) * (y - y0)) / 2
      }, 0),
    ),
  )
  return (outline - holes.reduce((sum, one) => sum + one, 0)) * perLongitude * perLatitude
}

/** Matches within half a percent. */
export const within = (value: number): unknown => ({
  asymmetricMatch: (other: unknown) =>
    typeof other === 'number' && Math.abs(other - value) <= value * 0.005,
  toString: () => `${value} ± 0.5 %`,
})
