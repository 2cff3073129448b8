/** What changed: in the whole company, on all things of a kind, or on one thing by its address. */
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { JournalEntity } from '#contract/journal'
import { Journal } from '../../entities/journal/Journal.tsx'
import { useClaims, useMay } from '../../entities/session/useSession.ts'
import { inAddress, useAddressState } from '../../lib/addressState.ts'
import { SearchField } from '../../ui/FilterBar.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { NoRight, NotThere } from '../../ui/states.tsx'
import { wantedFrom } from '../../entities/journal/wantedFrom.ts'
import styles from '../../ui/FilterBar.module.css'

export function JournalPage() {
  const { t } = useTranslation('titles')
  const wanted = wantedFrom(useParams(), useClaims()?.companyId)
  const mayReadAll = useMay('viewer|journal')
  return (
    <Page title={t('journal')} kind="read">
      <Card>
        {wanted === null ? (
          <NotThere />
        ) : wanted.entityId !== undefined ? (
          <Journal {...wanted} isPage />
        ) : mayReadAll ? (
          <FoundJournal {...wanted} />
        ) : (
          <NoRight />
        )}
      </Card>
    </Page>
  )
}

const shape = { search: inAddress.text() }

/** Of all things, or of all of a kind, which is long: found by what was changed, and by whom. */
function FoundJournal(wanted: { entity?: JournalEntity }) {
  const { t } = useTranslation('entities')
  const [{ search }, change] = useAddressState(shape)
  return (
    <>
      <div className={styles.filterBar} role="search">
        <SearchField
          value={search}
          onChange={(next) => change({ search: next })}
          label={t('journalSearch')}
        />
      </div>
      <Journal {...wanted} search={search.trim()} isPage />
    </>
  )
}
