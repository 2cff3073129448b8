/**
 * Picking and dragging on the picture. The list beside it does the same by keyboard, so the picture
 * stays an image for screen readers.
 */
import { useEffect, useRef } from 'react'

/** Pixels that a pointer moves before it drags the picture. */
const DRAG_PX = 4

interface Acts {
  panBy(by: { x: number; y: number }): void
  onPick(room: string | null, isMore: boolean): void
  /** Metres per pixel. */
  pixel: number
}

export function usePicturePointer(stage: SVGSVGElement | null, acts: Acts): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (stage === null) return
    let from: { x: number; y: number; isMoved: boolean } | null = null
    const handleDown = (event: PointerEvent): void => {
      from = { x: event.clientX, y: event.clientY, isMoved: false }
    }
    const handleMove = (event: PointerEvent): void => {
      if (from === null || event.buttons === 0) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      if (!from.isMoved && Math.hypot(dx, dy) < DRAG_PX) return
      const { panBy, pixel } = latest.current
      panBy({ x: -dx * pixel, y: dy * pixel })
      from = { x: event.clientX, y: event.clientY, isMoved: true }
    }
    const handleClick = (event: MouseEvent): void => {
      const isMoved = from?.isMoved === true
      from = null
      if (isMoved || !(event.target instanceof Element)) return
      const room = event.target.getAttribute('data-room')
      latest.current.onPick(room, event.ctrlKey || event.metaKey || event.shiftKey)
    }
    stage.addEventListener('pointerdown', handleDown)
    stage.addEventListener('pointermove', handleMove)
    stage.addEventListener('click', handleClick)
    return () => {
      stage.removeEventListener('pointerdown', handleDown)
      stage.removeEventListener('pointermove', handleMove)
      stage.removeEventListener('click', handleClick)
    }
  }, [stage])
}
