import { Form } from 'antd'
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
  locationFields as fields,
  type LocationFields,
} from '#contract/locations/locationFields.ts'
import { locations } from '#contract/locations/locations.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import type { ApiFailure } from '#api/http.ts'
import { locationCalls } from '#entities/calls/locations.ts'
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
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { LocationTypePicker, OrgEntityPicker } from '#entities/pickers/pickers.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'

type Detail = Output<typeof locations.getLocation>

interface Values extends PlainValues<LocationFields> {
  typeId: number | null
  parentId: number | null
  orgEntityId: number | null
  metadata: MetadataValues
}

const valuesOf = (detail: Detail): Values => ({
  ...plainValues(fields, detail),
  typeId: detail.type.id,
  parentId: detail.parent?.id ?? null,
  orgEntityId: detail.orgEntity?.id ?? null,
  metadata: metadataValues(detail.metadata),
})

const bodyOf = (values: Values) => ({
  ...plainBody(fields, values),
  typeId: values.typeId ?? 0,
  parentId: values.parentId,
  orgEntityId: values.orgEntityId,
  metadata: metadataBody(values.metadata),
})

/**
 * Starts with the fields that a user fills in first: what it is and where. Details come by import.
 */
const order = keysInOrder(keysOf(fields), ['name', 'type', 'parent'])

/** Thrown if the user cancels; the input stays. */
const unsaved: ApiFailure = { status: null, message: '', errors: [] }

function describer(
  t: Translate<['locations', 'common', 'entities']>,
  metadata: readonly OwnField[],
) {
  const label = (key: keyof LocationFields) => t(`entities:field_${key}`)
  return (values: Values): FieldsInWords<Values> => ({
    ...plainInWords(fields, values, label),
    typeId: {
      label: label('type'),
      value: <LocationTypePicker asText value={values.typeId} />,
    },
    parentId: {
      label: label('parent'),
      value: <LocationTreePicker asText value={values.parentId} />,
    },
    orgEntityId: {
      label: label('orgEntity'),
      value: <OrgEntityPicker asText value={values.orgEntityId} />,
    },
    metadata: metadataInWords(metadata, values.metadata),
  })
}

interface FormProps {
  detail?: Detail
  inside?: number | null
  onSaved?(): void
  onMade?(id: number): void
  onCancel(): void
}

export function LocationForm({ detail, inside, onSaved, onMade, onCancel }: FormProps) {
  const { t } = useTranslation(['locations', 'common', 'entities'])
  const [create] = locationCalls.useCreateLocationMutation()
  const [update] = locationCalls.useUpdateLocationMutation()
  const { data: ownFields } = useGetMetadataFieldsQuery({ params: { belongsTo: 'location' } })
  const readNow = useFetchNow()
  const confirm = useConfirm()
  const made = useRef<number | null>(null)
  async function handleSave(
    values: Values,
    version: number | undefined,
    from: Values,
  ): Promise<void> {
    if (detail === undefined || version === undefined) {
      made.current = (await create({ body: bodyOf(values) }).unwrap()).id
      return
    }
    const isMoved = values.parentId !== from.parentId
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
          ...plainValues(fields),
          typeId: null,
          parentId: inside ?? null,
          orgEntityId: null,
          metadata: {},
        }
      : valuesOf(detail)
  const hints: Partial<Record<PlainKey<LocationFields>, string>> = {
    code: t('codeHint'),
    timezone: t('timezoneHint'),
  }
  const special: Record<SpecialKey<LocationFields>, ReactNode> = {
    type: (
      <Form.Item
        name="typeId"
        label={t('common:type')}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <LocationTypePicker />
      </Form.Item>
    ),
    parent: (
      <Form.Item name="parentId" label={t('entities:field_parent')}>
        <LocationTreePicker label={t('entities:field_parent')} />
      </Form.Item>
    ),
    orgEntity: (
      <Form.Item name="orgEntityId" label={t('entities:field_orgEntity')}>
        <OrgEntityPicker />
      </Form.Item>
    ),
    metadata: <LocationMetadata />,
    details: null,
  }
  return (
    <EntityForm<Values>
      initial={initial}
      {...(detail === undefined ? {} : { version: detail.version })}
      onSave={handleSave}
      onSaved={() => (made.current === null ? onSaved?.() : onMade?.(made.current))}
      onCancel={onCancel}
      submitLabel={detail === undefined ? t('common:create') : t('common:save')}
      fetchCurrent={async () => {
        const now = await readNow(locations.getLocation, { params: { id: detail?.id ?? 0 } })
        return { values: valuesOf(now), version: now.version }
      }}
      describe={describer(t, ownFields?.rows ?? [])}
    >
      {order.map((key) =>
        isPlain(fields, key) ? (
          <PlainItem
            key={key}
            name={key}
            field={fields[key]}
            label={t(`entities:field_${key}`)}
            hint={
              key === 'name' ? (
                <NamesakesOfForm kind="location" exceptId={detail?.id} />
              ) : (
                hints[key]
              )
            }
          />
        ) : (
          <Fragment key={key}>{special[key]}</Fragment>
        ),
      )}
    </EntityForm>
  )
}

function LocationMetadata() {
  const typeId = Form.useWatch<number | null | undefined>('typeId')
  return <MetadataFields of="location" typeId={typeId} />
}
