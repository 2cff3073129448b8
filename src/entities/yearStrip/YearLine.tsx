import { useTranslation } from 'react-i18next'
import { weekStates, type WeekState } from '#contract/rules/yearStrip.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './YearLine.module.css'

export function YearLine({
  states,
  size = 'row',
}: {
  states: readonly WeekState[]
  size?: 'row' | 'large'
}) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const counted = weekStates.flatMap((state) => {
    const count = states.filter((one) => one === state).length
    return count === 0 ? [] : [t(`year.weeks.${state}`, { count, n: format.number(count) })]
  })
  return (
    <span
      className={styles.line}
      data-size={size}
      role="img"
      aria-label={t('year.label', { weeks: format.list(counted) })}
    >
      {states.map((state, week) => (
        <span key={week} data-state={state} />
      ))}
    </span>
  )
}
