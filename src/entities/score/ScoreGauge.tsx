import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { colourOfLevel, scoreLevel } from './scoreLevel.ts'
import styles from './score.module.css'

/** A score of 0–100 as a ring with its number; a dash without any visible score. */
export function ScoreGauge({
  score,
  size = 120,
  label,
  figure,
}: {
  score: number | null
  size?: number
  label?: string
  figure?: string
}) {
  const { t } = useTranslation('survey')
  const format = useFormat()
  const words =
    score === null ? t('score.none') : format.number(score, { maximumFractionDigits: 1 })
  const colour = score === null ? 'line-strong' : colourOfLevel[scoreLevel(score)]
  return (
    <svg
      className={styles.scoreGauge}
      viewBox="0 0 120 120"
      width={size}
      height={size}
      role="img"
      aria-label={label ?? t('score.label', { score: words })}
    >
      <circle cx="60" cy="60" r="52" className={styles.scoreGaugeTrack} />
      {score !== null && (
        <circle
          cx="60"
          cy="60"
          r="52"
          pathLength={100}
          className={styles.scoreGaugeArc}
          transform="rotate(-90 60 60)"
          style={{ stroke: `var(--pr-${colour})` }}
          strokeDasharray={`${Math.max(score, 0.01)} 100`}
        />
      )}
      <text
        x="60"
        y="60"
        className={styles.scoreGaugeFigure}
        dominantBaseline="central"
        textAnchor="middle"
        direction="ltr"
      >
        {score === null ? '–' : (figure ?? words)}
      </text>
    </svg>
  )
}
