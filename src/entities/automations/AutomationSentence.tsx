import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation/automation.ts'
import { isActionKind, type BlankAction } from '#contract/automation/actions.ts'
import { isFilterKind, type BlankFilter } from '#contract/automation/filters.ts'
import type { NamedClause } from '#contract/journal/journal.ts'
import { isEventKind } from '#contract/automation/events.ts'
import { eventClause } from './events.ts'
import { actionClause } from './actions.ts'
import type { BlankText } from './clause.ts'
import { filterClause } from './filters.ts'
import { namesOf } from './names.ts'
import { ActionClause, EventClause, FilterClause, Sentence, type Place } from './Sentence.tsx'
import { useClauses } from './useClauses.ts'
import { usePhrases } from './usePhrases.ts'
import { useActionWords, useFilterWords } from './useWords.ts'
import styles from './sentence.module.css'

export function AutomationSentence({
  automation,
}: {
  automation: Pick<Automation, 'procedure' | 'event' | 'filters' | 'actions' | 'names' | 'missing'>
}) {
  const phrases = usePhrases()
  const names = namesOf(automation)
  const { event, conditions, actions, objectsAt } = useClauses(
    {
      event: automation.event,
      filters: automation.filters as readonly BlankFilter[],
      actions: automation.actions as readonly BlankAction[],
    },
    names,
  )
  const objects = automation.filters.find((filter) => filter.kind === 'objects')?.filter ?? {}
  return (
    <Sentence
      event={event}
      procedure={<Said words={{ words: automation.procedure?.name ?? '' }} />}
      objects={
        <Said
          words={{
            words: phrases.objects(objects, names, automation.procedure ?? undefined),
            isMissing: objectsAt >= 0 && names.anyMissing(objects),
          }}
        />
      }
      conditions={conditions}
      actions={actions}
      blank={blankText}
    />
  )
}

export function ClauseSentence({ of: { clause, names: known } }: { of: NamedClause }) {
  const names = namesOf({ names: known, missing: [] })
  const { t } = useTranslation('automations')
  const filterWords = useFilterWords(names)
  const actionWords = useActionWords(names)
  if (isEventKind(clause.kind)) {
    const event = eventClause(clause, actionWords)
    if (event !== null) return <EventClause clause={event} blank={blankText} />
  }
  if (isFilterKind(clause.kind))
    return (
      <FilterClause
        index={0}
        clause={filterClause(clause, filterWords)}
        blank={blankText}
        after={null}
      />
    )
  if (isActionKind(clause.kind))
    return (
      <ActionClause
        index={0}
        clause={actionClause(clause, actionWords)}
        blank={blankText}
        after={null}
      />
    )
  return <span>{t('unknownClause')}</span>
}

const blankText = (_place: Place, words: BlankText) => <Said words={words} />

function Said({ words: { words, isMissing = false } }: { words: BlankText }) {
  return isMissing ? (
    <del className={`${styles.sentenceSaid} ${styles.sentenceMissing}`}>
      <bdi>{words}</bdi>
    </del>
  ) : (
    <strong className={styles.sentenceSaid}>
      <bdi>{words}</bdi>
    </strong>
  )
}
