import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { focusScreen } from './focusScreen.ts'

/**
 * Another screen came: whose press went with the screen before goes on from its heading, which is
 * read aloud as it takes the keyboard. Whose press stays, as a link of the navigation does, hears
 * the title alone.
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
