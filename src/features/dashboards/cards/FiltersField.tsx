import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterObjectEditor } from '#entities/filterObject/FilterObjectEditor.tsx'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './cards.module.css'
import filterObjectStyles from '#entities/filterObject/filterObject.module.css'

/** A list of filters: new ones are empty and come first; removal goes by index (spec section 4). */
export function FiltersField({
  value = [],
  onChange,
}: {
  value?: FilterDraft[]
  onChange?(value: FilterDraft[]): void
}) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const [active, setActive] = useState(0)
  const shown = Math.max(0, Math.min(active, value.length - 1))
  const nameOf = (index: number): string => t('filterNumber', { number: format.number(index + 1) })
  function handleAdd(): void {
    onChange?.([...value, {}])
    setActive(value.length)
  }
  function handleRemove(place: number): void {
    onChange?.(value.filter((_filter, index) => index !== place))
    setActive(Math.max(0, place - 1))
  }
  return (
    <div className={styles.filterTabs}>
      {value.length > 0 && (
        <Tabs
          type="card"
          size="small"
          activeKey={String(shown)}
          onChange={(key) => setActive(Number(key))}
          items={value.map((filter, index) => ({
            key: String(index),
            label: nameOf(index),
            children: (
              <OneFilter
                name={nameOf(index)}
                value={filter}
                onChange={(next) =>
                  onChange?.(value.map((one, place) => (place === index ? next : one)))
                }
                onRemove={() => handleRemove(index)}
              />
            ),
          }))}
        />
      )}
      <Button icon={<PlusOutlined aria-hidden />} onClick={handleAdd}>
        {t('addFilter')}
      </Button>
    </div>
  )
}

export function FilterSentences({ of: filters }: { of: readonly FilterDraft[] }) {
  const { t } = useTranslation('common')
  if (filters.length === 0) return <span className="quiet">{t('none')}</span>
  return filters.map((filter, place) => <FilterSentence key={place} of={filter} />)
}

function FilterSentence({ of: filter }: { of: FilterDraft }) {
  return <p className={filterObjectStyles.filterSentence}>{useFilterSummary(filter)}</p>
}

function OneFilter({
  name,
  value,
  onChange,
  onRemove,
}: {
  name: string
  value: FilterDraft
  onChange(value: FilterDraft): void
  onRemove(): void
}) {
  const { t } = useTranslation('common')
  const summary = useFilterSummary(value)
  return (
    <div className={styles.oneFilter}>
      <p className={`${filterObjectStyles.filterSentence} ${styles.filterSummary}`}>{summary}</p>
      <FilterObjectEditor value={value} onChange={onChange} />
      <Button
        type="text"
        danger
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`${t('remove')}: ${name}`}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </div>
  )
}
