/** Rotates the plan along its building, so that it fills the stage. */
import { wallDirection, extentOf, type Extent } from '#contract/venue/extent.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import type { Size } from './camera.ts'
import { mercatorPerMetre } from './mercator.ts'
import { spherePlaneAt } from './sphere.ts'

const A_TILE = 512
const QUARTER = Math.PI / 2

export function depthOf(outline: Polygon): number {
  const ring = outline.coordinates[0] ?? []
  const [longitude, latitude] = ring[0] ?? [0, 0]
  const plane = spherePlaneAt({ longitude, latitude })
  const points = ring.map(([x, y]) => plane.toMetres({ longitude: x, latitude: y }))
  const { right, up } = extentOf(points, (-wallDirection(points) * 180) / Math.PI)
  return Math.min(right, up)
}

export interface Padding {
  top: number
  bottom: number
  left: number
  right: number
}
/**
 * `height`: of its contents, in metres. `isLying`: the long side horizontal, whatever the stage.
 */
interface Slanted {
  pitch?: number
  height?: number
  turn?: number
  isLying?: boolean
}
export interface Look {
  longitude: number
  latitude: number
  zoom: number
  bearing: number
}

/**
 * The view that shows an outline as large as possible: walls parallel to the screen, the long side
 * along the stage's, and north as far up as that allows.
 */
export function fitTurnedView(
  outline: Polygon,
  stage: Size,
  padding: Padding,
  { pitch = 0, height = 0, turn = 0, isLying = false }: Slanted = {},
): Look {
  const ring = outline.coordinates[0] ?? []
  const [longitude, latitude] = ring[0] ?? [0, 0]
  const plane = spherePlaneAt({ longitude, latitude })
  const points = ring.map(([x, y]) => plane.toMetres({ longitude: x, latitude: y }))
  const width = Math.max(40, stage.width - padding.left - padding.right)
  const tall = Math.max(40, stage.height - padding.top - padding.bottom)
  const fit = (bearing: number) => {
    const extent = extentOf(points, bearing)
    const seen = inPerspective(extent, height, pitch, stage.height)
    return { ...extent, ...largest(seen, width, tall) }
  }
  const axis = wallDirection(points)
  const bearings = [-1, 0, 1, 2]
    .map((quarter) => (-(axis + quarter * QUARTER) * 180) / Math.PI)
    .map((bearing) => (bearing > 180 ? bearing - 360 : bearing <= -180 ? bearing + 360 : bearing))
    .filter((bearing) => Math.abs(bearing) <= 90.5)
  const best =
    bearings.toSorted((a, b) => {
      const gain = fit(b).perMetre / fit(a).perMetre
      if (isLying) return fit(b).right - fit(a).right || Math.abs(a) - Math.abs(b)
      // a small gain does not justify losing north
      return gain > 1.12 ? 1 : gain < 1 / 1.12 ? -1 : Math.abs(a) - Math.abs(b)
    })[0] ?? 0
  const bearing = best + turn
  const { perMetre, middle, ahead } = fit(bearing)
  const angle = (bearing * Math.PI) / 180
  return {
    ...plane.toDegrees({
      x: middle.x + Math.sin(angle) * ahead,
      y: middle.y + Math.cos(angle) * ahead,
    }),
    zoom: Math.log2(perMetre / (A_TILE * mercatorPerMetre(latitude))),
    bearing,
  }
}

/** The camera's distance from the stage's middle, in stage heights. */
const EYE = 1.5
interface Seen {
  wide: number
  over: number
  under: number
}

/**
 * The pixels that a box covers on the stage, at `perMetre` pixels a metre, if the map looks `ahead`
 * metres beyond its middle.
 */
const inPerspective =
  ({ right, up }: Extent, height: number, pitch: number, stageHeight: number) =>
  (perMetre: number, ahead: number): Seen => {
    const slant = (pitch * Math.PI) / 180
    const away = stageHeight * EYE
    const seen: Seen = { wide: 0, over: -Infinity, under: -Infinity }
    for (const forward of [-up / 2, up / 2])
      for (const above of [0, height]) {
        const [f, h] = [(forward - ahead) * perMetre, above * perMetre]
        // Anything behind the camera fits at no size.
        const depth = away + f * Math.sin(slant) - h * Math.cos(slant)
        const scale = depth <= away * 0.2 ? Infinity : away / depth
        const y = (f * Math.cos(slant) + h * Math.sin(slant)) * scale
        seen.wide = Math.max(seen.wide, right * perMetre * scale)
        seen.over = Math.max(seen.over, y)
        seen.under = Math.max(seen.under, -y)
      }
    return seen
  }

function largest(
  seenAt: (perMetre: number, ahead: number) => Seen,
  width: number,
  tall: number,
): { perMetre: number; ahead: number } {
  const aheadAt = (perMetre: number): number => {
    let ahead = 0
    for (let step = 0; step < 12; step += 1) {
      const { wide, over, under } = seenAt(perMetre, ahead)
      if (!Number.isFinite(wide)) break
      ahead += (over - under) / 2 / perMetre
    }
    return ahead
  }
  let [low, high] = [Math.log(0.01), Math.log(2_000)]
  for (let step = 0; step < 26; step += 1) {
    const middle = Math.exp((low + high) / 2)
    const { wide, over, under } = seenAt(middle, aheadAt(middle))
    if (wide <= width && over + under <= tall && over <= tall / 2 + 2) low = Math.log(middle)
    else high = Math.log(middle)
  }
  const perMetre = Math.exp(low)
  return { perMetre, ahead: aheadAt(perMetre) }
}

const CLOSEST = 21

/** The zoom that shows `metres` around a point, never beyond the whole. */
export function zoomAround(
  metres: number,
  { latitude, stage, padding }: { latitude: number; stage: Size; padding: Padding },
  whole: number,
): number {
  const wide = stage.width - padding.left - padding.right
  const high = stage.height - padding.top - padding.bottom
  const perMetre = Math.max(40, Math.min(wide, high)) / (2 * metres)
  return Math.max(
    whole,
    Math.min(CLOSEST, Math.log2(perMetre / (A_TILE * mercatorPerMetre(latitude)))),
  )
}
