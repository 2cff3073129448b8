import { Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterObjectEditor, type FilterDraft } from '../../../entities/filterObject/FilterObjectEditor.tsx'
import { useFilterSummary } from '../../../entities/filterObject/useFilterSummary.ts'
import { useFormat } from '../../../lib/format.tsx'

/** A list of filters: a new one is empty and comes to the front; removing goes by its place in the list (spec section 4). */
export function FiltersField({ value = [], onChange }: { value?: FilterDraft[]; onChange?(value: FilterDraft[]): void }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const [active, setActive] = useState(0)
  const shown = Math.min(active, value.length - 1)
  function handleEdit(target: unknown, action: 'add' | 'remove'): void {
    if (action === 'add') {
      onChange?.([...value, {}])
      setActive(value.length)
    } else {
      onChange?.(value.filter((_filter, index) => index !== Number(target)))
      setActive(Math.max(0, active - (Number(target) <= active ? 1 : 0)))
    }
  }
  return (
    <Tabs
      type="editable-card" size="small" className="filter-tabs" activeKey={String(shown)} onChange={(key) => setActive(Number(key))} onEdit={handleEdit} addIcon={<span>+ {t('addFilter')}</span>}
      items={value.map((filter, index) => ({
        key: String(index), label: t('filterNumber', { number: format.number(index + 1) }), closable: true,
        children: <OneFilter value={filter} onChange={(next) => onChange?.(value.map((one, place) => (place === index ? next : one)))} />,
      }))}
    />
  )
}

function OneFilter({ value, onChange }: { value: FilterDraft; onChange(value: FilterDraft): void }) {
  const summary = useFilterSummary(value)
  return <><p className="filter-sentence">{summary}</p><FilterObjectEditor value={value} onChange={onChange} /></>
}
