import { useTranslation } from 'react-i18next'
import { heatColourOf, type HeatStep } from './heatScale.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import styles from '../rtls.module.css'

/** From cold to hot; one scale for both themes. */
export const heatColours = ['#18949c', '#2b8f57', '#d8b136', '#e07b2e', '#cf3f3f'] as const

export function HeatLegend({
  steps,
  title,
  written,
}: {
  steps: readonly HeatStep[]
  /** Omit for durations. */
  title?: string
  written?(value: number): string
}) {
  const { t } = useTranslation('map')
  const { lasted } = useMeasures()
  const say = written ?? lasted
  if (steps.length === 0) return null
  return (
    <div className={styles.heatLegend}>
      <strong>{title ?? t('heatLegend')}</strong>
      <ul>
        {steps.map(({ over, upTo }, index) => (
          <li key={over}>
            <span
              aria-hidden="true"
              style={{ background: heatColourOf(heatColours, index, steps.length) }}
            />
            <span className="numbers">
              {upTo === null
                ? t('heatOver', { time: say(over) })
                : over === 0
                  ? t('heatUpTo', { time: say(upTo) })
                  : t('heatFromTo', { from: say(over), to: say(upTo) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
