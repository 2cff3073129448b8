/**
 * Shows a panel's empty sheet on a narrow window from the press on, because the list and the
 * content take time. The panel replaces it.
 */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useNextPanel, cameByLink } from '#lib/nextPath.ts'
import { useIsNarrow } from '#lib/useMedia.ts'
import { goBackOneEntry } from '#ui/dialog/leaving/leaving.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import styles from './DetailPanel.module.css'

export function PanelAhead() {
  const isNarrow = useIsNarrow()
  const opens = useNextPanel() === 'opens'
  const isThere = isNarrow && opens
  const navigate = useNavigate()
  const list = useLocation()
  useEffect(() => {
    if (!isThere) return
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      if (cameByLink()) goBackOneEntry(navigate)
      // Back may lead anywhere, so this closes the panel as its own button does.
      else void navigate({ pathname: list.pathname, search: list.search })
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [isThere, navigate, list])
  if (!isThere) return null
  return (
    <div className={styles.ahead}>
      <LoadingState rows={8} />
    </div>
  )
}
