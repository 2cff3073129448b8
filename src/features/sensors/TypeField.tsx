/** The sensor's type. Once a measurement is chosen, only types that can read it are listed. */
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import { canRead } from '#contract/rules/sensors.ts'
import { MEASUREMENTS_OF_DEVICE, type SensorRow } from '#contract/sensors.ts'
import { pathTo } from '#lib/paths.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { sensorCalls } from '#entities/calls/sensors.ts'
import { SensorTypePicker } from '#entities/pickers/SensorTypePicker.tsx'

export function TypeField({
  types,
}: {
  types: readonly Pick<SensorRow['type'], 'id' | 'metric' | 'name'>[]
}) {
  const { t } = useTranslation(['sensors', 'common'])
  const deviceId = deviceIdOf(Form.useWatch<string | undefined>('deviceId') ?? '')
  const typeId = Form.useWatch<number | null | undefined>('typeId')
  const chosen = Form.useWatch<string | undefined>('measurement') ?? ''
  const { data } = sensorCalls.useListDeviceMeasurementsQuery(
    { body: { deviceId: deviceId ?? '', limit: MEASUREMENTS_OF_DEVICE } },
    { skip: deviceId === null },
  )
  const told = deviceId === null ? undefined : data?.rows.find(({ key }) => key === chosen)?.metric
  const rules = [{ required: true, message: t('common:required') }]
  if (told === undefined)
    return (
      <Form.Item name="typeId" label={t('type')} rules={rules}>
        <SensorTypePicker label={t('type')} />
      </Form.Item>
    )
  const fitting = types
    .filter(({ metric }) => canRead(metric, told))
    .toSorted((one, other) => Number(other.metric === told) - Number(one.metric === told))
  const others = types.length - fitting.length
  const own = types.filter(({ id }) => id === typeId)
  return (
    <Form.Item
      name="typeId"
      label={t('type')}
      rules={rules}
      extra={
        fitting.length === 0 ? (
          <>
            {t('noFittingType')}{' '}
            <Link to={pathTo('sensorTypes', undefined, { mode: 'new' })}>{t('addType')}</Link>
          </>
        ) : (
          others > 0 && t('otherTypes', { count: others })
        )
      }
    >
      <Select
        showSearch={{ filterOption: foundBy('label') }}
        options={[...new Set([...fitting, ...own])].map(({ id, name }) => ({
          value: id,
          label: name,
        }))}
      />
    </Form.Item>
  )
}
