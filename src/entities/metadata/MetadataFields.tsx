import { Form, Input, Select, Switch } from 'antd'
import { foundBy } from '#ui/form/foundBy.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { valueFault, type MetadataOwner, type MetadataValue } from '#contract/rules/metadata.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'
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
  const { t } = useTranslation(['entities', 'common'])
  const format = useFormat()
  const stored: unknown = Form.useWatch(['metadata', String(field.id)])
  const outdated = isValue(stored) && valueFault(field, stored) !== null ? [stored].flat() : []
  const isListed = field.choices.length > 0
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
      // A value that the control cannot show stays in the form, and so is not lost by saving.
      {...(outdated.length > 0 && !isListed ? { getValueProps: () => ({}) } : {})}
      extra={
        outdated.length > 0 &&
        !isListed &&
        t('ownField.stored', {
          value: outdated
            .map((one) =>
              typeof one === 'number'
                ? format.number(one)
                : typeof one === 'boolean'
                  ? t(one ? 'common:yes' : 'common:no')
                  : one,
            )
            .join(', '),
        })
      }
    >
      {controlOf(field, [
        ...field.choices.map((choice) => ({ value: choice, label: choice })),
        ...outdated
          .filter((one) => typeof one === 'string' && !field.choices.includes(one))
          .map((one) => ({ value: String(one), label: `${one} (${t('ownField.outdated')})` })),
      ])}
    </Form.Item>
  )
}

/** False for an empty text or list. */
const isValue = (stored: unknown): stored is MetadataValue =>
  typeof stored === 'number' ||
  typeof stored === 'boolean' ||
  (typeof stored === 'string' && stored !== '') ||
  (Array.isArray(stored) && stored.length > 0)

function controlOf({ dataType }: OwnField, options: { value: string; label: string }[]): ReactNode {
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
