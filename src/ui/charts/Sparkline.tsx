/** A number's history as a line without axes. Number and text are beside it. */
import { sparklineOf } from './sparklineOf.ts'
import styles from './Sparkline.module.css'

const SIZE = { width: 100, height: 28 }

export function Sparkline({
  values,
  target = null,
  label,
}: {
  /** Oldest first. Null is a gap. */
  values: readonly (number | null)[]
  target?: number | null
  label: string
}) {
  const { runs, last, targetAt } = sparklineOf(values, target, SIZE)
  return (
    <svg
      className={`turns ${styles.sparkline}`}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="img"
      aria-label={label}
    >
      {targetAt !== null && (
        <line className={styles.target} x1={0} x2={SIZE.width} y1={targetAt} y2={targetAt} />
      )}
      {runs.map((run) => (
        <polyline key={run} className={styles.line} points={run} />
      ))}
      {last !== null && <circle className={styles.last} cx={last.x} cy={last.y} r={2.5} />}
    </svg>
  )
}
