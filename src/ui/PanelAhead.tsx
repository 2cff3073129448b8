/**
 * On a narrow window, the sheet of a panel from the press on: its list and what stands in it take a
 * while to draw. The panel itself takes its place.
 */
import { usePanelAhead } from '../lib/pathAhead.ts'
import { useIsNarrow } from '../lib/useMedia.ts'
import { LoadingState } from './states.tsx'
import styles from './PanelAhead.module.css'

export function PanelAhead() {
  const isNarrow = useIsNarrow()
  const opens = usePanelAhead() === 'opens'
  if (!isNarrow || !opens) return null
  return (
    <div className={styles.sheet}>
      <LoadingState rows={8} />
    </div>
  )
}
