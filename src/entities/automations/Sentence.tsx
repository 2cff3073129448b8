/**
 * The sentence 'When … is done at … and …, then …' in the language's order: whole phrases with
 * blanks, never joined words.
 */
import { cloneElement, type ReactElement } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { EventClauseKey } from './events.ts'
import type { ActionClauseKey, BlankName, BlankText, Clause, FilterClauseKey } from './clause.ts'
import styles from './sentence.module.css'

export interface Place {
  part: 'event' | 'filters' | 'actions'
  index: number
  blank: BlankName
}

interface SentenceProps {
  /** Null for a rule that begins when `procedure` is done. */
  event: Clause<EventClauseKey> | null
  procedure: ReactElement
  /** The blank for the objects; every sentence has one. */
  objects: ReactElement
  conditions: readonly { index: number; clause: Clause<FilterClauseKey> }[]
  actions: readonly Clause<ActionClauseKey>[]
  blank(place: Place, words: BlankText): ReactElement
  after?(part: Place['part'], index: number): ReactElement | null
}

export function Sentence({
  event,
  procedure,
  objects,
  conditions,
  actions,
  blank,
  after,
}: SentenceProps) {
  const { t } = useTranslation('automations')
  const filters = conditions.map(({ index, clause }) => (
    <FilterClause
      key={index}
      index={index}
      clause={clause}
      blank={blank}
      after={after?.('filters', index) ?? null}
    />
  ))
  const parts = actions.map((clause, index) => (
    <ActionClause
      key={index}
      index={index}
      clause={clause}
      blank={blank}
      after={after?.('actions', index) ?? null}
    />
  ))
  const components = {
    begin: event === null ? procedure : <EventClause clause={event} blank={blank} />,
    procedure,
    objects,
    actions: <Joined parts={parts} by="sentence.another" />,
  }
  return (
    <p className={styles.sentence}>
      {filters.length === 0 ? (
        <Trans
          t={t}
          i18nKey={event === null ? 'sentence.anyTime' : 'sentence.onEvent'}
          components={components}
        />
      ) : (
        <Trans
          t={t}
          i18nKey={event === null ? 'sentence.onCondition' : 'sentence.onEventIf'}
          components={{
            ...components,
            conditions: <Joined parts={filters} by="sentence.andCondition" />,
          }}
        />
      )}
    </p>
  )
}

function Joined({
  parts,
  by,
}: {
  parts: readonly ReactElement[]
  by: 'sentence.another' | 'sentence.andCondition'
}) {
  const { t } = useTranslation('automations')
  return parts.map((part, index) =>
    index === 0 ? (
      cloneElement(part, { key: index })
    ) : (
      <Trans key={index} t={t} i18nKey={by} components={{ part }} />
    ),
  )
}

interface ClauseProps<K extends string> {
  index: number
  clause: Clause<K>
  blank: SentenceProps['blank']
  after: ReactElement | null
}

export function EventClause({
  clause,
  blank,
}: Pick<ClauseProps<EventClauseKey>, 'clause' | 'blank'>) {
  const { t } = useTranslation('automations')
  return (
    <span>
      <Trans
        t={t}
        i18nKey={`eventClause.${clause.key}`}
        components={blanksOf(clause, 'event', 0, blank)}
      />
    </span>
  )
}

export function FilterClause({ index, clause, blank, after }: ClauseProps<FilterClauseKey>) {
  const { t } = useTranslation('automations')
  return (
    <span>
      <Trans
        t={t}
        i18nKey={`filterClause.${clause.key}`}
        components={blanksOf(clause, 'filters', index, blank)}
      />
      {after}
    </span>
  )
}

export function ActionClause({ index, clause, blank, after }: ClauseProps<ActionClauseKey>) {
  const { t } = useTranslation('automations')
  return (
    <span>
      <Trans
        t={t}
        i18nKey={`actionClause.${clause.key}`}
        components={blanksOf(clause, 'actions', index, blank)}
      />
      {after}
    </span>
  )
}

const blanksOf = (
  clause: Clause,
  part: Place['part'],
  index: number,
  blank: SentenceProps['blank'],
): Record<string, ReactElement> =>
  Object.fromEntries(
    (Object.entries(clause.blanks) as [BlankName, BlankText][]).map(([name, words]) => [
      name,
      blank({ part, index, blank: name }, words),
    ]),
  )
