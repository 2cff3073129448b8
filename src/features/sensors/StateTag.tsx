import { DisconnectOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { isChange } from '#contract/metricNames.ts'
import type { SensorState } from '#contract/rules/sensors.ts'
import type { SensorRow } from '#contract/sensors.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import { ColourTag } from '#ui/page/marks.tsx'

const colours: Record<Exclude<SensorState, 'off' | 'noData'>, Colour> = {
  ok: 'green',
  tooLow: 'red',
  tooHigh: 'red',
  silent: 'orange',
  notAvailable: 'orange',
}

export function StateTag({ row }: { row: Pick<SensorRow, 'state' | 'type'> }) {
  const { t } = useTranslation('sensors')
  const reading = useReadingText()
  const { state } = row
  const isHigh = state === 'tooHigh'
  const isOutside = isHigh || state === 'tooLow'
  if (state === 'off' || state === 'noData')
    return <span className="quiet">{t(`state_${state}`)}</span>
  return (
    <ColourTag soft colour={colours[state]}>
      {state === 'notAvailable' && (
        <>
          <DisconnectOutlined aria-hidden />{' '}
        </>
      )}
      {isOutside && isChange(row.type.metric)
        ? isHigh && row.type.metric === 'waterLeak'
          ? t('state_leak')
          : reading(row.type, isHigh ? 1 : 0)
        : t(`state_${state}`)}
    </ColourTag>
  )
}
