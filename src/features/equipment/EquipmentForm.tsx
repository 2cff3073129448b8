import { Form, Switch } from 'antd'
import type { Translate } from '#lib/i18n/translate.ts'
import { Fragment, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import {
  keysInOrder,
  isPlain,
  keysOf,
  type PlainKey,
  type SpecialKey,
} from '#contract/entityFields.ts'
import {
  equipmentFields as fields,
  type EquipmentFields,
} from '#contract/equipment/equipmentFields.ts'
import { identifierKeys } from '#contract/equipment/identifierKeys.ts'
import { lifeKeys } from '#contract/equipment/lifeKeys.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import type { ApiFailure } from '#api/http.ts'
import { MetadataFields, useGetMetadataFieldsQuery } from '#entities/metadata/MetadataFields.tsx'
import {
  metadataBody,
  metadataInWords,
  metadataValues,
  type MetadataValues,
  type OwnField,
} from '#entities/metadata/values.tsx'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { PlainItem } from '#entities/fields/PlainItem.tsx'
import {
  plainBody,
  plainInWords,
  plainValues,
  type PlainValues,
} from '#entities/fields/plainValues.ts'
import { useMovedNotice } from '#entities/fellows/useMovedNotice.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import {
  EquipmentStatusPicker,
  EquipmentTypePicker,
  OrgEntityPicker,
  TagPicker,
} from '#entities/pickers/pickers.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { equipmentCalls } from './calls.ts'
import { FactsEditor } from './FactsEditor.tsx'
import styles from './bulk.module.css'

type Detail = Output<typeof equipment.getEquipment>

interface Values extends PlainValues<EquipmentFields> {
  typeId: number | null
  statusId: number | null
  locationId: number | null
  orgEntityId: number | null
  tagIds: number[]
  isStatic: boolean
  details: { key: string; value: string }[]
  metadata: MetadataValues
}

const blank: Values = {
  ...plainValues(fields),
  typeId: null,
  statusId: null,
  locationId: null,
  orgEntityId: null,
  tagIds: [],
  isStatic: false,
  details: [],
  metadata: {},
}

function valuesOf(detail: Detail): Values {
  return {
    ...plainValues(fields, detail),
    typeId: detail.type.id,
    statusId: detail.status?.id ?? null,
    locationId: detail.location?.id ?? null,
    orgEntityId: detail.orgEntity?.id ?? null,
    tagIds: detail.tags.map((tag) => tag.id),
    isStatic: detail.isStatic,
    details: detail.details,
    metadata: metadataValues(detail.metadata),
  }
}

function bodyOf(values: Values) {
  return {
    ...values,
    ...plainBody(fields, values),
    typeId: values.typeId ?? 0,
    details: values.details.filter((fact) => fact.key.trim() !== ''),
    metadata: metadataBody(values.metadata),
  }
}

function describer(
  t: Translate<['equipment', 'common', 'entities']>,
  metadata: readonly OwnField[],
) {
  const label = (key: keyof EquipmentFields) => t(`entities:field_${key}`)
  return (values: Values): FieldsInWords<Values> => ({
    ...plainInWords(fields, values, label),
    typeId: {
      label: label('type'),
      value: <EquipmentTypePicker asText value={values.typeId} />,
    },
    statusId: {
      label: label('status'),
      value: <EquipmentStatusPicker asText value={values.statusId} />,
    },
    locationId: {
      label: label('location'),
      value: <LocationTreePicker asText value={values.locationId} />,
    },
    orgEntityId: {
      label: label('orgEntity'),
      value: <OrgEntityPicker asText value={values.orgEntityId} />,
    },
    tagIds: {
      label: label('tags'),
      value: <TagPicker multiple asText value={values.tagIds} />,
    },
    isStatic: {
      label: label('isStatic'),
      value: values.isStatic ? t('common:yes') : t('common:no'),
    },
    metadata: metadataInWords(metadata, values.metadata),
    details: {
      label: label('details'),
      value: values.details.map((fact) => `${fact.key}: ${fact.value}`).join(', '),
    },
  })
}

const order = keysInOrder(keysOf(fields), ['name', 'type'])

/** Thrown if the user cancels: the form stays open, without an error. */
const notMoved: ApiFailure = { status: 400, message: '', errors: [] }

interface FormProps {
  detail?: Detail
  onSaved?(): void
  onMade?(id: number): void
  onCancel(): void
}

