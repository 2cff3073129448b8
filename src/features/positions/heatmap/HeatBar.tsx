import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { EquipmentPicker, EquipmentTypePicker } from '#entities/pickers/pickers.tsx'
import { SpanField } from '../replay/SpanField.tsx'
import { heatSpans, type Heatmap } from './useHeatmap.ts'
import { heatMeasures, type HeatMeasure } from './useZoneHeat.ts'
import { VenueSelects } from '../venue/VenueSelects.tsx'
import styles from '../rtls.module.css'

export function HeatBar({ heatmap }: { heatmap: Heatmap }) {
  const { t } = useTranslation('map')
  const { state, venue, thing } = heatmap
  const change = (patch: Parameters<Heatmap['change']>[0]) => heatmap.change(patch, { push: true })
  return (
    <div className={styles.mapBar}>
      <VenueSelects
        venue={venue}
        isKnown={heatmap.isPlaceKnown}
        onBuilding={(building) => change({ building, floor: null })}
        onFloor={(floor) => change({ floor, building: null })}
      />
      <SpanField
        kinds={heatSpans}
        asked={{ kind: state.span, since: state.since, until: state.until }}
        span={heatmap.span}
        timeZone={heatmap.timeZone}
        onSpan={({ kind, ...own }) => change({ span: kind === 'hour' ? 'day' : kind, ...own })}
      />
      <Select<HeatMeasure>
        aria-label={t('heatBy')}
        value={state.measure}
        popupMatchSelectWidth={false}
        onChange={(measure) => change({ measure })}
        options={heatMeasures.map((value) => ({ value, label: t(`heatBy_${value}`) }))}
      />
      <EquipmentTypePicker
        value={state.type}
        onChange={(type: number | null) => change({ type, thing: null })}
      />
      <EquipmentPicker
        value={thing}
        onChange={(next: number | null) =>
          change({
            thing: next,
            type: null,
            ...(next === null ? {} : { floor: null, building: null }),
          })
        }
      />
    </div>
  )
}
