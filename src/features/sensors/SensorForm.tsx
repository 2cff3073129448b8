import { Alert, Form, Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Translate } from '#lib/i18n/translate.ts'
import { Link } from 'react-router-dom'
import { deviceIdPattern } from '#contract/ingest/measurements.ts'
import { LONGEST_INTERVAL, type SensorRow } from '#contract/sensors.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { pathTo } from '#lib/paths.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { sensorCalls } from '#entities/calls/sensors.ts'
import { KeyField } from './KeyField.tsx'
import { limitsForMetric, LimitFields } from './LimitFields.tsx'
import { MeasurementField } from './MeasurementField.tsx'
import { SensorTypePicker } from '#entities/pickers/SensorTypePicker.tsx'
import { TypeField } from './TypeField.tsx'

const sampleDevice = 'A8:40:41:FF:FF:26:57:AC'

interface Values {
  name: string
  typeId: number | null
  deviceId: string
  /** Empty for the device's first measurement of the type. */
  measurement: string
  secretKey: string
  deletesKey: boolean
  equipmentId: number | null
  locationId: number | null
  offset: number | null
  lowerLimit: number | null
  upperLimit: number | null
  limitMinutes: number | null
  isActive: boolean
}
export interface Begun {
  deviceId?: string
  measurement?: string
}

const valuesOf = (row: SensorRow | undefined, begun: Begun = {}): Values => ({
  name: row?.name ?? '',
  typeId: row?.type.id ?? null,
  deviceId: row?.deviceId ?? begun.deviceId ?? '',
  measurement: row?.measurement ?? begun.measurement ?? '',
  secretKey: '',
  deletesKey: false,
  equipmentId: row?.equipment?.id ?? null,
  locationId: row?.location?.id ?? null,
  offset: row?.offset ?? 0,
  lowerLimit: row?.lowerLimit ?? null,
  upperLimit: row?.upperLimit ?? null,
  limitMinutes: row?.limitMinutes ?? 15,
  isActive: row?.isActive ?? true,
})
const bodyOf = (given: Values, types: readonly SensorRow['type'][]) => {
  const metric = types.find(({ id }) => id === given.typeId)?.metric
  const values = limitsForMetric(given, metric)
  return {
    name: values.name,
    typeId: values.typeId ?? 0,
    deviceId: values.deviceId.trim() === '' ? null : values.deviceId.trim(),
    measurement: values.measurement === '' ? null : values.measurement,
    ...(values.deletesKey
      ? { encryptionKey: null }
      : values.secretKey
        ? { encryptionKey: values.secretKey }
        : {}),
    equipmentId: values.equipmentId,
    locationId: values.locationId,
    offset: values.offset ?? 0,
    lowerLimit: values.lowerLimit ?? null,
    upperLimit: values.upperLimit ?? null,
    limitMinutes: values.limitMinutes ?? 0,
    isActive: values.isActive,
  }
}

function describer(t: Translate<['sensors', 'titles', 'common']>) {
  return (values: Values): FieldsInWords<Values> => ({
    name: { label: t('common:name'), value: values.name },
    typeId: {
      label: t('type'),
      value: <SensorTypePicker label={t('type')} asText value={values.typeId} />,
    },
    deviceId: { label: t('deviceId'), value: values.deviceId },
    measurement: { label: t('measurement'), value: values.measurement },
    secretKey: { label: t('encryptionKey'), value: values.secretKey === '' ? '' : '••••' },
    deletesKey: {
      label: t('encryptionKeyDelete'),
      value: values.deletesKey ? t('common:yes') : t('common:no'),
    },
    equipmentId: {
      label: t('equipment'),
      value: <EquipmentPicker asText value={values.equipmentId} />,
    },
    locationId: {
      label: t('location'),
      value: <LocationTreePicker asText value={values.locationId} />,
    },
    offset: { label: t('offset'), value: values.offset },
    lowerLimit: { label: t('lowerLimit'), value: values.lowerLimit },
    upperLimit: { label: t('upperLimit'), value: values.upperLimit },
    limitMinutes: { label: t('limitMinutes'), value: values.limitMinutes },
    isActive: {
      label: t('isActive'),
      value: values.isActive ? t('common:yes') : t('common:no'),
    },
  })
}

export function SensorForm({
  row,
  begun,
  fetchRow,
  onDone,
}: {
  row: SensorRow | undefined
  begun?: Begun
  fetchRow(): Promise<SensorRow | undefined>
  onDone(): void
}) {
  const { t } = useTranslation(['sensors', 'titles', 'common'])
  const [create] = sensorCalls.useCreateSensorMutation()
  const [update] = sensorCalls.useUpdateSensorMutation()
  const { data: types } = sensorCalls.useGetSensorTypesQuery()
  const rows = types?.rows ?? []
  const required = { required: true, message: t('common:required') }
  return (
    <EntityForm<Values>
      initial={valuesOf(row, begun)}
      {...(row === undefined ? {} : { version: row.version })}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSaved={onDone}
      onCancel={onDone}
      refusals={{
        taken: t('taken'),
        reversed: t('reversed'),
        beyondRange: t('beyondRange'),
        otherMetric: t('otherMetric'),
      }}
      onSave={(values, version) =>
        row === undefined || version === undefined
          ? create({ body: bodyOf(values, rows) }).unwrap()
          : update({ params: { id: row.id }, body: { ...bodyOf(values, rows), version } }).unwrap()
      }
      fetchCurrent={async () => {
        const now = await fetchRow()
        return now && { values: valuesOf(now), version: now.version }
      }}
      describe={describer(t)}
    >
      {types?.count === 0 && (
        <Alert
          type="info"
          title={t('noTypes')}
          action={
            <Link to={pathTo('sensorTypes', undefined, { mode: 'new' })}>
              {t('titles:sensorTypes')}
            </Link>
          }
        />
      )}
      <Form.Item
        name="name"
        label={t('common:name')}
        extra={<NamesakesOfForm kind="sensor" exceptId={row?.id} />}
        rules={[
          { ...required, whitespace: true },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <TypeField types={rows} />
      <Form.Item
        name="deviceId"
        label={t('deviceId')}
        extra={t('deviceIdHint')}
        rules={[
          { max: 64, message: t('common:tooLong', { max: 64 }) },
          {
            validator: (_rule, value: string | null) =>
              (value ?? '').trim() === '' || deviceIdPattern.test((value ?? '').trim())
                ? Promise.resolve()
                : Promise.reject(new Error(t('deviceIdFault'))),
          },
        ]}
      >
        <Input dir="ltr" autoComplete="off" placeholder={sampleDevice} />
      </Form.Item>
      <KeyField setAt={row?.encryptionKeySetAt ?? null} />
      <MeasurementField types={rows} />
      <Form.Item name="equipmentId" label={t('equipment')}>
        <EquipmentPicker />
      </Form.Item>
      <Form.Item name="locationId" label={t('location')}>
        <LocationTreePicker />
      </Form.Item>
      <LimitFields types={rows} />
      <Form.Item name="limitMinutes" label={t('limitMinutes')} extra={t('limitMinutesHint')}>
        <NumberInput min={0} max={LONGEST_INTERVAL} precision={0} />
      </Form.Item>
      <Form.Item
        name="isActive"
        label={t('isActive')}
        extra={t('isActiveHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </EntityForm>
  )
}
