import { Form, Input, Select, Switch } from 'antd'
import { foundBy } from '#ui/form/foundBy.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import type { MetadataOwner } from '#contract/rules/metadata.ts'
import { injectContract } from '#api/api.ts'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { Section } from '#ui/page/Page.tsx'
import type { OwnField } from './values.tsx'
import styles from './metadata.module.css'

export const { useGetMetadataFieldsQuery } = injectContract(referenceData)

const typesOf: Record<MetadataOwner, (field: OwnField) => readonly number[]> = {
  equipment: ({ equipmentTypeIds }) => equipmentTypeIds,
  location: ({ locationTypeIds }) => locationTypeIds,
  ticket: ({ ticketTypeIds }) => ticketTypeIds,
}

interface Props {
  of: MetadataOwner
  /** Null or undefined until a type is chosen. */
  typeId: number | null | undefined
}

/** The own fields of this type, in a form whose values have `metadata`. */
export function MetadataFields({ of: belongsTo, typeId }: Props) {
  const { t } = useTranslation('entities')
  const { data } = useGetMetadataFieldsQuery({ params: { belongsTo } })
  const own = (data?.rows ?? []).filter((field) => {
    const types = typesOf[belongsTo](field)
    return types.length === 0 || types.some((id) => id === typeId)
  })
  if (own.length === 0) return null
  return (
    <Section title={t('field_metadata')}>
      {own.map((field) => (
        <OneField key={field.id} field={field} />
      ))}
    </Section>
  )
}

function OneField({ field }: { field: OwnField }) {
  const label = (
    <span className={styles.label}>
      <bdi>{field.name}</bdi>
      {field.unit !== null && <bdi className="quiet">{field.unit}</bdi>}
    </span>
  )
  return (
    <Form.Item
      name={['metadata', String(field.id)]}
      label={label}
      {...(field.dataType === 'boolean' ? { valuePropName: 'checked' } : {})}
      {...(field.dataType === 'date' ? { normalize: (day: string) => day || undefined } : {})}
    >
      {controlOf(field)}
    </Form.Item>
  )
}

function controlOf({ dataType, choices }: OwnField): ReactNode {
  const options = choices.map((choice) => ({ value: choice, label: choice }))
  switch (dataType) {
    case 'text':
      return <Input autoComplete="off" dir="auto" maxLength={2_000} />
    case 'number':
      return <NumberInput style={{ inlineSize: '100%' }} />
    case 'boolean':
      return <Switch />
    case 'date':
      return <MomentField kind="day" isWide />
    case 'choice':
      return <Select allowClear options={options} />
    case 'choices':
      return <Select mode="multiple" allowClear filterOption={foundBy('label')} options={options} />
  }
}
