/**
 * On a narrow window, the sheet of a panel from the press on: its list and what stands in it take a
 * while to draw. The panel itself takes its place.
 */
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePanelAhead } from '../lib/pathAhead.ts'
import { useIsNarrow } from '../lib/useMedia.ts'
import { LoadingState } from './states.tsx'
import styles from './PanelAhead.module.css'

export function PanelAhead() {
  const isNarrow = useIsNarrow()
  const opens = usePanelAhead() === 'opens'
  const isThere = isNarrow && opens
  const navigate = useNavigate()
  useEffect(() => {
    if (!isThere) return
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') void navigate(-1)
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [isThere, navigate])
  if (!isThere) return null
  return (
    <div className={styles.sheet}>
      <LoadingState rows={8} />
    </div>
  )
}
