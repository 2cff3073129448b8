import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { focusScreen } from './focusScreen.ts'

/**
 * Moves the focus to the new screen's heading if the pressed element is gone, so that it is read
 * aloud. If the pressed element stays, as in the navigation, only the title is announced.
 */
export function Arrived({ title }: { title: string }) {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const stays = document.activeElement !== null && document.activeElement !== document.body
    setSaid(stays ? title : '')
    focusScreen()
  }, [pathname, title])
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  )
}
