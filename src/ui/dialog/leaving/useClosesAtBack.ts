import { createContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addOverlay, guardOf, type Overlay } from './leaving.ts'
import { useLeaveQuestion } from './useLeaveQuestion.ts'

export const OverlayContext = createContext<Overlay | null>(null)

export function useClosesAtBack(isOpen: boolean, close: () => void): Overlay {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  const [overlay] = useState<Overlay>(() => ({ close: () => latest.current() }))
  useEffect(() => (isOpen ? addOverlay(overlay) : undefined), [isOpen, overlay])
  return overlay
}

/** For closing by the cross, the mask or Escape: asks as leaving does. */
export function useClose(overlay: Overlay, close: () => void): () => void {
  const ask = useLeaveQuestion()
  return () => {
    const held = guardOf(overlay)
    if (held === undefined) return close()
    void ask(held.hint).then((leaves) => {
      if (leaves) close()
    })
  }
}
