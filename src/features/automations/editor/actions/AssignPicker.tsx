import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import type { Blank } from '#contract/automation/blank.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { pathTo } from '#lib/paths.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { DutyPicker } from '#entities/duties/DutyPicker.tsx'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { AssignRulePicker, wordCalls } from '#entities/pickers/wordPickers.tsx'
import { QuestionPicker } from '../QuestionPicker.tsx'
import styles from '../../automations.module.css'

const ways = ['nobody', 'user', 'duty', 'question', 'rule'] as const

const begun = {
  user: { by: 'user', userId: null },
  duty: { by: 'duty', dutyId: null },
  question: { by: 'question', questionId: null },
  rule: { by: 'rule', ruleId: null },
} as const satisfies { [W in AssignBy['by']]: Blank<AssignBy> }

interface AssignProps {
  value: Blank<AssignBy> | null
  onChange: (assign: Blank<AssignBy> | null) => void
  close: () => void
  questions: readonly SurveyQuestion[]
}

/** Directly, by a survey question, by an AI agent rule, or to nobody (spec section 4). */
export function AssignPicker({ value, onChange, close, questions }: AssignProps) {
  const { t } = useTranslation('automations')
  const handleWay = (way: (typeof ways)[number]) => {
    if (way === 'nobody') {
      onChange(null)
      close()
    } else onChange(begun[way])
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
      {value?.by === 'duty' && (
        <DutyChoice
          value={value.dutyId}
          onChange={(dutyId) => {
            onChange({ by: 'duty', dutyId })
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

function DutyChoice({
  value,
  onChange,
}: {
  value: number | null
  onChange: (dutyId: number | null) => void
}) {
  const { t } = useTranslation('automations')
  const { data } = dutyCalls.useListDutiesQuery({ body: { limit: 1 } })
  if (data?.count === 0)
    return (
      <p className={styles.blankHint} role="status">
        {t('blank.noDuties')}{' '}
        <Link to={pathTo('duties', undefined, { mode: 'new' })} target="_blank">
          {t('blank.makeDuty')}
        </Link>
      </p>
    )
  return (
    <>
      <DutyPicker defaultOpen autoFocus allowClear={false} value={value} onChange={onChange} />
      <p className={`quiet ${styles.blankHint}`}>{t('blank.dutyHint')}</p>
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
