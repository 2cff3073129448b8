import { useEffect, useState } from 'react'

/**
 * What lies over the screen or beside its list gives the keyboard back to what opened it, where it
 * took it along as it went. (The component library does so only for what stays and is closed.)
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
