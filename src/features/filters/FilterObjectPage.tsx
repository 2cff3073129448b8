import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import {
  filterAddress,
  filterFrom,
  filterPatch,
  toFilterQuery,
} from '#entities/filterObject/filterAddress.ts'
import { FilterObjectEditor } from '#entities/filterObject/FilterObjectEditor.tsx'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { useAddressState } from '#lib/addressState.ts'
import { Card, Page } from '#ui/page/Page.tsx'
import styles from '#entities/filterObject/filterObject.module.css'

export function FilterObjectPage() {
  const { t } = useTranslation(['entities', 'titles', 'common'])
  const [state, change] = useAddressState(filterAddress)
  const filter = filterFrom(state)
  const summary = useFilterSummary(filter)
  const { currentData } = equipmentCalls.useListEquipmentQuery({ body: { filter, limit: 1 } })
  return (
    <Page title={t('titles:filterObjectEditor')} kind="read" actions={<CopyLink />}>
      <Card>
        <p className={styles.filterSentence}>{summary}</p>
        <p className="quiet numbers" aria-live="polite">
          {currentData === undefined
            ? t('common:loading')
            : t('filterMatches', { count: currentData.count })}{' '}
          · <Link to={pathTo('equipment', undefined, toFilterQuery(filter))}>{t('filterUse')}</Link>
        </p>
        <p className="quiet">{t('filterHint')}</p>
        <FilterObjectEditor
          value={filter}
          onChange={(next) => change(filterPatch(next), { push: true })}
        />
      </Card>
    </Page>
  )
}

function CopyLink() {
  const { t } = useTranslation(['entities', 'common'])
  const [isCopied, setIsCopied] = useState(false)
  async function handleCopy(): Promise<void> {
    await navigator.clipboard.writeText(window.location.href)
    setIsCopied(true)
  }
  return (
    <Button icon={<CopyOutlined aria-hidden />} onClick={() => void handleCopy()}>
      {isCopied ? t('common:copied') : t('filterCopyLink')}
    </Button>
  )
}
