import { Form, Input, Select, Switch } from 'antd'
import { foundBy } from '#ui/form/foundBy.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import type { Output } from '#contract/endpoint.ts'
import { injectContract } from '#api/api.ts'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { Section } from '#ui/page/Page.tsx'
import styles from './bulk.module.css'

export const { useGetEquipmentMetadataQuery } = injectContract(referenceData)
type Field = Output<typeof referenceData.getEquipmentMetadata>['rows'][number]

export function MetadataFields() {
  const { t } = useTranslation('equipment')
  const typeId = Form.useWatch<number | null | undefined>('typeId')
  const { data } = useGetEquipmentMetadataQuery()
  const own = (data?.rows ?? []).filter(
    ({ equipmentTypeIds }) =>
      equipmentTypeIds.length === 0 || equipmentTypeIds.some((id) => id === typeId),
  )
  if (own.length === 0) return null
  return (
    <Section title={t('metadata')}>
      {own.map((field) => (
        <OneField key={field.id} field={field} />
      ))}
    </Section>
  )
}

function OneField({ field }: { field: Field }) {
  const label = (
    <span className={styles.factLabel}>
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

function controlOf({ dataType, choices }: Field): ReactNode {
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
