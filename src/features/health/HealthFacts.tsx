import type { ReactNode } from 'react'
import styles from './health.module.css'

interface Fact {
  key: string
  label: string
  value: ReactNode
  /** Remedy. If set, the fact is marked as a problem. */
  trouble?: ReactNode
  hint?: ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value, trouble, hint }) => (
        <div key={key} className={styles.fact} data-trouble={Boolean(trouble)}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {hint !== undefined && <div className="quiet">{hint}</div>}
            {trouble !== undefined && trouble !== false && (
              <div className={styles.trouble}>{trouble}</div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
