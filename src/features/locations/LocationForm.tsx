import { Form, Input, InputNumber, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint'
import type { locations } from '#contract/locations'
import type { ApiFailure } from '../../api/http.ts'
import { locationCalls } from '../../entities/calls.ts'
import { LocationTreePicker } from '../../entities/pickers/LocationTreePicker.tsx'
import { LocationTypePicker } from '../../entities/pickers/pickers.tsx'
import { EntityForm } from '../../ui/EntityForm.tsx'
import { useConfirm } from '../../ui/useConfirm.tsx'

type Detail = Output<typeof locations.getLocation>

interface Values {
  name: string
  code: string
  typeId: number | null
  parentId: number | null
  latitude: number | null
  longitude: number | null
  timezone: string | null
}

function valuesOf(detail: Detail): Values {
  return {
    name: detail.name,
    code: detail.code ?? '',
    typeId: detail.type.id,
    parentId: detail.parent?.id ?? null,
    latitude: detail.latitude,
    longitude: detail.longitude,
    timezone: detail.timezone,
  }
}

const bodyOf = (values: Values) => ({
  ...values,
  typeId: values.typeId ?? 0,
  code: values.code.trim() === '' ? null : values.code.trim(),
  timezone: values.timezone ?? null,
})

/** The person thought again; what was typed stays. */
const unsaved: ApiFailure = { status: null, message: '', errors: [] }

/** For a conflict: both versions in words. */
function describer(t: TFunction<['locations', 'common']>) {
  return (values: Values): { key: keyof Values; label: string; value: ReactNode }[] => [
    { key: 'name', label: t('common:name'), value: values.name },
    { key: 'code', label: t('code'), value: values.code },
    {
      key: 'typeId',
      label: t('common:type'),
      value: <LocationTypePicker disabled variant="borderless" value={values.typeId} />,
    },
    {
      key: 'parentId',
      label: t('parent'),
      value: <LocationTreePicker disabled variant="borderless" value={values.parentId} />,
    },
    { key: 'latitude', label: t('latitude'), value: values.latitude },
    { key: 'longitude', label: t('longitude'), value: values.longitude },
    { key: 'timezone', label: t('timezone'), value: values.timezone },
  ]
}

interface FormProps {
  detail?: Detail
  inside?: number | null
  onSaved?(): void
  onMade?(id: number): void
  onCancel(): void
}

export function LocationForm({ detail, inside, onSaved, onMade, onCancel }: FormProps) {
  const { t } = useTranslation(['locations', 'common'])
  const [create] = locationCalls.useCreateLocationMutation()
  const [update] = locationCalls.useUpdateLocationMutation()
  const [fetchNow] = locationCalls.useLazyGetLocationQuery()
  const confirm = useConfirm()
  const made = useRef<number | null>(null)
  const zones = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      })),
    [],
  )

  async function handleSave(values: Values, version: number | undefined): Promise<void> {
    if (detail === undefined || version === undefined) {
      made.current = (await create({ body: bodyOf(values) }).unwrap()).id
      return
    }
    const isMoved = values.parentId !== (detail.parent?.id ?? null)
    if (
      isMoved &&
      !(await confirm({ title: t('moveTitle'), hint: t('moveHint'), okText: t('move') }))
    )
      throw unsaved
    await update({ params: { id: detail.id }, body: { ...bodyOf(values), version } }).unwrap()
  }
  const initial =
    detail === undefined
      ? {
          name: '',
          code: '',
          typeId: null,
          parentId: inside ?? null,
          latitude: null,
          longitude: null,
          timezone: null,
        }
      : valuesOf(detail)
  return (
    <EntityForm<Values>
      initial={initial}
      {...(detail === undefined ? {} : { version: detail.version })}
      onSave={handleSave}
      onSaved={() => (made.current === null ? onSaved?.() : onMade?.(made.current))}
      onCancel={onCancel}
      submitLabel={detail === undefined ? t('common:create') : t('common:save')}
      fetchCurrent={async () => {
        const now = await fetchNow({ params: { id: detail?.id ?? 0 } }).unwrap()
        return { values: valuesOf(now), version: now.version }
      }}
      describe={describer(t)}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        rules={[
          { required: true, whitespace: true, message: t('common:required') },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item
        name="typeId"
        label={t('common:type')}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <LocationTypePicker />
      </Form.Item>
      <Form.Item name="parentId" label={t('parent')}>
        <LocationTreePicker label={t('parent')} />
      </Form.Item>
      <Form.Item
        name="code"
        label={t('code')}
        extra={t('codeHint')}
        rules={[{ max: 100, message: t('common:tooLong', { max: 100 }) }]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="latitude" label={t('latitude')}>
        <InputNumber<number> min={-90} max={90} step={0.0001} style={{ inlineSize: '100%' }} />
      </Form.Item>
      <Form.Item name="longitude" label={t('longitude')}>
        <InputNumber<number> min={-180} max={180} step={0.0001} style={{ inlineSize: '100%' }} />
      </Form.Item>
      <Form.Item name="timezone" label={t('timezone')} extra={t('timezoneHint')}>
        <Select allowClear showSearch options={zones} placeholder={t('timezone')} />
      </Form.Item>
    </EntityForm>
  )
}
