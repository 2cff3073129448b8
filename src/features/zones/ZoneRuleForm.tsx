import { Form, Input, Select, Switch } from 'antd'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useTranslation } from 'react-i18next'
import type { Translate } from '#lib/i18n/translate.ts'
import { zoneRuleKinds, type ZoneRuleKind } from '#contract/rules/zoneAlerts.ts'
import type { ZoneRuleRow } from '#contract/zones.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { EquipmentTypePicker, makeReferencePicker } from '#entities/pickers/pickers.tsx'
import { zoneCalls } from '#entities/visits/calls.ts'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { useFormat } from '#lib/format.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { Preview } from './Preview.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import {
  amountBounds,
  zoneRuleBody,
  MINIMUM,
  unitNames,
  valuesOf,
  type Values,
} from './ruleValues.ts'
import styles from './zones.module.css'

function describer(t: Translate<['zones', 'common']>) {
  return (values: Values): FieldsInWords<Values> => ({
    name: { label: t('common:name'), value: values.name },
    kind: { label: t('kind'), value: t(`kind_${values.kind}`) },
    equipmentTypeId: {
      label: t('type'),
      value: <EquipmentTypePicker asText value={values.equipmentTypeId} />,
    },
    locationId: {
      label: t('place'),
      value: <LocationTreePicker asText value={values.locationId} />,
    },
    areaId: {
      label: t('area'),
      value: <AreaPicker label={t('area')} asText value={values.areaId} />,
    },
    minimum: { label: t('minimum'), value: values.minimum },
    amount: { label: t('wait'), value: values.amount },
    unit: { label: t('unit'), value: t(`unit_${values.unit}`) },
    isActive: {
      label: t('isActive'),
      value: values.isActive ? t('common:yes') : t('common:no'),
    },
  })
}

export function ZoneRuleForm({
  row,
  area = null,
  fetchRow,
  onDone,
}: {
  row: ZoneRuleRow | undefined
  area?: number | null
  fetchRow(): Promise<ZoneRuleRow | undefined>
  onDone(): void
}) {
  const { t } = useTranslation(['zones', 'common'])
  const [create] = zoneCalls.useCreateZoneRuleMutation()
  const [update] = zoneCalls.useUpdateZoneRuleMutation()
  const required = { required: true, message: t('common:required') }
  return (
    <EntityForm<Values>
      initial={valuesOf(row, area)}
      {...(row === undefined ? {} : { version: row.version })}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSaved={onDone}
      onCancel={onDone}
      refusals={{ taken: t('taken'), required: t('placeMissing'), oneTarget: t('onePlace') }}
      onSave={(values, version) =>
        row === undefined || version === undefined
          ? create({ body: zoneRuleBody(values) }).unwrap()
          : update({ params: { id: row.id }, body: { ...zoneRuleBody(values), version } }).unwrap()
      }
      fetchCurrent={async () => {
        const now = await fetchRow()
        return now && { values: valuesOf(now), version: now.version }
      }}
      together={[
        ['amount', 'unit'],
        ['locationId', 'areaId'],
      ]}
      describe={describer(t)}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        extra={<NamesakesOfForm kind="zoneRule" exceptId={row?.id} />}
        rules={[
          { ...required, whitespace: true },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Question />
      <Form.Item
        name="isActive"
        label={t('isActive')}
        extra={t('isActiveHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Rehearsal />
      <Preview />
    </EntityForm>
  )
}

const AreaPicker = makeReferencePicker((body, options) =>
  zoneCalls.useListAreasQuery(body, options),
)

function Question() {
  const { t } = useTranslation(['zones', 'common'])
  const { number } = useFormat()
  const form = Form.useFormInstance<Values>()
  const kind = Form.useWatch<ZoneRuleKind | undefined>('kind') ?? 'left'
  const areaId = Form.useWatch<number | null | undefined>('areaId') ?? null
  const unit = Form.useWatch<Values['unit'] | undefined>('unit') ?? 'minutes'
  const required = { required: true, message: t('common:required') }
  const within = ({ min, max }: { min: number; max: number }) => ({
    type: 'integer' as const,
    min,
    max,
    message: t('amountLimits', { min: number(min), max: number(max) }),
  })
  return (
    <>
      <Form.Item name="kind" label={t('kind')}>
        <Select
          options={zoneRuleKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={() =>
            // Clears errors of the former kind, which no longer apply.
            form.setFields([
              { name: 'locationId', errors: [] },
              { name: 'areaId', errors: [] },
              { name: 'amount', errors: [] },
            ])
          }
        />
      </Form.Item>
      <Form.Item name="equipmentTypeId" label={t('type')} extra={t('typeHint')}>
        <EquipmentTypePicker />
      </Form.Item>
      <Form.Item
        name="locationId"
        label={t('place')}
        extra={t('placeHint')}
        dependencies={['areaId']}
        rules={
          kind === 'idle' || areaId !== null ? [] : [{ ...required, message: t('placeMissing') }]
        }
      >
        <LocationTreePicker label={t('place')} />
      </Form.Item>
      <Form.Item
        name="areaId"
        label={t('area')}
        extra={t('areaHint')}
        dependencies={['locationId']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, chosen: number | null | undefined) =>
              typeof chosen === 'number' && typeof getFieldValue('locationId') === 'number'
                ? Promise.reject(new Error(t('onePlace')))
                : Promise.resolve(),
          }),
        ]}
      >
        <AreaPicker label={t('area')} />
      </Form.Item>
      {kind === 'fewer' && (
        <Form.Item name="minimum" label={t('minimum')} rules={[required, within(MINIMUM)]}>
          <NumberInput />
        </Form.Item>
      )}
      <div className={styles.pair}>
        <Form.Item
          name="amount"
          label={t('wait')}
          extra={t(`waitHint_${kind}`)}
          dependencies={['unit']}
          rules={[required, within(amountBounds(kind, unit))]}
        >
          <NumberInput className={styles.whole} />
        </Form.Item>
        <Form.Item name="unit" label={t('unit')}>
          <Select options={unitNames.map((value) => ({ value, label: t(`unit_${value}`) }))} />
        </Form.Item>
      </div>
    </>
  )
}
