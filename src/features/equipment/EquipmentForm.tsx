import { Form, Input, Switch } from 'antd'
import type { TFunction } from 'i18next'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint'
import type { equipment } from '#contract/equipment'
import type { MetadataValue } from '#contract/rules/metadata'
import type { ApiFailure } from '../../api/http.ts'
import { LocationTreePicker } from '../../entities/pickers/LocationTreePicker.tsx'
import {
  EquipmentStatusPicker,
  EquipmentTypePicker,
  TagPicker,
} from '../../entities/pickers/pickers.tsx'
import { EntityForm } from '../../ui/EntityForm.tsx'
import { useConfirm } from '../../ui/useConfirm.tsx'
import { equipmentCalls } from './calls.ts'
import { FactsEditor } from './FactsEditor.tsx'
import { MetadataFields } from './MetadataFields.tsx'

type Detail = Output<typeof equipment.getEquipment>

/** The form mirrors the screen; it becomes the API's shape only on submit. */
interface Values {
  name: string
  equipmentId: string
  typeId: number | null
  statusId: number | null
  locationId: number | null
  locationText: string
  tagIds: number[]
  isStatic: boolean
  details: { key: string; value: string }[]
  /** By the field's id. */
  metadata: Record<string, MetadataValue | null | undefined>
}

const blank: Values = {
  name: '',
  equipmentId: '',
  typeId: null,
  statusId: null,
  locationId: null,
  locationText: '',
  tagIds: [],
  isStatic: false,
  details: [],
  metadata: {},
}

function valuesOf(detail: Detail): Values {
  return {
    name: detail.name,
    equipmentId: detail.equipmentId ?? '',
    typeId: detail.type.id,
    statusId: detail.status?.id ?? null,
    locationId: detail.location?.id ?? null,
    locationText: detail.locationText ?? '',
    tagIds: detail.tags.map((tag) => tag.id),
    isStatic: detail.isStatic,
    details: detail.details,
    metadata: Object.fromEntries(
      detail.metadata.map(({ fieldId, value }) => [String(fieldId), value]),
    ),
  }
}

function bodyOf(values: Values) {
  return {
    ...values,
    typeId: values.typeId ?? 0,
    equipmentId: values.equipmentId.trim() === '' ? null : values.equipmentId.trim(),
    locationText: values.locationText.trim() === '' ? null : values.locationText,
    details: values.details.filter((fact) => fact.key.trim() !== ''),
    metadata: Object.entries(values.metadata).flatMap(([id, value]) =>
      isGiven(value)
        ? [{ fieldId: Number(id), value: typeof value === 'object' ? [...value] : value }]
        : [],
    ),
  }
}

/** An emptied field loses its value. */
const isGiven = (value: MetadataValue | null | undefined): value is MetadataValue =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  !(typeof value === 'object' && value.length === 0)

/** For a conflict: both versions in words. */
function describer(t: TFunction<['equipment', 'common']>) {
  return (values: Values): { key: keyof Values; label: string; value: ReactNode }[] => [
    { key: 'name', label: t('common:name'), value: values.name },
    { key: 'equipmentId', label: t('number'), value: values.equipmentId },
    {
      key: 'typeId',
      label: t('common:type'),
      value: <EquipmentTypePicker disabled variant="borderless" value={values.typeId} />,
    },
    {
      key: 'statusId',
      label: t('common:status'),
      value: <EquipmentStatusPicker disabled variant="borderless" value={values.statusId} />,
    },
    {
      key: 'locationId',
      label: t('common:location'),
      value: <LocationTreePicker disabled variant="borderless" value={values.locationId} />,
    },
    { key: 'locationText', label: t('locationText'), value: values.locationText },
    {
      key: 'tagIds',
      label: t('common:tags'),
      value: <TagPicker multiple disabled variant="borderless" value={values.tagIds} />,
    },
    {
      key: 'isStatic',
      label: t('isStatic'),
      value: values.isStatic ? t('common:yes') : t('common:no'),
    },
    {
      key: 'details',
      label: t('facts'),
      value: values.details.map((fact) => `${fact.key}: ${fact.value}`).join(', '),
    },
    {
      key: 'metadata',
      label: t('metadata'),
      value: Object.values(values.metadata)
        .filter(isGiven)
        .map((value) => (typeof value === 'object' ? value.join(', ') : String(value)))
        .join(' · '),
    },
  ]
}

/** Nothing was sent: the form stays as it is, with nothing to complain of. */
const notMoved: ApiFailure = { status: 400, message: '', errors: [] }

interface FormProps {
  detail?: Detail
  onSaved?(): void
  onMade?(id: number): void
  onCancel(): void
}

export function EquipmentForm({ detail, onSaved, onMade, onCancel }: FormProps) {
  const { t } = useTranslation(['equipment', 'common'])
  const [create] = equipmentCalls.useCreateEquipmentMutation()
  const [update] = equipmentCalls.useUpdateEquipmentMutation()
  const [fetchNow] = equipmentCalls.useLazyGetEquipmentQuery()
  const made = useRef<number | null>(null)
  const confirm = useConfirm()

  /**
   * Section 5: where a thing belongs is told to everything that asks for it, so it is asked once
   * more.
   */
  async function mayMove(values: Values): Promise<boolean> {
    if (detail === undefined || values.locationId === (detail.location?.id ?? null)) return true
    return confirm({
      title: t('moveTitle', { name: detail.name }),
      hint: t('moveHint'),
      okText: t('common:save'),
    })
  }

  async function handleSave(values: Values, version: number | undefined): Promise<void> {
    if (!(await mayMove(values))) throw notMoved
    if (detail === undefined || version === undefined)
      made.current = (await create({ body: bodyOf(values) }).unwrap()).id
    else await update({ params: { id: detail.id }, body: { ...bodyOf(values), version } }).unwrap()
  }
  return (
    <EntityForm<Values>
      initial={detail === undefined ? blank : valuesOf(detail)}
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
        <EquipmentTypePicker />
      </Form.Item>
      <Form.Item
        name="equipmentId"
        label={t('number')}
        extra={t('numberHint')}
        rules={[{ max: 100, message: t('common:tooLong', { max: 100 }) }]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="statusId" label={t('common:status')}>
        <EquipmentStatusPicker />
      </Form.Item>
      <Form.Item name="locationId" label={t('common:location')}>
        <LocationTreePicker />
      </Form.Item>
      <Form.Item
        name="locationText"
        label={t('locationText')}
        extra={t('locationTextHint')}
        rules={[{ max: 500, message: t('common:tooLong', { max: 500 }) }]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="tagIds" label={t('common:tags')}>
        <TagPicker multiple />
      </Form.Item>
      <Form.Item
        name="isStatic"
        label={t('isStatic')}
        extra={t('isStaticHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <MetadataFields />
      <FactsEditor />
    </EntityForm>
  )
}
