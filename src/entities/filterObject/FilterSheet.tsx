import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import type { FilterKey } from '#contract/filter.ts'
import { toFilterQuery } from './filterAddress.ts'
import { FilterObjectEditor } from './FilterObjectEditor.tsx'
import type { FilterDraft } from './filterDraft.ts'
import { useFilterSummary } from './useFilterSummary.ts'
import styles from './filterObject.module.css'
import { Sheet } from '#ui/panel/Sheet.tsx'

interface FilterSheetProps {
  value: FilterDraft
  onChange(value: FilterDraft): void
  onClose(): void
  keys?: readonly FilterKey[]
}

export function FilterSheet({ value, onChange, onClose, keys }: FilterSheetProps) {
  const { t } = useTranslation(['entities', 'titles', 'common'])
  const isPhone = useIsPhone()
  const [draft, setDraft] = useState(value)
  const summary = useFilterSummary(draft)
  // antd's drawer knows sides, not ends.
  const side = directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right'
  function handleChange(next: FilterDraft): void {
    setDraft(next)
    onChange(next)
  }
  return (
    <Sheet
      open
      title={t('filterTitle')}
      onClose={onClose}
      placement={isPhone ? 'bottom' : side}
      size={isPhone ? '85%' : 460}
      footer={
        <Button type="primary" block onClick={onClose}>
          {t('common:done')}
        </Button>
      }
    >
      <p className={styles.filterSentence}>{summary}</p>
      <p className="quiet">
        {t('filterHint')}{' '}
        <Link to={pathTo('filterObjectEditor', undefined, toFilterQuery(draft))}>
          {t('titles:filterObjectEditor')}
        </Link>
      </p>
      <FilterObjectEditor
        value={draft}
        onChange={handleChange}
        {...(keys === undefined ? {} : { keys })}
      />
    </Sheet>
  )
}
