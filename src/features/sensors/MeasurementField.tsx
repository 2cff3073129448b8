import { useEffect, useState, type ReactNode } from 'react'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import { canRead } from '#contract/rules/sensors.ts'
import {
  MEASUREMENTS_OF_DEVICE,
  type DeviceMeasurement,
  type SensorRow,
} from '#contract/sensors.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { sensorCalls } from '#entities/calls/sensors.ts'
import styles from './sensors.module.css'
import { useSentText } from '#entities/sensors/useReadingText.ts'

export function MeasurementField({
  types,
}: {
  types: readonly Pick<SensorRow['type'], 'id' | 'metric'>[]
}) {
  const { t } = useTranslation('sensors')
  const form = Form.useFormInstance<{ typeId: number | null }>()
  const deviceId = deviceIdOf(Form.useWatch<string | undefined>('deviceId') ?? '')
  const typeId = Form.useWatch<number | null | undefined>('typeId')
  const chosen = Form.useWatch<string | undefined>('measurement') ?? ''
  const { data } = sensorCalls.useListDeviceMeasurementsQuery(
    { body: { deviceId: deviceId ?? '', limit: MEASUREMENTS_OF_DEVICE } },
    { skip: deviceId === null },
  )
  const words = useMeasurementWords()
  const [typed, setTyped] = useState('')
  const metric = types.find(({ id }) => id === typeId)?.metric
  const rows = deviceId === null ? [] : (data?.rows ?? [])
  const isFitting = (row: DeviceMeasurement) => metric === undefined || canRead(metric, row.metric)
  const told = rows.find(({ key }) => key === chosen)?.metric
  const [fitting, another] = types.filter((one) => one.metric === told)
  useEffect(() => {
    if (typeId == null && fitting !== undefined && another === undefined)
      form.setFieldValue('typeId', fitting.id)
  }, [form, typeId, fitting, another])
  const written = [...new Set([chosen, typed.trim()])].filter(
    (name) => name !== '' && rows.every(({ key, label }) => key !== name && label !== name),
  )
  const hint =
    deviceId !== null && data?.count === 0
      ? t('noMeasurements')
      : rows.length >= MEASUREMENTS_OF_DEVICE
        ? t('measurementsCut', { count: MEASUREMENTS_OF_DEVICE })
        : t('measurementHint')
  return (
    <Form.Item
      name="measurement"
      label={t('measurement')}
      dependencies={['typeId']}
      rules={[
        {
          validator: (_rule, value: string | null) =>
            rows.every((row) => row.key !== value || isFitting(row))
              ? Promise.resolve()
              : Promise.reject(new Error(t('measurementOtherKind'))),
        },
      ]}
      extra={hint}
    >
      <Select
        showSearch={{ filterOption: foundBy('label'), onSearch: setTyped }}
        optionRender={wholeLabel}
        options={[
          { value: '', label: t('measurementFirst') },
          ...rows.map((row) => ({
            value: row.key,
            label: words(row, rows),
            disabled: !isFitting(row),
          })),
          ...written.map((name) => ({ value: name, label: name })),
        ]}
      />
    </Form.Item>
  )
}

const wholeLabel = ({ label }: { label?: ReactNode }) => (
  <span className={styles.whole}>{label}</span>
)

/** Names and units are Latin, also in Hebrew and Arabic. */
const isolate = (text: string) => `\u2068${text}\u2069`

/** Formats a measurement: "Temperature, no. 2: −18.5 °C · TempC_DS". */
function useMeasurementWords(): (
  row: DeviceMeasurement,
  rows: readonly DeviceMeasurement[],
) => string {
  const { t } = useTranslation(['sensors', 'management'])
  const sent = useSentText()
  return (row, rows) => {
    const alike = rows.filter((one) => one.metric === row.metric && one.metric !== 'other')
    const metric = t(`management:choice_${row.metric}`)
    const name =
      row.metric === 'other'
        ? row.label
        : alike.length > 1
          ? t('measurementNumbered', { metric, number: alike.indexOf(row) + 1 })
          : metric
    const value = isolate(row.value === null ? t('noValue') : sent(row, row.value))
    return row.metric === 'other'
      ? `${isolate(name)}: ${value}`
      : `${name}: ${value} · ${isolate(row.label)}`
  }
}
