import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_OWN_COLUMNS } from '#contract/metadataBounds.ts'
import type { MetadataOwner } from '#contract/rules/metadata.ts'
import { useFormat } from '#lib/format.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'
import type { Column } from '#ui/list/EntityTable.tsx'
import { useGetMetadataFieldsQuery } from './MetadataFields.tsx'
import { MetadataWords } from './MetadataWords.tsx'
import type { WithOwnValues } from './useOwnColumns.tsx'

interface Props {
  of: MetadataOwner
  ids: number[]
}

/** Hands the columns to their list once the names of the fields are known. */
export function OwnColumns({
  of: belongsTo,
  ids,
  onColumns,
}: Props & { onColumns(columns: Column<WithOwnValues>[]): void }) {
  const { data } = useGetMetadataFieldsQuery({ params: { belongsTo } })
  const rows = data?.rows
  const chosen = ids.join('.')
  useEffect(() => {
    onColumns(
      chosen.split('.').flatMap((one): Column<WithOwnValues>[] => {
        const field = rows?.find(({ id }) => String(id) === one)
        if (field === undefined) return []
        return [
          {
            key: `own${field.id}`,
            title: field.name,
            roomy: true,
            ...(field.dataType === 'number' && { align: 'end' }),
            render: ({ ownValues = [] }) => {
              const found = ownValues.find(({ fieldId }) => fieldId === field.id)
              return found === undefined ? null : (
                <MetadataWords of={found.value} unit={field.unit} />
              )
            },
          },
        ]
      }),
    )
  }, [rows, chosen, onColumns])
  return null
}

/** Chooses own fields as columns. Hidden if the company has none of that kind. */
export function OwnColumnPicker({
  of: belongsTo,
  ids,
  onChange,
}: Props & { onChange(ids: number[]): void }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const { data } = useGetMetadataFieldsQuery({ params: { belongsTo } })
  const fields = data?.rows ?? []
  if (fields.length === 0 && ids.length === 0) return null
  return (
    <Select<number[]>
      mode="multiple"
      maxCount={MAX_OWN_COLUMNS}
      maxTagCount={0}
      maxTagPlaceholder={(chosen) => `${t('ownField.columns')}: ${format.number(chosen.length)}`}
      allowClear
      aria-label={t('ownField.columns')}
      placeholder={t('ownField.columns')}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 140 }}
      value={ids}
      filterOption={foundBy('label')}
      onChange={onChange}
      options={fields.map(({ id, name }) => ({ value: Number(id), label: name }))}
    />
  )
}
