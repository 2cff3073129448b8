import { useEffect, useState } from 'react'

/**
 * Returns the focus to the opener when an overlay or panel unmounts with the focus inside. antd
 * does this only for overlays that stay mounted.
 */
export function useFocusBack(isOpen: boolean): void {
  const [{ before, ...opened }, setOpened] = useState(() => openedNow(isOpen))
  if (opened.isOpen !== isOpen) setOpened(openedNow(isOpen))
  useEffect(() => {
    if (!isOpen) return
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    }
  }, [isOpen, before])
}

const openedNow = (isOpen: boolean) => ({ isOpen, before: document.activeElement })
