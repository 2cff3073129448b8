import { Form, Input, Segmented, Select } from 'antd'
import type { Translate } from '#lib/i18n/translate.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dashboardItems,
  cardTypes,
  type DashboardItem,
} from '#contract/dashboards/dashboardItems.ts'
import { cardRanges } from '#contract/dashboards/periods.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { itemCalls } from '../calls.ts'
import { CardPreview } from './CardPreview.tsx'
import { cardBody, valuesOf, type CardValues } from './cardValues.ts'
import { CategoryField } from './CategoryField.tsx'
import { FilterSentences, FiltersField } from './FiltersField.tsx'

interface FormProps {
  initial: CardValues
  item?: DashboardItem
  onSaved(item: DashboardItem): void
  onCancel(): void
}

export function CardForm({ initial, item, onSaved, onCancel }: FormProps) {
  const { t } = useTranslation(['dashboards', 'common'])
  const [create] = itemCalls.useCreateDashboardItemMutation()
  const [update] = itemCalls.useUpdateDashboardItemMutation()
  const readNow = useFetchNow()
  const kept = useRef<DashboardItem | null>(null)
  async function handleSave(values: CardValues, version: number | undefined): Promise<void> {
    kept.current =
      item === undefined || version === undefined
        ? await create({ body: cardBody(values) }).unwrap()
        : await update({ params: { id: item.id }, body: { ...cardBody(values), version } }).unwrap()
  }
  return (
    <EntityForm<CardValues>
      initial={initial}
      {...(item === undefined ? {} : { version: item.version })}
      submitLabel={item === undefined ? t('common:add') : t('common:save')}
      onSave={handleSave}
      onSaved={() => {
        if (kept.current !== null) onSaved(kept.current)
      }}
      onCancel={onCancel}
      fetchCurrent={async () => {
        const now = await readNow(dashboardItems.getDashboardItem, {
          params: { id: item?.id ?? 0 },
        })
        return { values: valuesOf(now), version: now.version }
      }}
      describe={describer(t)}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        extra={<NamesakesOfForm kind="dashboardItem" exceptId={item?.id} />}
        rules={[{ required: true, whitespace: true, message: t('common:required') }]}
      >
        <Input dir="auto" maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label={t('field.type')}>
        <Select options={cardTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))} />
      </Form.Item>
      <Form.Item name="range" label={t('field.range')}>
        <Segmented
          options={cardRanges.map((range) => ({ value: range, label: t(`range.${range}`) }))}
        />
      </Form.Item>
      <Form.Item name="dashboardCategoryId" label={t('field.category')}>
        <CategoryField />
      </Form.Item>
      <Form.Item name="filters" label={t('field.filters')} extra={t('filtersHint')}>
        <FiltersField />
      </Form.Item>
      <LivePreview />
    </EntityForm>
  )
}

function describer(t: Translate<['dashboards', 'common']>) {
  return (values: CardValues): FieldsInWords<CardValues> => ({
    name: { label: t('common:name'), value: <bdi>{values.name}</bdi> },
    type: { label: t('field.type'), value: t(`type.${values.type}`) },
    range: { label: t('field.range'), value: t(`range.${values.range}`) },
    dashboardCategoryId: {
      label: t('field.category'),
      value: <CategoryField isShown value={values.dashboardCategoryId} />,
    },
    filters: { label: t('field.filters'), value: <FilterSentences of={values.filters} /> },
  })
}

function LivePreview() {
  const form = Form.useFormInstance<CardValues>()
  // antd types the values of a whole form as any, so the cast names their type.
  const values = Form.useWatch([], form) as CardValues | undefined
  return values?.type === undefined ? null : <CardPreview values={values} />
}
