import { useSelector } from 'react-redux'
import { selectIsLoading } from './slices/loadingSlice.ts'
import styles from './FullScreenSpinner.module.css'

export function FullScreenSpinner() {
  return (
    <div className={styles.fullSpinner} role="progressbar" aria-label="Plantroom">
      <span />
    </div>
  )
}

export function GlobalLoading() {
  return useSelector(selectIsLoading) ? <FullScreenSpinner /> : null
}
