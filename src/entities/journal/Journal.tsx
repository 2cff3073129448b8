/** The changes of an entity: the user or automation, the time, before and after. Newest first. */
import { Button } from 'antd'
import { Fragment, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Input } from '#contract/endpoint.ts'
import type { journal, JournalEntry } from '#contract/journal/journal.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { Remaining, When } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState, NothingFound } from '#ui/feedback/states.tsx'
import { journalCalls } from '#entities/calls/journal.ts'
import { useMay } from '#entities/session/useSession.ts'
import { addressOf } from '#entities/addresses/addressOf.ts'
import { Change } from './Change.tsx'
import { TakeBack } from './TakeBack.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './Journal.module.css'

const STEP = 60

type Body = NonNullable<Input<typeof journal.listJournal>['body']>
export type JournalQuestion = Omit<Body, 'sort' | 'limit' | 'offset'>

interface JournalProps extends JournalQuestion {
  isPage?: boolean
}

export function Journal({ isPage = false, ...question }: JournalProps) {
  const { t } = useTranslation(['entities', 'common'])
  const [pages, setPages] = useState(1)
  const { entity, entityId } = question
  const asked = { ...question, sort: '-at' as const, limit: STEP }
  const isNarrowed = Object.keys(question).some((key) => key !== 'entity' && key !== 'entityId')
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
    return isNarrowed ? <NothingFound /> : <EmptyState title={t('journalEmpty')} />
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

function Entries({
  asked,
  showsName,
}: {
  asked: JournalQuestion & { sort: '-at'; limit: number; offset: number }
  showsName: boolean
}) {
  const format = useFormat()
  const query = journalCalls.useListJournalQuery({ body: asked })
  const before = journalCalls
    .useListJournalQuery(
      { body: { ...asked, offset: Math.max(0, asked.offset - STEP) } },
      { skip: asked.offset === 0 },
    )
    .data?.rows.at(-1)
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
    data.rows.map((entry, index) => {
      const above = index === 0 ? before : data.rows[index - 1]
      const day = format.day(entry.at)
      return (
        <Fragment key={entry.id}>
          {(above === undefined || format.day(above.at) !== day) && (
            <li className={styles.journalDay}>{day}</li>
          )}
          <Entry entry={entry} showsName={showsName} />
        </Fragment>
      )
    })
  )
}

interface EntryProps {
  entry: JournalEntry
  showsName: boolean
}

const changeKeys = {
  created: 'journalCreated',
  updated: 'journalUpdated',
  deleted: 'journalDeleted',
} as const

/**
 * One change: author, time, before and after. Memoised, so that loading more does not redraw it.
 */
export const Entry = memo(function Entry({ entry, showsName }: EntryProps) {
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
          <When at={entry.at} as="time" />
        </span>
        <TakeBack entry={entry} />
        {entry.isOverwriting && <span className="quiet">{t('journalOverwriting')}</span>}
      </div>
      {entry.change === 'updated' && changes.length === 0 && (
        <p className="quiet">{t('journalEmptied')}</p>
      )}
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
})

/**
 * Entities that may have no name. For other entities, a missing name means that the entity is
 * hidden.
 */
const unnamed = ['automation', 'rrule', 'company'] as const

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
  const mayOpenUsers = useMay('editor|users')
  const mayOpenImports = useMay('editor|import')
  const name = (
    <bdi>
      {by.kind === 'system' ? t('system') : by.kind === 'report' ? t('reportByLabel') : by.name}
    </bdi>
  )
  switch (by.kind) {
    case 'user':
      return mayOpenUsers && by.id > 0 ? (
        <Link to={pathTo('users', undefined, { id: by.id })}>{name}</Link>
      ) : (
        name
      )
    case 'automation':
      return (
        <>
          {t('automation')} {name}
        </>
      )
    case 'import':
      return (
        <>
          {t(by.isUndo ? 'importUndone' : 'import')}{' '}
          {mayOpenImports && by.importId !== null ? (
            <Link to={pathTo('importOne', { importId: by.importId })}>{name}</Link>
          ) : (
            name
          )}
        </>
      )
    case 'report':
    case 'system':
      return name
  }
}
