import { useId, type ReactNode } from 'react'
import styles from './editor.module.css'

export function Labelled({
  label,
  hint,
  fault,
  children,
}: {
  label: string
  hint?: string
  fault?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <span className="quiet">{hint}</span>}
      {fault !== undefined && (
        <p className={styles.labelledFault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
