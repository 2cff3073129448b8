/** One changed field, before and after. Of a list only the removed and added items. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JournalChange, JournalEntity } from '#contract/journal/journal.ts'
import { ChangedValue, isNothing } from './ChangedValue.tsx'
import { betweenLists } from './betweenLists.ts'
import { labelKeys } from './labelKeys.ts'
import styles from './Journal.module.css'

interface ChangeProps {
  entity: JournalEntity
  change: JournalChange
}

export function Change({ entity, change }: ChangeProps) {
  const { t } = useTranslation('entities')
  const label = useFieldLabel()(entity, change.field)
  return (
    <div>
      <dt>
        {label}
        {change.part !== undefined && (
          <>
            {' · '}
            <bdi>
              {typeof change.part === 'string' ? change.part : change.part.name || t('journalGone')}
            </bdi>
          </>
        )}
      </dt>
      {change.isHidden === true ? (
        <dd className="quiet">{t('journalUnseen')}</dd>
      ) : (
        <Sides entity={entity} change={change} />
      )}
    </div>
  )
}

function useFieldLabel(): (entity: JournalEntity, field: string) => string {
  const { t, i18n } = useTranslation(['entities', 'schedules'])
  return (entity, field) => {
    const key = labelKeys(entity, field).find((one) => i18n.exists(one))
    return key === undefined ? field : t(key as 'entities:field_name')
  }
}

function Sides({ entity, change: { field, before, after } }: ChangeProps) {
  if (Array.isArray(before) || Array.isArray(after))
    return <ListSides entity={entity} field={field} before={listOf(before)} after={listOf(after)} />
  return <OneForOne entity={entity} field={field} before={before} after={after} />
}

function OneForOne({
  before,
  after,
  ...on
}: {
  entity: JournalEntity
  field: string
  before: unknown
  after: unknown
}) {
  const { t } = useTranslation('entities')
  return (
    <dd>
      <del aria-label={t('journalBefore')}>
        <Side value={before} {...on} />
      </del>
      <span className={`${styles.journalArrow} turns`} aria-hidden="true">
        →
      </span>
      <ins aria-label={t('journalAfter')}>
        <Side value={after} {...on} />
      </ins>
    </dd>
  )
}

interface ListProps {
  entity: JournalEntity
  field: string
  before: readonly unknown[]
  after: readonly unknown[]
}

function ListSides({ before, after, ...on }: ListProps) {
  const { t } = useTranslation('entities')
  const { removed, added, isReordered } = betweenLists(before, after)
  if (isReordered)
    return (
      <dd>
        <span className="quiet">{t('journalOrder')}</span>{' '}
        <ins aria-label={t('journalAfter')}>
          <Lines of={after} {...on} />
        </ins>
      </dd>
    )
  if (removed.length === 1 && added.length === 1)
    return <OneForOne before={removed[0]} after={added[0]} {...on} />
  return (
    <dd>
      {removed.length > 0 && (
        <span>
          <span className="quiet">{t('journalTaken')}</span>{' '}
          <del aria-label={t('journalBefore')}>
            <Lines of={removed} {...on} />
          </del>
        </span>
      )}
      {added.length > 0 && (
        <span>
          <span className="quiet">{t('journalAdded')}</span>{' '}
          <ins aria-label={t('journalAfter')}>
            <Lines of={added} {...on} />
          </ins>
        </span>
      )}
    </dd>
  )
}

function Lines({
  of: values,
  entity,
  field,
}: {
  of: readonly unknown[]
  entity: JournalEntity
  field: string
}) {
  // oxlint-disable-next-line react/no-array-index-key -- entries never change, and the same text may occur twice
  return values.map((value, index) => (
    <span key={index} className={styles.journalValue}>
      <ChangedValue entity={entity} field={field} value={value} />
    </span>
  ))
}

function Side({
  entity,
  field,
  value,
}: {
  entity: JournalEntity
  field: string
  value: unknown
}): ReactNode {
  const { t } = useTranslation('entities')
  return isNothing(value) ? (
    t('journalNothing')
  ) : (
    <ChangedValue entity={entity} field={field} value={value} />
  )
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isNothing(value) ? [] : [value]
