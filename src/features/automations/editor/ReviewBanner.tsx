import { WarningOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { widensWithout } from '#contract/automation/replace.ts'
import { filterKeys } from '#contract/filter.ts'
import { kindOfKey } from '#contract/automation/filters.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { filterPickers } from '#entities/filterObject/filterPickers.tsx'
import { RolePicker, UserPicker } from '#entities/pickers/pickers.tsx'
import {
  ApiHookPicker,
  AssignRulePicker,
  InventoryItemPicker,
  MetadataFieldPicker,
  TicketStatePicker,
} from '#entities/pickers/wordPickers.tsx'
import { SensorTypePicker } from '#entities/pickers/SensorTypePicker.tsx'
import { DutyPicker } from '#entities/duties/DutyPicker.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import {
  replaceThing,
  missingStillNamed,
  type MissingThing,
  type SentenceDraft,
} from './sentenceDraft.ts'
import styles from '../automations.module.css'

interface Props {
  draft: SentenceDraft
  missing: readonly MissingThing[]
  questions: readonly SurveyQuestion[]
  onChange: (draft: SentenceDraft) => void
}

/** Deleted objects by their last name, each with a picker for a replacement (spec section 4). */
export function ReviewBanner({ draft, missing, questions, onChange }: Props) {
  const { t } = useTranslation('automations')
  const open = missingStillNamed(draft, missing)
  return (
    <section className={styles.review} role="alert">
      <strong>
        <WarningOutlined aria-hidden /> {t('review.title')}
      </strong>
      <p>{t('review.text')}</p>
      <ul>
        {open.map((thing) => (
          <li key={`${thing.kind}${thing.id}`} className={styles.reviewThing}>
            <span dir="auto">{t('review.gone', { name: thing.name })}</span>
            <Replacement
              thing={thing}
              draft={draft}
              questions={questions}
              onChosen={(id) => onChange(replaceThing(draft, thing, id))}
            />
            <Button
              size="small"
              type="link"
              onClick={() => onChange(replaceThing(draft, thing, null))}
            >
              {t('review.remove')}
            </Button>
            {widensWithout(draft, thing) && (
              <span className={styles.reviewWidens}>{t('review.widens')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReplacementProps {
  thing: MissingThing
  draft: SentenceDraft
  questions: readonly SurveyQuestion[]
  onChosen: (id: number) => void
}

function Replacement({ thing, draft, questions, onChosen }: ReplacementProps) {
  const { t } = useTranslation('automations')
  const label = t('review.replace')
  const shared = {
    size: 'small' as const,
    label,
    value: null,
    onChange: (id: number | null) => {
      if (id !== null) onChosen(id)
    },
  }
  switch (thing.kind) {
    case 'ticketType':
      return <TicketTypePicker {...shared} />
    case 'user':
      return <UserPicker {...shared} />
    case 'role':
      return <RolePicker {...shared} />
    case 'apiHook':
      return <ApiHookPicker {...shared} />
    case 'duty':
      return <DutyPicker {...shared} />
    case 'assignRule':
      return <AssignRulePicker {...shared} />
    case 'metadataField':
      return <MetadataFieldPicker {...shared} />
    case 'inventoryItem':
      return <InventoryItemPicker {...shared} />
    case 'sensorType':
      return <SensorTypePicker {...shared} />
    case 'surveyQuestion':
      return (
        <OneOf
          label={label}
          options={questions.map(({ id, title }) => ({ value: id, label: title }))}
          onChosen={onChosen}
        />
      )
    case 'surveyAnswer':
      return (
        <OneOf label={label} options={answersFor(draft, thing.id, questions)} onChosen={onChosen} />
      )
    case 'ticketState': {
      const action = draft.actions.find(
        (one) => one.kind === 'changeTicketState' && one.stateId === thing.id,
      )
      return action?.kind === 'changeTicketState' && action.ticketTypeId !== null ? (
        <TicketStatePicker {...shared} ticketTypeId={action.ticketTypeId} />
      ) : null
    }
    // Other references belong to the filter's lists or to an action.
    default: {
      const key = filterKeys.find((one) => kindOfKey[one] === thing.kind)
      if (key === undefined) return null
      const Picker = filterPickers[key]
      return (
        <Picker
          multiple
          label={label}
          value={[]}
          onChange={(ids) => {
            const [first] = ids
            if (first !== undefined) onChosen(first)
          }}
        />
      )
    }
  }
}

function answersFor(draft: SentenceDraft, answerId: number, questions: readonly SurveyQuestion[]) {
  const filter = draft.filters.find(
    (one) => one.kind === 'answer' && one.answerIds.includes(answerId),
  )
  const question =
    filter?.kind === 'answer' ? questions.find(({ id }) => id === filter.questionId) : undefined
  return (question?.answers ?? []).map(({ id, title }) => ({ value: id, label: title }))
}

function OneOf({
  label,
  options,
  onChosen,
}: {
  label: string
  options: { value: number; label: string }[]
  onChosen: (id: number) => void
}) {
  return (
    <Select<number | null>
      size="small"
      aria-label={label}
      placeholder={label}
      value={null}
      popupMatchSelectWidth={false}
      options={options}
      onChange={(id) => {
        if (id !== null) onChosen(id)
      }}
    />
  )
}
