import { CloseOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation/automation.ts'
import { freshFilter, type BlankFilter } from '#contract/automation/filters.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { knownAction, knownFilter, type BlankText } from '#entities/automations/clause.ts'
import type { Names } from '#entities/automations/names.ts'
import { Sentence, type Place } from '#entities/automations/Sentence.tsx'
import { useClauses } from '#entities/automations/useClauses.ts'
import { usePhrases, type PerformedOn } from '#entities/automations/usePhrases.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { Blank } from './Blank.tsx'
import { ClauseControl } from './ClauseControl.tsx'
import { filterControls } from './controls.ts'
import { ofProcedure, type SentenceDraft } from './sentenceDraft.ts'
import styles from '../automations.module.css'
import sentenceStyles from '#entities/automations/sentence.module.css'

interface Props {
  draft: SentenceDraft
  /** Null for a new automation, whose procedure is a blank too. */
  automation: Automation | null
  names: Names
  questions: readonly SurveyQuestion[]
  performedOn?: PerformedOn
  onChange: (draft: SentenceDraft) => void
}

export function SentenceControls({
  draft,
  automation,
  names,
  questions,
  performedOn = {},
  onChange,
}: Props) {
  const { t } = useTranslation('automations')
  const { event, objectsAt, conditions, actions } = useClauses(draft, names)
  const list = (part: Place['part']) =>
    (part === 'event'
      ? [draft.event]
      : part === 'filters'
        ? draft.filters
        : draft.actions) as readonly { kind: string }[]
  const put = (part: Place['part'], index: number, value: unknown) =>
    onChange({
      ...draft,
      [part]: part === 'event' ? value : list(part).map((one, at) => (at === index ? value : one)),
    })

  const control = (place: Place, words: BlankText) => (
    <ClauseBlank
      place={place}
      words={words}
      value={list(place.part)[place.index]}
      onChange={(next) => put(place.part, place.index, next)}
      questions={questions}
    />
  )
  const remove = (part: Place['part'], index: number) => {
    if (part === 'actions' && draft.actions.length === 1) return null
    const name =
      part === 'filters'
        ? t(`filterName.${knownFilter(draft.filters[index]?.kind ?? '')}`)
        : t(`actionName.${knownAction(draft.actions[index]?.kind ?? '')}`)
    const handleRemove = () =>
      onChange({ ...draft, [part]: list(part).filter((_one, at) => at !== index) })
    return (
      <button
        type="button"
        className={styles.clauseRemove}
        data-kin={part}
        aria-label={t('editor.removeClause', { name })}
        title={t('editor.removeClause', { name })}
        onClick={handleRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    )
  }
  return (
    <Sentence
      event={event}
      procedure={
        automation === null ? (
          <ProcedureBlank
            value={draft.procedureId}
            onChange={(procedureId) => onChange(ofProcedure(draft, procedureId))}
          />
        ) : (
          <strong className={sentenceStyles.sentenceSaid}>
            <bdi>{automation.procedure?.name}</bdi>
          </strong>
        )
      }
      objects={
        <ObjectsBlank
          draft={draft}
          at={objectsAt}
          names={names}
          questions={questions}
          performedOn={performedOn}
          onChange={onChange}
        />
      }
      conditions={conditions}
      actions={actions}
      blank={control}
      after={remove}
    />
  )
}

interface ClauseBlankProps {
  place: Place
  words: BlankText
  value: { kind: string } | undefined
  onChange: (next: unknown) => void
  questions: readonly SurveyQuestion[]
}

/**
 * No children: i18next would wrap them in a new component on every render and close an open picker.
 */
function ClauseBlank({
  place: { part, blank },
  words,
  value,
  onChange,
  questions,
}: ClauseBlankProps) {
  const { t } = useTranslation('automations')
  return (
    <Blank
      label={t(`blankName.${blank}`)}
      value={words.words}
      isOpenQuestion={words.isOpen === true || words.isMissing === true}
    >
      {(close) =>
        value === undefined ? null : (
          <ClauseControl
            part={part}
            blank={blank}
            value={value}
            onChange={onChange}
            close={close}
            questions={questions}
          />
        )
      }
    </Blank>
  )
}

/** Always in the sentence; creates its filter only on a choice. */
function ObjectsBlank({
  draft,
  at,
  names,
  questions,
  performedOn,
  onChange,
}: {
  draft: SentenceDraft
  at: number
  names: Names
  questions: readonly SurveyQuestion[]
  performedOn: PerformedOn
  onChange: (draft: SentenceDraft) => void
}) {
  const { t } = useTranslation('automations')
  const phrases = usePhrases()
  // `at` is the index of an object filter.
  const { objects: ObjectsPicker } = filterControls.objects
  const value = (draft.filters[at] ?? freshFilter('objects')) as BlankFilter<'objects'>
  const filter = value.filter as FilterObject
  const put = (next: BlankFilter<'objects'>) =>
    onChange({
      ...draft,
      filters:
        at < 0
          ? [next, ...draft.filters]
          : draft.filters.map((one, index) => (index === at ? next : one)),
    })
  return (
    <Blank
      label={t('blankName.objects')}
      value={phrases.objects(filter, names, performedOn)}
      isOpenQuestion={names.anyMissing(filter)}
    >
      {(close) => (
        <ObjectsPicker value={value} onChange={put} close={close} questions={questions} />
      )}
    </Blank>
  )
}

function ProcedureBlank({
  value,
  onChange,
}: {
  value: number | null
  onChange: (procedureId: number | null) => void
}) {
  const { t } = useTranslation('automations')
  const { data } = procedureCalls.useListTinyProceduresQuery(
    { body: { ids: value === null ? [] : [value], limit: 1 } },
    { skip: value === null },
  )
  const name = value === null ? t('choose.procedure') : (data?.rows[0]?.name ?? '…')
  return (
    <Blank label={t('blankName.procedure')} value={name} isOpenQuestion={value === null}>
      {(close) => (
        <ProcedurePicker
          defaultOpen
          autoFocus
          allowClear={false}
          label={t('blankName.procedure')}
          value={value}
          onChange={(chosen: number | null) => {
            onChange(chosen)
            close()
          }}
        />
      )}
    </Blank>
  )
}
