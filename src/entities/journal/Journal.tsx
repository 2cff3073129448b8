/** What changed on a thing: by whom or by which automation, when, before and after. Newest first. */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JournalEntity, JournalEntry } from '#contract/journal'
import { useFormat, type Format } from '../../lib/format.tsx'
import { When } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { journalCalls } from '../calls.ts'
import { dressValue } from './dressValue.ts'
import { fieldInWords } from './fieldWords.tsx'
import { RuleValue, ruleFieldOf, useRuleFieldLabel } from './RuleValue.tsx'
import './journal.css'

const STEP = 30

/** The history of one thing; without one, of the whole company. */
export function Journal({ entity, entityId }: { entity?: JournalEntity; entityId?: number }) {
  const { t } = useTranslation(['entities', 'common'])
  const [limit, setLimit] = useState(STEP)
  const { data, error, isFetching, refetch } = journalCalls.useListJournalQuery({
    body: { limit, sort: '-at', ...(entity === undefined ? {} : { entity }), ...(entityId === undefined ? {} : { entityId }) },
  })
  if (data === undefined) return error === undefined ? <LoadingState /> : <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return <EmptyState title={t('journalEmpty')} />
  return (
    <>
      <ol className="journal">
        {data.rows.map((entry) => <Entry key={entry.id} entry={entry} showsName={entityId === undefined} />)}
      </ol>
      {data.count > data.rows.length && limit < 500 && (
        <Button type="link" loading={isFetching} onClick={() => setLimit(Math.min(500, limit + STEP * 2))}>{t('common:loadMore')}</Button>
      )}
    </>
  )
}

const changeKeys = { created: 'journalCreated', updated: 'journalUpdated', deleted: 'journalDeleted' } as const

function Entry({ entry, showsName }: { entry: JournalEntry; showsName: boolean }) {
  const { t } = useTranslation('entities')
  const changes = entry.change === 'updated' ? entry.changes : []
  return (
    <li className="journal-entry">
      <div className="journal-line">
        {showsName && <strong><bdi>{entry.entityName}</bdi></strong>}
        <span><Cause by={entry.by} /> · {t(changeKeys[entry.change])}</span>
        <span className="quiet"><When at={entry.at} /></span>
      </div>
      {changes.length > 0 && (
        <dl className="journal-changes">
          {changes.map((change) => (entry.entity === 'rrule' ? <RuleChange key={change.field} {...change} /> : <Change key={change.field} {...change} />))}
        </dl>
      )}
    </li>
  )
}

function Cause({ by }: { by: JournalEntry['by'] }) {
  const { t } = useTranslation('common')
  switch (by.kind) {
    case 'user': return <bdi>{by.name}</bdi>
    case 'automation': return <>{t('automation')} <bdi>{by.name}</bdi></>
    case 'import': return <>{t('import')} <bdi>{by.name}</bdi></>
    case 'system': return t('system')
  }
}

function RuleChange(change: JournalEntry['changes'][number]) {
  const { t } = useTranslation('entities')
  const labelOf = useRuleFieldLabel()
  const field = ruleFieldOf(change.field)
  if (field === undefined) return <Change {...change} />
  return (
    <div>
      <dt>{labelOf(field)}</dt>
      <dd>
        <del aria-label={t('journalBefore')}><RuleValue field={field} value={change.before} /></del>
        <span className="journal-arrow turns" aria-hidden="true">→</span>
        <ins aria-label={t('journalAfter')}><RuleValue field={field} value={change.after} /></ins>
      </dd>
    </div>
  )
}

function Change({ field, before, after }: { field: string; before: unknown; after: unknown }) {
  const { t, i18n } = useTranslation(['entities', 'common', 'people'])
  const format = useFormat()
  const key = `field_${field}`
  // A field this page has no word for is shown by its own name rather than hidden.
  const label = i18n.exists(key, { ns: 'entities' }) ? t(key as 'field_name') : field // it exists, as just asked
  const yesNo = { yes: t('common:yes'), no: t('common:no') }
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <del aria-label={t('journalBefore')}>{fieldInWords(field, before, format) ?? inWords(dressValue(field, before, t), format, yesNo) ?? t('journalNothing')}</del>
        <span className="journal-arrow turns" aria-hidden="true">→</span>
        <ins aria-label={t('journalAfter')}>{fieldInWords(field, after, format) ?? inWords(dressValue(field, after, t), format, yesNo) ?? t('journalNothing')}</ins>
      </dd>
    </div>
  )
}

/** The journal keeps what a person would read; only its kinds are dressed here. Null when there is nothing. */
function inWords(value: unknown, format: Format, words: { yes: string; no: string }): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return format.number(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? format.dateTime(value) : value
  if (Array.isArray(value)) return value.length === 0 ? null : format.list(value.map((one) => inWords(one, format, words) ?? ''))
  return JSON.stringify(value)
}
