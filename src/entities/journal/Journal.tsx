/**
 * What changed on a thing: by whom or by which automation, when, before and after. Newest first.
 */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { JournalEntity, JournalEntry } from '#contract/journal'
import { pathTo } from '../../lib/paths.ts'
import { Remaining, When } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState, NothingFound } from '../../ui/states.tsx'
import { journalCalls } from '../calls.ts'
import { addressOf } from '../addresses/addressOf.ts'
import { Change } from './Change.tsx'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from './Journal.module.css'

const STEP = 60

interface JournalProps {
  entity?: JournalEntity
  entityId?: number
  /** The name of the thing, or of who changed it. */
  search?: string
  /** It stands on its own page already. */
  isPage?: boolean
}

/** The history of one thing; without one, of the whole company. */
export function Journal({ entity, entityId, search = '', isPage = false }: JournalProps) {
  const { t } = useTranslation(['entities', 'common'])
  const [pages, setPages] = useState(1)
  const asked = {
    sort: '-at' as const,
    limit: STEP,
    ...(entity === undefined ? {} : { entity }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(search === '' ? {} : { search }),
  }
  const query = journalCalls.useListJournalQuery({
    body: { ...asked, offset: 0 },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0)
    return search === '' ? <EmptyState title={t('journalEmpty')} /> : <NothingFound />
  return (
    <>
      {!isPage && entity !== undefined && entityId !== undefined && (
        <p>
          <Link to={pathTo('entityJournal', { entity, entityId })}>{t('journalPage')}</Link>
        </p>
      )}
      <ol className={styles.journal}>
        {Array.from({ length: pages }, (_page, page) => (
          <Entries
            key={page}
            asked={{ ...asked, offset: page * STEP }}
            showsName={entityId === undefined}
          />
        ))}
      </ol>
      {data.count > pages * STEP && (
        <>
          <Remaining count={data.count - pages * STEP} />{' '}
          <Button type="link" onClick={() => setPages(pages + 1)}>
            {t('common:loadMore')}
          </Button>
        </>
      )}
    </>
  )
}

/** One page, fresh for as long as it is shown. */
function Entries({
  asked,
  showsName,
}: {
  asked: {
    sort: '-at'
    limit: number
    offset: number
    entity?: JournalEntity
    entityId?: number
    search?: string
  }
  showsName: boolean
}) {
  const query = journalCalls.useListJournalQuery({ body: asked })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined && error !== undefined)
    return (
      <li>
        <ErrorState failure={error} onRetry={() => void refetch()} />
      </li>
    )
  return data === undefined ? (
    <li>
      <LoadingState rows={3} />
    </li>
  ) : (
    data.rows.map((entry) => <Entry key={entry.id} entry={entry} showsName={showsName} />)
  )
}

const changeKeys = {
  created: 'journalCreated',
  updated: 'journalUpdated',
  deleted: 'journalDeleted',
} as const

function Entry({ entry, showsName }: { entry: JournalEntry; showsName: boolean }) {
  const { t } = useTranslation('entities')
  const changes = entry.change === 'updated' ? entry.changes : []
  return (
    <li className={styles.journalEntry}>
      <div className={styles.journalLine}>
        {showsName && (
          <strong>
            <EntryName entry={entry} />
          </strong>
        )}
        <span>
          <Cause by={entry.by} /> · {t(changeKeys[entry.change])}
        </span>
        <span className="quiet">
          <When at={entry.at} />
        </span>
        {entry.isOverwriting && <span className="quiet">{t('journalOverwriting')}</span>}
      </div>
      {changes.length > 0 && (
        <dl className={styles.journalChanges}>
          {changes.map((change) => (
            <Change
              key={`${change.field} ${JSON.stringify(change.part ?? '')}`}
              entity={entry.entity}
              change={change}
            />
          ))}
        </dl>
      )}
    </li>
  )
}

/** These may be without a name; of all others it is not for the reader. */
const unnamed = ['automation', 'rrule', 'company'] as const

/** What is still there opens. */
function EntryName({ entry: { entity, entityId, entityName, change } }: { entry: JournalEntry }) {
  const { t } = useTranslation('entities')
  const to = change === 'deleted' ? undefined : addressOf(entity, entityId)
  const name =
    entityName === '' ? (
      t(`journalKind_${unnamed.find((one) => one === entity) ?? 'other'}`)
    ) : (
      <bdi>{entityName}</bdi>
    )
  return to === undefined ? <>{name}</> : <Link to={to}>{name}</Link>
}

function Cause({ by }: { by: JournalEntry['by'] }) {
  const { t } = useTranslation('common')
  switch (by.kind) {
    case 'user':
      return <bdi>{by.name}</bdi>
    case 'automation':
      return (
        <>
          {t('automation')} <bdi>{by.name}</bdi>
        </>
      )
    case 'import':
      return (
        <>
          {t(by.isUndo ? 'importUndone' : 'import')} <bdi>{by.name}</bdi>
        </>
      )
    case 'system':
      return t('system')
  }
}
