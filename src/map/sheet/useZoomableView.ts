/** The visible part of the sheet in metres, y down as on the screen. */
import { useCallback, useEffect, useState } from 'react'
import type { Metres } from '#contract/venue/plane.ts'

export interface View {
  x: number
  y: number
  wide: number
  high: number
}
const MIN_WIDE_M = 2
const MAX_WIDE_M = 4_000

export const viewAround = (points: readonly Metres[], edge = 0.06): View => {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => -y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const off = Math.max(wide, high, 4) * edge
  return { x: left - off, y: top - off, wide: wide + 2 * off, high: high + 2 * off }
}

export interface Looking {
  hold(stage: SVGSVGElement | null): void
  view: View
  /** Metres a pixel. */
  pixel: number
  zoomBy(factor: number, at?: Metres): void
  panBy(by: Metres): void
  lookAt(view: View): void
  toSheet(at: { clientX: number; clientY: number }): Metres
}

/** `wheel`: `held` zooms only with Ctrl or Command held, so that the page scrolls. */
export function useZoomableView(initial: View, wheel: 'always' | 'held' = 'always'): Looking {
  const [stage, hold] = useState<SVGSVGElement | null>(null)
  const [view, setView] = useState(initial)
  const [size, setSize] = useState({ width: 900, height: 600 })
  useEffect(() => {
    if (stage === null) return
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect
      if (box !== undefined && box.width > 0) setSize({ width: box.width, height: box.height })
    })
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stage])
  const pixel = Math.max(view.wide / size.width, view.high / size.height)
  const zoomBy = useCallback((factor: number, at?: Metres) => {
    setView((now) => {
      const wide = Math.min(MAX_WIDE_M, Math.max(MIN_WIDE_M, now.wide * factor))
      const share = wide / now.wide
      const [x, y] = at === undefined ? [now.x + now.wide / 2, now.y + now.high / 2] : [at.x, -at.y]
      return {
        x: x - (x - now.x) * share,
        y: y - (y - now.y) * share,
        wide,
        high: now.high * share,
      }
    })
  }, [])
  const panBy = useCallback(
    ({ x, y }: Metres) => setView((now) => ({ ...now, x: now.x + x, y: now.y - y })),
    [],
  )
  const toSheet = useCallback(
    ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const matrix = stage?.getScreenCTM()
      if (matrix === null || matrix === undefined) return { x: 0, y: 0 }
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
      return { x, y: -y }
    },
    [stage],
  )
  useEffect(() => {
    if (stage === null) return
    // React's wheel listeners are passive and cannot prevent scrolling.
    const turn = (event: WheelEvent): void => {
      if (wheel === 'held' && !event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomBy(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400))), toSheet(event))
    }
    stage.addEventListener('wheel', turn, { passive: false })
    return () => stage.removeEventListener('wheel', turn)
  }, [stage, toSheet, wheel, zoomBy])
  return { hold, view, pixel, zoomBy, panBy, lookAt: setView, toSheet }
}
