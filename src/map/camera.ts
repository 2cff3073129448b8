/** The map's camera: moves to its target, and keeps the view when the stage is resized. */
import { mercatorPerMetre } from './mercator.ts'

export interface Size {
  width: number
  height: number
}

/** The least zoom for one object, and for one among stacked floors. */
export const NEAR = { one: 19.2, stacked: 18.3 } as const

/** The zoom that keeps the whole former view visible. */
export const zoomOn = (zoom: number, was: Size, is: Size): number =>
  zoom + Math.log2(Math.min(is.width / was.width, is.height / was.height))

const A_TILE = 512

/** Pixels on the screen between an object at that height and its position on the ground. */
export const pixelsOfHeight = (
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

/** Event data that marks a move by button: from then on the user owns the view. */
export const BY_HAND = { isByHand: true } as const
/** True if the user caused the map's `movestart`, by touch, key or button. */
export const isByHand = (event: object): boolean =>
  'isByHand' in event || ('originalEvent' in event && event.originalEvent !== undefined)

interface Goal {
  isBound(): boolean
  /** Continues as a motion if one was running, otherwise jumps. */
  goOn(isMoving: boolean): void
}

/**
 * Follows the stage's own size, because a panel resizes it without a window event. Moves to the
 * target again if there is one; otherwise keeps the user's view, and restores its zoom when the
 * stage is as large again.
 */
export function followSize(map: Camera, stage: HTMLElement, goal: Goal): () => void {
  const sizeOf = (): Size => ({ width: stage.clientWidth, height: stage.clientHeight })
  const isSame = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height
  /** The user's last view, with the stage's size at that time. */
  let wanted = { zoom: map.getZoom(), size: sizeOf() }
  let now = wanted
  let isOwn = false
  const handleMoved = (): void => {
    // A resize also fires `move`; only a change of zoom comes from the user.
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

export interface Look {
  longitude: number
  latitude: number
  zoom: number
  bearing: number
  pitch: number
}
const KEPT_MS = 4_000
let left: { floorId: number; look: Look; at: number } | null = null

/** Saves the view of a closing map, so that the same floor's next map begins there. */
export function saveView(floorId: number, look: Look, now: number): void {
  left = { floorId, look, at: now }
}
/** Null if it was another floor, or too long ago. */
export const loadSavedView = (floorId: number, now: number): Look | null =>
  left !== null && left.floorId === floorId && now - left.at < KEPT_MS ? left.look : null
