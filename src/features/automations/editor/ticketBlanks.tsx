import { Button, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { BlankAction } from '#contract/automation/actions.ts'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import type { Blank } from '#contract/automation/blank.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { pathTo } from '#lib/paths.ts'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { AssignRulePicker, TicketStatePicker, wordCalls } from '#entities/pickers/wordPickers.tsx'
import { PrioritySelect } from '#entities/tickets/PrioritySelect.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import type { PickingProps } from './picking.ts'
import { QuestionPicker } from './QuestionPicker.tsx'
import styles from '../automations.module.css'

export function OpenedTypePicker({
  value,
  onChange,
  close,
}: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('tickets')
  const { priority, ...rest } = value
  return (
    <div className={styles.typeUnderPriority}>
      <OneType
        value={value.ticketTypeId}
        onChange={(ticketTypeId) => {
          onChange({ ...value, ticketTypeId })
          close()
        }}
      />
      <label className={styles.titleField}>
        <span>{t('column.priority')}</span>
        <PrioritySelect
          placeholder={t('priority.byType')}
          value={priority ?? null}
          onChange={(next) => onChange(next === null ? rest : { ...rest, priority: next })}
        />
      </label>
    </div>
  )
}

export function StateTypePicker({
  value,
  onChange,
  close,
}: PickingProps<BlankAction<'changeTicketState'>>) {
  // Another type has other states.
  return (
    <OneType
      value={value.ticketTypeId}
      onChange={(ticketTypeId) => {
        onChange({
          ...value,
          ticketTypeId,
          stateId: ticketTypeId === value.ticketTypeId ? value.stateId : null,
        })
        close()
      }}
    />
  )
}

export function AnyTypePicker({
  value,
  onChange,
  close,
}: PickingProps<BlankAction<'assignTicket'>>) {
  const { t } = useTranslation('automations')
  const choose = (ticketTypeId: number | null) => {
    onChange({ ...value, ticketTypeId })
    close()
  }
  return (
    <>
      <OneType value={value.ticketTypeId} onChange={choose} />
      {value.ticketTypeId !== null && (
        <Button size="small" type="link" onClick={() => choose(null)}>
          {t('anyType')}
        </Button>
      )}
    </>
  )
}

function OneType({
  value,
  onChange,
}: {
  value: number | null
  onChange: (id: number | null) => void
}) {
  const { t } = useTranslation('automations')
  return (
    <TicketTypePicker
      defaultOpen
      autoFocus
      allowClear={false}
      label={t('blank.ticketType')}
      value={value}
      onChange={onChange}
    />
  )
}

export function ClosedTypesPicker({ value, onChange }: PickingProps<BlankAction<'closeTickets'>>) {
  const { t } = useTranslation('automations')
  return (
    <TicketTypePicker
      multiple
      defaultOpen
      autoFocus
      label={t('blank.ticketTypes')}
      value={value.ticketTypeIds}
      onChange={(ticketTypeIds: number[]) => onChange({ ...value, ticketTypeIds })}
    />
  )
}

export function StatePicker({
  value,
  onChange,
  close,
}: PickingProps<BlankAction<'changeTicketState'>>) {
  const { t } = useTranslation('automations')
  if (value.ticketTypeId === null)
    return (
      <p className={styles.blankHint} role="status">
        {t('blank.typeFirst')}
      </p>
    )
  return (
    <TicketStatePicker
      defaultOpen
      autoFocus
      allowClear={false}
      ticketTypeId={value.ticketTypeId}
      value={value.stateId}
      onChange={(stateId: number | null) => {
        onChange({ ...value, stateId })
        close()
      }}
    />
  )
}

export function TitlePicker({ value, onChange, close }: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('automations')
  return (
    <Input
      autoFocus
      dir="auto"
      maxLength={200}
      aria-label={t('blank.title')}
      placeholder={t('blank.autoTitle')}
      value={value.title ?? ''}
      allowClear
      onChange={(event) =>
        onChange({ ...value, title: event.target.value === '' ? null : event.target.value })
      }
      onPressEnter={close}
    />
  )
}

export function OpenedAssigneePicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('automations')
  return (
    <>
      <AssignPicker
        value={value.assign}
        onChange={(assign) => onChange({ ...value, assign })}
        close={close}
        questions={questions}
      />
      {/* A ticket that names itself has no blank for its title, so its door is here. */}
      <label className={styles.titleField}>
        <span>{t('blank.title')}</span>
        <Input
          dir="auto"
          maxLength={200}
          placeholder={t('blank.autoTitle')}
          value={value.title ?? ''}
          allowClear
          onChange={(event) =>
            onChange({ ...value, title: event.target.value === '' ? null : event.target.value })
          }
        />
      </label>
    </>
  )
}

