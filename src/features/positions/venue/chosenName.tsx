import type { ReactNode } from 'react'
import styles from './chosenName.module.css'

/** A truncated name, cut at its end in its own direction. */
export const chosenName = ({ label }: { label?: ReactNode }): ReactNode => (
  <span className={styles.chosen} dir="auto">
    {label}
  </span>
)
