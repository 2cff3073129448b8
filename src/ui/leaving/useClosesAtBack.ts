import { createContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addOverlay, type Overlay } from './leaving.ts'

/** What a form stands in, so that leaving that is leaving the form. */
export const OverlayContext = createContext<Overlay | null>(null)

/** While it is open, the way back closes what lies over the screen, and the screen stays. */
export function useClosesAtBack(isOpen: boolean, close: () => void): Overlay {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  const [overlay] = useState<Overlay>(() => ({ close: () => latest.current() }))
  useEffect(() => (isOpen ? addOverlay(overlay) : undefined), [isOpen, overlay])
  return overlay
}
