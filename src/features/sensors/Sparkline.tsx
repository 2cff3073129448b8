import { useTranslation } from 'react-i18next'
import type { SensorRow } from '#contract/sensors.ts'
import { box, sparkOf } from './spark.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import styles from './sensors.module.css'

export function Sparkline({ row }: { row: SensorRow }) {
  const { t } = useTranslation('sensors')
  const reading = useReadingText()
  const heard = row.recent.filter((value) => value !== null)
  if (heard.length === 0)
    return (
      <span className="quiet" title={t('recentNone')}>
        —
      </span>
    )
  const words = t('recentSpan', {
    low: reading(row.type, Math.min(...heard)),
    high: reading(row.type, Math.max(...heard)),
  })
  const { lines, end, limits } = sparkOf(
    row.recent,
    [row.lowerLimit, row.upperLimit],
    Math.ceil(row.type.everyMinutes / 60) - 1,
  )
  const isBeyond = row.state === 'tooHigh' || row.state === 'tooLow'
  return (
    <svg
      className={isBeyond ? `${styles.spark} ${styles.sparkBeyond}` : styles.spark}
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {limits.map((y) => (
        <line key={y} className={styles.sparkLimit} x1={0} x2={box.width} y1={y} y2={y} />
      ))}
      {lines.map((points) => (
        <polyline key={points} points={points} />
      ))}
      {end !== null && <circle cx={end.x} cy={end.y} r={2.4} />}
    </svg>
  )
}
