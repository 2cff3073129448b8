import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { HeatLegend, heatColours } from './HeatLegend.tsx'
import { heatColourOf, heatStepOf } from './heatScale.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import type { ZoneHeat, ZoneMeasure } from './useZoneHeat.ts'
import styles from '../rtls.module.css'

function useWritten(measure: ZoneMeasure): (value: number) => string {
  const { lasted } = useMeasures()
  const format = useFormat()
  return measure === 'seconds' ? lasted : (value) => format.number(value)
}

export function ZoneHeatLegend({
  measure,
  heat,
}: {
  measure: ZoneMeasure
  heat: ZoneHeat | undefined
}) {
  const { t } = useTranslation('map')
  const written = useWritten(measure)
  return <HeatLegend steps={heat?.steps ?? []} title={t(`heatBy_${measure}`)} written={written} />
}

export function ZoneHeatList({
  measure,
  heat,
  failure,
  retry,
}: {
  measure: ZoneMeasure
  heat: ZoneHeat | undefined
  failure: unknown
  retry(): void
}) {
  const { t } = useTranslation(['map', 'zones'])
  const written = useWritten(measure)
  if (heat === undefined) return <PendingState failure={failure} onRetry={retry} rows={8} />
  if (heat.rows.length === 0) return <EmptyState title={t('noHistory')} hint={t('heatNoneHint')} />
  const most = heat.rows[0]?.value ?? 1
  return (
    <>
      <ol className={styles.stays}>
        {heat.rows.map(({ key, name, value, isArea }) => (
          <li key={key}>
            <span className={styles.stayWords}>
              <bdi>{name === '' ? t('zones:withoutName') : name}</bdi>
              {isArea && <span className="quiet">{t('heatArea')}</span>}
            </span>
            <span className={`${styles.stayTime} numbers`}>{written(value)}</span>
            <span className={styles.stayBar} aria-hidden="true">
              <span
                style={{
                  inlineSize: `${Math.max(2, (value / most) * 100)}%`,
                  background: heatColourOf(
                    heatColours,
                    heatStepOf(heat.steps, value),
                    heat.steps.length,
                  ),
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      <Remaining count={heat.remaining} />
    </>
  )
}