export function EquipmentForm({ detail, onSaved, onMade, onCancel }: FormProps) {
  const { t } = useTranslation(['equipment', 'common', 'entities', 'notices'])
  const [create] = equipmentCalls.useCreateEquipmentMutation()
  const [update] = equipmentCalls.useUpdateEquipmentMutation()
  const readNow = useFetchNow()
  const made = useRef<number | null>(null)
  const confirm = useConfirm()
  const showMoved = useMovedNotice()
  const { data } = useGetMetadataFieldsQuery({ params: { belongsTo: 'equipment' } })

  /**
   * Section 5: a move affects all who use the location, so the form asks. It does not ask about
   * another user's move.
   */
  async function mayMove(values: Values, from: Values): Promise<boolean> {
    if (detail === undefined || values.locationId === from.locationId) return true
    return confirm({
      title: t('moveTitle', { name: detail.name }),
      hint: t('moveHint'),
      okText: t('common:save'),
    })
  }

  async function handleSave(
    values: Values,
    version: number | undefined,
    from: Values,
  ): Promise<void> {
    if (!(await mayMove(values, from))) throw notMoved
    if (detail === undefined || version === undefined)
      made.current = (await create({ body: bodyOf(values) }).unwrap()).id
    else {
      const { fellowsMoved } = await update({
        params: { id: detail.id },
        body: { ...bodyOf(values), version },
      }).unwrap()
      showMoved(fellowsMoved, t('notices:equipmentUpdated'))
    }
  }
  const hints: Partial<Record<PlainKey<EquipmentFields>, string>> = {
    equipmentId: t('numberHint'),
    locationText: t('locationTextHint'),
  }
  const special: Record<SpecialKey<EquipmentFields>, ReactNode> = {
    type: (
      <Form.Item
        name="typeId"
        label={t('common:type')}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <EquipmentTypePicker />
      </Form.Item>
    ),
    status: (
      <Form.Item name="statusId" label={t('common:status')}>
        <EquipmentStatusPicker />
      </Form.Item>
    ),
    location: (
      <Form.Item name="locationId" label={t('common:location')}>
        <LocationTreePicker />
      </Form.Item>
    ),
    orgEntity: (
      <Form.Item name="orgEntityId" label={t('entities:field_orgEntity')}>
        <OrgEntityPicker />
      </Form.Item>
    ),
    tags: (
      <Form.Item name="tagIds" label={t('common:tags')}>
        <TagPicker multiple />
      </Form.Item>
    ),
    isStatic: (
      <Form.Item
        name="isStatic"
        label={t('entities:field_isStatic')}
        extra={t('isStaticHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    ),
    metadata: <EquipmentMetadata />,
    details: <FactsEditor />,
  }
  const plainItem = (key: PlainKey<EquipmentFields>) => (
    <PlainItem
      key={key}
      name={key}
      field={fields[key]}
      label={t(`entities:field_${key}`)}
      hint={
        key === 'name' ? <NamesakesOfForm kind="equipment" exceptId={detail?.id} /> : hints[key]
      }
    />
  )
  return (
    <EntityForm<Values>
      initial={detail === undefined ? blank : valuesOf(detail)}
      {...(detail === undefined ? {} : { version: detail.version })}
      onSave={handleSave}
      onSaved={() => (made.current === null ? onSaved?.() : onMade?.(made.current))}
      onCancel={onCancel}
      submitLabel={detail === undefined ? t('common:create') : t('common:save')}
      fetchCurrent={async () => {
        const now = await readNow(equipment.getEquipment, { params: { id: detail?.id ?? 0 } })
        return { values: valuesOf(now), version: now.version }
      }}
      describe={describer(t, data?.rows ?? [])}
    >
      {order.map((key) => {
        const group = groups.find(({ keys }) => keys.some((one) => one === key))
        if (group !== undefined)
          return key !== group.keys[0] ? null : (
            <details
              key={key}
              className={styles.identifiers}
              open={group.keys.some((one) => detail?.[one] != null)}
            >
              <summary>{t(group.title)}</summary>
              <div>{group.keys.map(plainItem)}</div>
            </details>
          )
        return isPlain(fields, key) ? plainItem(key) : <Fragment key={key}>{special[key]}</Fragment>
      })}
    </EntityForm>
  )
}

function EquipmentMetadata() {
  const typeId = Form.useWatch<number | null | undefined>('typeId')
  return <MetadataFields of="equipment" typeId={typeId} />
}

/** Fields that most equipment has empty are behind a summary. */
const groups = [
  { title: 'identifiers', keys: identifierKeys },
  { title: 'lifeFields', keys: lifeKeys },
] as const
