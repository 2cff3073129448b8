import { useTranslation } from 'react-i18next'
import { metricFacts } from '#contract/metricFacts.ts'
import type { DeviceMeasurement } from '#contract/sensors.ts'
import { useReading } from '#entities/sensors/useReading.ts'

/** "Temperature: −18.5 °C" */
export function LastValue({
  of: { label, metric, unit, value },
}: {
  of: Pick<DeviceMeasurement, 'label' | 'metric' | 'unit' | 'value'>
}) {
  const { t } = useTranslation(['gateways', 'management'])
  const reading = useReading()
  return (
    <>
      <bdi>{metric === 'other' ? label : t(`management:choice_${metric}`)}</bdi>:{' '}
      <bdi>
        {value === null
          ? t('notAvailable')
          : reading({ metric, unit, step: metricFacts[metric].step }, value)}
      </bdi>
    </>
  )
}
