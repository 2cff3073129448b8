import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Id } from '#contract/ids.ts'
import type { MetadataOwner } from '#contract/rules/metadata.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'
import { useGetMetadataFieldsQuery } from './MetadataFields.tsx'

interface Props {
  of: MetadataOwner
  fieldId: Id<'metadataField'> | null
  text: string
  onChange(field: { ownField: Id<'metadataField'> | null; ownText: string }): void
}

/** Filters a list by the text in an own field. Hidden if the company has none of that kind. */
export function OwnFieldFilter({ of: belongsTo, fieldId, text, onChange }: Props) {
  const { t } = useTranslation(['entities', 'common'])
  const { data } = useGetMetadataFieldsQuery({ params: { belongsTo } })
  const fields = data?.rows ?? []
  if (fields.length === 0 && fieldId === null) return null
  const field = fields.find(({ id }) => id === fieldId)
  const label = t('ownField.text', { field: field?.name ?? '' })
  return (
    <>
      <Select<number | null>
        allowClear
        showSearch
        aria-label={t('ownField.field')}
        placeholder={t('ownField.field')}
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 140 }}
        value={fieldId}
        filterOption={foundBy('label')}
        labelRender={({ label: name }) => name ?? t('common:unknownName')}
        onChange={(chosen?: number | null) =>
          onChange({
            ownField: fields.find(({ id }) => id === chosen)?.id ?? null,
            ownText: '',
          })
        }
        options={fields.map(({ id, name }) => ({ value: Number(id), label: name }))}
      />
      {fieldId !== null &&
        (field !== undefined && field.choices.length > 0 ? (
          <Select<string | null>
            allowClear
            aria-label={label}
            placeholder={label}
            popupMatchSelectWidth={false}
            style={{ minInlineSize: 140 }}
            value={text === '' ? null : text}
            filterOption={foundBy('label')}
            onChange={(chosen?: string | null) =>
              onChange({ ownField: fieldId, ownText: chosen ?? '' })
            }
            options={field.choices.map((choice) => ({ value: choice, label: choice }))}
          />
        ) : (
          <Input.Search
            key={fieldId}
            allowClear
            aria-label={label}
            placeholder={label}
            dir="auto"
            maxLength={200}
            style={{ inlineSize: 180 }}
            defaultValue={text}
            onSearch={(ownText) => onChange({ ownField: fieldId, ownText: ownText.trim() })}
          />
        ))}
    </>
  )
}