export function GivenPicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankAction<'assignTicket'>>) {
  return (
    <AssignPicker
      value={value.assign}
      onChange={(assign) => onChange({ ...value, assign })}
      close={close}
      questions={questions}
    />
  )
}

const ways = ['nobody', 'user', 'question', 'rule'] as const

interface AssignProps {
  value: Blank<AssignBy> | null
  onChange: (assign: Blank<AssignBy> | null) => void
  close: () => void
  questions: readonly SurveyQuestion[]
}

/** Directly, by a survey question, by an AI agent rule, or to nobody (spec section 4). */
function AssignPicker({ value, onChange, close, questions }: AssignProps) {
  const { t } = useTranslation('automations')
  const handleWay = (way: (typeof ways)[number]) => {
    if (way === 'nobody') {
      onChange(null)
      close()
    } else
      onChange(
        way === 'user'
          ? { by: 'user', userId: null }
          : way === 'question'
            ? { by: 'question', questionId: null }
            : { by: 'rule', ruleId: null },
      )
  }
  return (
    <>
      <Segmented
        aria-label={t('blank.assignee')}
        value={value?.by ?? 'nobody'}
        onChange={handleWay}
        options={ways.map((way) => ({ value: way, label: t(`assignWay.${way}`) }))}
      />
      {value?.by === 'user' && (
        <UserPicker
          defaultOpen
          autoFocus
          allowClear={false}
          label={t('blank.person')}
          value={value.userId}
          onChange={(userId: number | null) => {
            onChange({ by: 'user', userId })
            close()
          }}
        />
      )}
      {value?.by === 'question' && (
        <QuestionPicker
          questions={questions}
          fits={({ kind }) => kind === 'user'}
          none={t('blank.noPersonQuestion')}
          value={value.questionId}
          onChange={(questionId) => {
            onChange({ by: 'question', questionId })
            close()
          }}
        />
      )}
      {value?.by === 'rule' && (
        <RulePicker
          value={value.ruleId}
          onChange={(ruleId) => {
            onChange({ by: 'rule', ruleId })
            close()
          }}
        />
      )}
    </>
  )
}

/** Requires a rule (spec section 5); without rules links to where they are created. */
function RulePicker({
  value,
  onChange,
}: {
  value: number | null
  onChange: (ruleId: number | null) => void
}) {
  const { t } = useTranslation('automations')
  const { data } = wordCalls.useGetTicketAssignRulesQuery()
  if (data?.rows.length === 0)
    return (
      <p className={styles.blankHint} role="status">
        {t('blank.noRules')}{' '}
        <Link
          to={pathTo('managementList', { referenceList: 'ticket-assign-rules' }, { mode: 'new' })}
          target="_blank"
        >
          {t('blank.makeRule')}
        </Link>
      </p>
    )
  return (
    <>
      <AssignRulePicker
        defaultOpen
        autoFocus
        allowClear={false}
        value={value}
        onChange={onChange}
      />
      <p className={`quiet ${styles.blankHint}`}>{t('blank.ruleHint')}</p>
    </>
  )
}
