import { Checkbox, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { comparesNumbers } from '#contract/automation/filters/answer.ts'
import { operatorsFor, type AnswerOperator } from '#contract/rules/answerRules.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import { QuestionPicker } from '../QuestionPicker.tsx'
import styles from '../../automations.module.css'

function QuestionBlankPicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankFilter<'answer'>>) {
  return (
    <QuestionPicker
      questions={questions}
      value={value.questionId}
      onChange={(questionId) => {
        const question = questions.find(({ id }) => id === questionId)
        onChange({
          kind: 'answer',
          questionId,
          operator: operatorsFor(question?.kind ?? 'text')[0] ?? 'answered',
          answerIds: [],
          value: question?.kind === 'number' ? 0 : null,
          to: null,
        })
        close()
      }}
    />
  )
}

function AnswerPicker({ value, onChange, questions }: PickingProps<BlankFilter<'answer'>>) {
  const { t } = useTranslation('automations')
  const question = questions.find(({ id }) => id === value.questionId)
  if (question === undefined) return <p className={styles.blankHint}>{t('blank.questionFirst')}</p>
  const handleOperator = (operator: AnswerOperator) => {
    const isComparison = comparesNumbers(operator)
    onChange({
      ...value,
      operator,
      answerIds: operator === 'isAnyOf' || operator === 'isNoneOf' ? value.answerIds : [],
      value: isComparison ? (value.value ?? 0) : null,
      to: operator === 'range' ? Math.max(value.value ?? 0, value.to ?? 0) : null,
    })
  }
  return (
    <>
      <Select
        aria-label={t('blank.answer')}
        value={value.operator}
        popupMatchSelectWidth={false}
        onChange={handleOperator}
        options={operatorsFor(question.kind).map((operator) => ({
          value: operator,
          label: t(`answerOperator.${operator}`),
        }))}
      />
      {(value.operator === 'isAnyOf' || value.operator === 'isNoneOf') && (
        <Checkbox.Group
          className={styles.answerBoxes}
          value={value.answerIds}
          onChange={(answerIds) => onChange({ ...value, answerIds })}
          options={question.answers.map(({ id, title }) => ({
            value: id,
            label: <bdi>{title}</bdi>,
          }))}
        />
      )}
      {value.value !== null && (
        <div className={styles.hourFields}>
          <NeededNumber
            aria-label={t('blank.number')}
            value={value.value}
            onChange={(number) => onChange({ ...value, value: number })}
          />
          {value.to !== null && (
            <NeededNumber
              aria-label={t('blank.scoreTo')}
              value={value.to}
              onChange={(to) => onChange({ ...value, to })}
            />
          )}
        </div>
      )}
    </>
  )
}

export const answer = { question: QuestionBlankPicker, answer: AnswerPicker }
