/**
 * While the picture moves it is drawn with as many pixels as the machine draws in time, and sharp as
 * soon as it rests: without a graphics card a frame costs what its pixels cost.
 */
import type { MapRef } from 'react-map-gl/maplibre'
import type { Eye } from './frame.ts'

/** Slower than thirty frames a second is seen as jumps. */
const ENOUGH_MS = 33
/** What is aimed at, so that it need not be asked twice: not all of a frame goes by its pixels. */
const AIM_MS = 24
/** So much faster there are pixels to spare. */
const SPARE_MS = 18
const [MIN_SCALE, MAX_SCALE] = [0.27, 1]
/** One late frame is no slow machine. */
const LOOKED_AT = 3
const REST_MS = 160

/**
 * How many pixels a side, of those that the screen has, after so many milliseconds between frames.
 * What a frame costs goes by the square of it.
 */
export function scaleAfter(scale: number, gaps: readonly number[]): number {
  if (gaps.length < LOOKED_AT) return scale
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? ENOUGH_MS
  if (middle > ENOUGH_MS)
    return Math.max(MIN_SCALE, scale * Math.max(0.5, Math.sqrt(AIM_MS / middle)))
  return middle < SPARE_MS ? Math.min(MAX_SCALE, scale * 1.25) : scale
}

/** Kept from map to map: it is the same machine. */
let known = MAX_SCALE

/** With how many pixels a side all of a map is drawn, of those that the screen has. */
export interface Detail {
  scale: number
}

interface Watched {
  map: MapRef
  eye: Eye
  /** Something moves though the eye rests. */
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
    // Only one of the two libraries can; a canvas of another size is empty until it is drawn.
    if ('setPixelRatio' in inside) inside.setPixelRatio(window.devicePixelRatio * scale)
    if (draws && 'redraw' in inside) inside.redraw()
  }
  const calm = (): void => {
    if (moves()) return void (rest = setTimeout(calm, REST_MS))
    rest = undefined
    last = 0
    // A motion that was drawn in time may have had pixels to spare.
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
  // A map that comes up is drawn several times before all of it is there.
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
    // Never from within the drawing itself.
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
