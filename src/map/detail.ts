/**
 * Lowers the resolution while the picture moves, to what the machine draws in time, and restores it
 * at rest: without a GPU the cost of a frame is its pixels.
 */
import type { MapRef } from 'react-map-gl/maplibre'
import type { Eye } from './frame.ts'

/** Milliseconds a frame: below 30 frames a second motion looks jerky. */
const ENOUGH_MS = 33
/** The target, below the limit, because not all of a frame's cost depends on its pixels. */
const AIM_MS = 24
/** Below this there is room for more pixels. */
const SPARE_MS = 18
const [MIN_SCALE, MAX_SCALE] = [0.27, 1]
/** Frames examined, because one late frame does not mean a slow machine. */
const LOOKED_AT = 3
const REST_MS = 160

/**
 * The next resolution per side, as a share of the screen's, from the milliseconds between frames. A
 * frame's cost grows with its square.
 */
export function scaleAfter(scale: number, gaps: readonly number[]): number {
  if (gaps.length < LOOKED_AT) return scale
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? ENOUGH_MS
  if (middle > ENOUGH_MS)
    return Math.max(MIN_SCALE, scale * Math.max(0.5, Math.sqrt(AIM_MS / middle)))
  return middle < SPARE_MS ? Math.min(MAX_SCALE, scale * 1.25) : scale
}

/** Shared by all maps, because the machine is the same. */
let known = MAX_SCALE

export interface Detail {
  scale: number
}

interface Watched {
  map: MapRef
  eye: Eye
  isMoving(): boolean
  detail: Detail
}

export function startDetail({ map, eye, isMoving, detail }: Watched): () => void {
  const inside = map.getMap()
  let shown = MAX_SCALE
  let last = 0
  let gaps: number[] = []
  let rest: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const moves = (): boolean => map.isMoving() || isMoving()
  const show = (scale: number, draws = true): void => {
    if (Math.abs(scale - shown) < 0.02) return
    shown = scale
    detail.scale = scale
    // Only one of the two libraries supports this. A resized canvas is empty until redrawn.
    if ('setPixelRatio' in inside) inside.setPixelRatio(window.devicePixelRatio * scale)
    if (draws && 'redraw' in inside) inside.redraw()
  }
  const calm = (): void => {
    if (moves()) return void (rest = setTimeout(calm, REST_MS))
    rest = undefined
    last = 0
    // A motion drawn in time may allow more pixels.
    if (known < MAX_SCALE) known = scaleAfter(known, gaps)
    gaps = []
    show(MAX_SCALE)
  }
  const begin = (): void => {
    if (!moves()) return
    clearTimeout(rest)
    rest = setTimeout(calm, REST_MS)
    show(known, false)
  }
  // A new map needs several frames until it is complete.
  begin()
  map.on('movestart', begin)
  const stop = eye.each(() => {
    if (!moves()) return
    const now = performance.now()
    if (last > 0) gaps.push(now - last)
    last = now
    clearTimeout(rest)
    rest = setTimeout(calm, REST_MS)
    const next = scaleAfter(known, gaps)
    if (next < known) {
      known = next
      gaps = []
    }
    // Never during a draw.
    if (asked === 0 && Math.abs(known - shown) >= 0.02)
      asked = requestAnimationFrame(() => {
        asked = 0
        show(known)
      })
  })
  return () => {
    stop()
    map.off('movestart', begin)
    clearTimeout(rest)
    cancelAnimationFrame(asked)
    detail.scale = MAX_SCALE
    if (shown !== MAX_SCALE && 'setPixelRatio' in inside && inside.style !== undefined)
      inside.setPixelRatio(window.devicePixelRatio)
  }
}
