/** The area that the map shows, in metres around an origin. */
import type { Origin, View } from './crowd.ts'
import { mercatorOf } from './mercator.ts'

/** The margin prepared around the view, so that a small pan shows no gaps. */
const MARGIN = 0.5

export interface MapLike {
  getCanvas(): { width: number; height: number; clientWidth: number }
  getZoom(): number
  getBounds(): {
    getWest(): number
    getEast(): number
    getSouth(): number
    getNorth(): number
  } | null
}

const ROUND_THE_WORLD = 40_075_016.686
const A_TILE = 512

export function viewOf(map: MapLike, origin: Origin): View {
  const bounds = map.getBounds()
  const corner = (longitude: number, latitude: number) => {
    const at = mercatorOf({ longitude, latitude })
    return { x: (at.x - origin.x) / origin.perMetre, y: (origin.y - at.y) / origin.perMetre }
  }
  const low = corner(bounds?.getWest() ?? -180, bounds?.getSouth() ?? -85)
  const high = corner(bounds?.getEast() ?? 180, bounds?.getNorth() ?? 85)
  const metresPerPixel =
    (1 / (origin.perMetre * ROUND_THE_WORLD)) * (ROUND_THE_WORLD / (A_TILE * 2 ** map.getZoom()))
  return { west: low.x, east: high.x, south: low.y, north: high.y, metresPerPixel }
}

export function expandView(view: View): View {
  const [x, y] = [(view.east - view.west) * MARGIN, (view.north - view.south) * MARGIN]
  return {
    ...view,
    west: view.west - x,
    east: view.east + x,
    south: view.south - y,
    north: view.north + y,
  }
}

export function isCovered(view: View, ready: View): boolean {
  const zoomed = ready.metresPerPixel / view.metresPerPixel
  return (
    view.west >= ready.west &&
    view.east <= ready.east &&
    view.south >= ready.south &&
    view.north <= ready.north &&
    zoomed < 1.4 &&
    zoomed > 0.5
  )
}
