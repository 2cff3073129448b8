import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { colourOfLevel, scoreLevel } from './scoreLevel.ts'
import styles from './score.module.css'

export function ScoreMark({ score }: { score: number | null }) {
  const { t } = useTranslation('survey')
  const format = useFormat()
  if (score === null)
    return (
      <span className="quiet" title={t('score.none')}>
        –
      </span>
    )
  const colour = colourOfLevel[scoreLevel(score)]
  return (
    <span
      className={`${styles.scoreMark} numbers`}
      style={{ color: `var(--pr-${colour}-ink)`, background: `var(--pr-${colour}-soft)` }}
    >
      {format.number(score, { maximumFractionDigits: 1 })}
    </span>
  )
}
