import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { JournalEntity } from '#contract/journal/journal.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { journalRequestFrom } from '#entities/journal/journalRequestFrom.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { useAddressState } from '#lib/addressState.ts'
import { Card, Page } from '#ui/page/Page.tsx'
import { NoRight, NotThere } from '#ui/feedback/states.tsx'
import { journalAddress, JournalFilters, useJournalQuestion } from './JournalFilters.tsx'

export function JournalPage() {
  const { t } = useTranslation('titles')
  const wanted = journalRequestFrom(useParams(), useClaims()?.companyId)
  const mayReadAll = useMay('viewer|journal')
  if (wanted !== null && wanted.entityId === undefined && mayReadAll)
    return <FoundJournal {...wanted} />
  if (wanted === null) return <NotThere isPage />
  if (wanted.entityId === undefined) return <NoRight />
  return (
    <Page title={t('journal')} kind="read">
      <Card>
        <Journal {...wanted} isPage />
      </Card>
    </Page>
  )
}

function FoundJournal({ entity }: { entity?: JournalEntity }) {
  const { t } = useTranslation('titles')
  const [state, change] = useAddressState(journalAddress)
  const question = useJournalQuestion(state, change)
  const asked = { ...question, ...(entity === undefined ? {} : { entity }) }
  return (
    <Page
      title={t('journal')}
      kind="read"
      filters={
        <JournalFilters
          state={state}
          change={change}
          hasKind={entity === undefined}
          asked={asked}
        />
      }
    >
      <Card>
        <Journal key={JSON.stringify(asked)} {...asked} isPage />
      </Card>
    </Page>
  )
}
