import { Select } from 'antd'
import { useState } from 'react'
import { ChosenNames } from '#entities/pickers/ChosenNames.tsx'
import { useTranslation } from 'react-i18next'
import { foundBy } from '#ui/form/foundBy.ts'
import { itemCalls } from '../calls.ts'

const NEW = -1

export function CategoryField({
  value,
  isShown = false,
  onChange,
  id,
}: {
  value?: number | null
  isShown?: boolean
  onChange?(value: number | null): void
  id?: string
}) {
  const { t } = useTranslation('dashboards')
  const [typed, setTyped] = useState('')
  const { data, isFetching } = itemCalls.useListDashboardCategoriesQuery()
  const [create] = itemCalls.useCreateDashboardCategoryMutation()
  const name = typed.trim()
  const rows = data?.rows ?? []
  const isNew = name !== '' && !rows.some((row) => row.name.toLowerCase() === name.toLowerCase())
  async function handleChange(next: number | undefined): Promise<void> {
    if (next !== NEW) return onChange?.(next ?? null)
    const made = await create({ body: { name } })
    if (made.data !== undefined) onChange?.(made.data.id)
  }
  if (isShown)
    return (
      <ChosenNames
        of={rows.flatMap((row) =>
          Number(row.id) === value ? [{ id: value, name: row.name }] : [],
        )}
      />
    )
  return (
    <Select<number>
      {...(id === undefined ? {} : { id })}
      allowClear
      showSearch
      aria-label={t('field.category')}
      placeholder={t('categoryNone')}
      loading={isFetching}
      {...(value === null || value === undefined ? {} : { value })}
      onSearch={setTyped}
      onChange={(next) => void handleChange(next)}
      filterOption={(input, option) => option?.value === NEW || foundBy('title')(input, option)}
      options={[
        ...rows.map((row) => ({
          value: Number(row.id),
          label: <bdi>{row.name}</bdi>,
          title: row.name,
        })),
        ...(isNew ? [{ value: NEW, label: t('categoryAdd', { name }), title: name }] : []),
      ]}
    />
  )
}
