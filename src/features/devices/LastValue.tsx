import { useTranslation } from 'react-i18next'
import type { DeviceMeasurement } from '#contract/sensors.ts'
import { useSentText } from '#entities/sensors/useReadingText.ts'

/** Name of a measurement, with a number if it repeats in a packet: "Temperature, no. 2". */
export function MeasurementName({
  of: { label, metric, key },
}: {
  of: Pick<DeviceMeasurement, 'key' | 'label' | 'metric'>
}) {
  const { t } = useTranslation(['gateways', 'management'])
  const name = metric === 'other' ? label : t(`management:choice_${metric}`)
  const number = / (\d+)$/.exec(key)?.[1]
  const isNumbered = number !== undefined && !(metric === 'other' && label.endsWith(` ${number}`))
  return <bdi>{isNumbered ? t('numbered', { name, number: Number(number) }) : name}</bdi>
}

/** Formats a value: "Temperature: −18.5 °C", or "TempC_DS: −18.5 °C" beside others of its kind. */
export function LastValue({
  of: { key, label, metric, unit, value },
  byLabel = false,
}: {
  of: Pick<DeviceMeasurement, 'key' | 'label' | 'metric' | 'unit' | 'value'>
  byLabel?: boolean
}) {
  const { t } = useTranslation('gateways')
  const sent = useSentText()
  return (
    <>
      {byLabel ? <bdi dir="ltr">{label}</bdi> : <MeasurementName of={{ key, label, metric }} />}:{' '}
      <bdi>{value === null ? t('notAvailable') : sent({ metric, unit }, value)}</bdi>
    </>
  )
}
