import { useId, type ReactNode } from 'react'
import styles from './editor.module.css'

/** A field of a composite: its name above it as the form has it, bound to the control by its id. */
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
