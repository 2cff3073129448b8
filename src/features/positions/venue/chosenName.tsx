import type { ReactNode } from 'react'
import styles from './chosenName.module.css'

/** A chosen name in little room: what is cut is its end, in the direction of the name itself. */
export const chosenName = ({ label }: { label?: ReactNode }): ReactNode => (
  <span className={styles.chosen} dir="auto">
    {label}
  </span>
)
