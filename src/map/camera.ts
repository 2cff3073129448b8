/**
 * Where the map looks: brought to what is asked for, and kept on what was in view when the stage
 * gets another size.
 */
import { mercatorPerMetre } from './mercator.ts'

export interface Size {
  width: number
  height: number
}

/** How near one thing is looked at, at least; with floors above each other from farther off. */
export const NEAR = { one: 19.2, stacked: 18.3 } as const

/** The zoom at which all that was in view still is. */
export const zoomOn = (zoom: number, was: Size, is: Size): number =>
  zoom + Math.log2(Math.min(is.width / was.width, is.height / was.height))

const A_TILE = 512

/**
 * How far above its place on the ground something stands on the screen, in pixels, for so many
 * metres of height.
 */
export const raisedBy = (
  metres: number,
  { zoom, pitch, latitude }: { zoom: number; pitch: number; latitude: number },
): number =>
  metres * Math.sin((pitch * Math.PI) / 180) * mercatorPerMetre(latitude) * A_TILE * 2 ** zoom

interface Camera {
  getZoom(): number
  isMoving(): boolean
  resize(): unknown
  jumpTo(to: { zoom: number }): unknown
  on(event: 'moveend', listener: () => void): unknown
  off(event: 'moveend', listener: () => void): unknown
}

/** Given to a move that somebody asked for by a button: from then on the map is where they want it. */
export const BY_HAND = { isByHand: true } as const
/** Of the map's `movestart`: somebody moved it, by a touch, a key or a button. */
export const isByHand = (event: object): boolean =>
  'isByHand' in event || ('originalEvent' in event && event.originalEvent !== undefined)

/** Where a map was brought, while nobody has moved it since. */
interface Goal {
  isBound(): boolean
  /** As a motion where it was in one, else at once. */
  goOn(isMoving: boolean): void
}

/**
 * The stage follows its own size: a panel that opens beside it narrows it without the window
 * changing. On the way to a goal, and there, it is brought to the goal anew; else what somebody
 * looked at stays in view, and when the stage is as large again it is as near again.
 */
export function followSize(map: Camera, stage: HTMLElement, goal: Goal): () => void {
  const sizeOf = (): Size => ({ width: stage.clientWidth, height: stage.clientHeight })
  const isSame = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height
  /** As it was left by whoever looked, on a stage of that size. */
  let wanted = { zoom: map.getZoom(), size: sizeOf() }
  let now = wanted
  let isOwn = false
  const handleMoved = (): void => {
    // A change of size is a move too, for the map; only another nearness is somebody's wish.
    if (!isOwn && isSame(sizeOf(), now.size) && Math.abs(map.getZoom() - now.zoom) > 1e-6)
      wanted = now = { zoom: map.getZoom(), size: now.size }
  }
  const observer = new ResizeObserver(() => {
    const size = sizeOf()
    if (size.width === 0 || size.height === 0 || isSame(size, now.size)) return
    const [isBound, isMoving] = [goal.isBound(), map.isMoving()]
    const zoom =
      wanted.size.width === 0 || wanted.size.height === 0
        ? map.getZoom()
        : zoomOn(wanted.zoom, wanted.size, size)
    now = { zoom, size }
    isOwn = true
    map.resize()
    if (isBound) goal.goOn(isMoving)
    else map.jumpTo({ zoom })
    isOwn = false
  })
  observer.observe(stage)
  map.on('moveend', handleMoved)
  return () => {
    observer.disconnect()
    map.off('moveend', handleMoved)
  }
}

/** Where somebody looked at a floor. */
export interface Look {
  longitude: number
  latitude: number
  zoom: number
  bearing: number
  pitch: number
}
const KEPT_MS = 4_000
let left: { floorId: number; look: Look; at: number } | null = null

/** A map goes: the next one of that floor, of another layer, begins where it looked. */
export function leaveLook(floorId: number, look: Look, now: number): void {
  left = { floorId, look, at: now }
}
/** Null: another floor, or too long ago to go on from. */
export const lookLeft = (floorId: number, now: number): Look | null =>
  left !== null && left.floorId === floorId && now - left.at < KEPT_MS ? left.look : null
