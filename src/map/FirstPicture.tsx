/** Paints the floor until the library's first frame, which takes over a second on slow machines. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { loadSavedView } from './camera.ts'
import type { Features } from './features.ts'
import { drawFlat, type FlatLook } from './flatPicture.ts'
import type { MapColours } from './style.ts'
import { fitTurnedView, type Padding } from './turned.ts'
import styles from './FloorMap.module.css'

const UNSEEN_MS = 250
const FLAT = { pitch: 0, height: 0, turn: 0, isLying: false }

/** The initial view, computed as in useAim. */
function lookAt(
  floor: Floor,
  stage: { width: number; height: number; padding: Padding },
): FlatLook {
  const before = loadSavedView(floor.id, Date.now())
  if (before?.pitch === 0) return before
  const whole = fitTurnedView(floor.outline, stage, stage.padding, FLAT)
  return { ...whole, zoom: Math.min(whole.zoom, 22) }
}

export function FirstPicture({
  plan,
  grounds,
  padding,
  colours,
  selectedRoomId,
  floor,
  onSeen,
}: {
  floor: Floor
  plan: Features
  grounds: Features
  padding: Padding
  colours: MapColours
  selectedRoomId: number | null
  onSeen(): void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const on = canvas.current
    if (on === null) return
    const draw = (): void => {
      const { clientWidth: width, clientHeight: height } = on
      const context = on.getContext('2d', { alpha: false })
      if (context === null || width === 0 || height === 0) return
      const ratio = window.devicePixelRatio
      on.width = Math.round(width * ratio)
      on.height = Math.round(height * ratio)
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const stage = { width, height, padding }
      drawFlat(context, { plan, grounds }, lookAt(floor, stage), stage, { colours, selectedRoomId })
    }
    draw()
    let isFirst = true
    const observer = new ResizeObserver(() => {
      if (!isFirst) draw()
      isFirst = false
    })
    observer.observe(on)
    return () => observer.disconnect()
  }, [plan, grounds, padding, colours, selectedRoomId, floor])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(onSeen)
    })
    // A hidden page gets no animation frames.
    const late = setTimeout(onSeen, UNSEEN_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      clearTimeout(late)
    }
  }, [onSeen])
  return <canvas ref={canvas} className={styles.ink} aria-hidden="true" />
}
