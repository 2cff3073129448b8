import { useId, type ReactNode } from 'react'
import styles from './editor.module.css'

export function Labelled({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children(id: string): ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <p className={`quiet ${styles.fieldHint}`}>{hint}</p>}
    </div>
  )
}
