/** What changed: in the whole company, or on one thing by its address. */
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { journalEntities, type JournalEntity } from '#contract/journal'
import { Journal } from '../../entities/journal/Journal.tsx'
import { useMay } from '../../entities/session/useSession.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { NoRight, NotThere } from '../../ui/states.tsx'

/** The word in an address as the journal's own noun: `tickets/7/journal` and `ticket/7/journal` both work. */
function entityFrom(word: string): JournalEntity | undefined {
  const plain = word.toLowerCase().replaceAll('-', '')
  return journalEntities.find((entity) => [entity.toLowerCase(), `${entity.toLowerCase()}s`].includes(plain))
}

export function JournalPage() {
  const { t } = useTranslation('titles')
  const { entity: word, entityId } = useParams()
  const mayReadAll = useMay('viewer|journal')
  const entity = word === undefined ? undefined : entityFrom(word)
  const isKnown = word === undefined || (entity !== undefined && /^\d+$/.test(entityId ?? ''))
  return (
    <Page title={t('journal')} kind="read">
      <Card>
        {!isKnown ? <NotThere />
          : entity !== undefined ? <Journal entity={entity} entityId={Number(entityId)} />
            : mayReadAll ? <Journal /> : <NoRight />}
      </Card>
    </Page>
  )
}
