import { Select } from 'antd'
import { foundBy } from '#ui/form/foundBy.ts'
import { Trans, useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { operatorsFor, type AnswerRule } from '#contract/rules/answerRules.ts'
import { newRule } from './draft.ts'
import styles from './editor.module.css'

interface Props {
  rule: AnswerRule
  sources: readonly SurveyQuestion[]
  onChange: (rule: AnswerRule) => void
}

/** One rule in the word order of the language: '*Is the seal intact?* *is any of* *No*'. */
export function VisibilitySentence({ rule, sources, onChange }: Props) {
  const { t } = useTranslation('procedures')
  const source = sources.find(({ id }) => id === rule.questionId)
  const titled = ({ title }: SurveyQuestion) => (title === '' ? t('editor.untitled') : title)
  const handleSource = (questionId: number) => {
    const next = sources.find(({ id }) => id === questionId)
    if (next !== undefined) onChange(newRule(next))
  }
  const blanks = {
    source: (
      <Select
        className={styles.blankSelect}
        popupMatchSelectWidth={false}
        aria-label={t('visibility.question')}
        value={rule.questionId}
        onChange={handleSource}
        options={sources.map((question) => ({ value: question.id, label: titled(question) }))}
      />
    ),
    operator: (
      <Select
        className={styles.blankSelect}
        popupMatchSelectWidth={false}
        aria-label={t('visibility.operator')}
        value={rule.operator}
        onChange={(operator) => {
          if (source !== undefined)
            onChange({ ...newRule(source, operator), ...keptOperand(rule, operator) })
        }}
        options={operatorsFor(source?.kind ?? 'text').map((operator) => ({
          value: operator,
          label: t(`operator.${operator}`),
        }))}
      />
    ),
    operand: <Operand rule={rule} source={source} onChange={onChange} />,
  }
  return (
    <span className={styles.ruleSentence}>
      <Trans t={t} i18nKey="visibility.sentence" components={blanks} />
    </span>
  )
}

/** Switching from 'is any of' to 'is none of' keeps the choices. */
function keptOperand(rule: AnswerRule, operator: AnswerRule['operator']): Partial<AnswerRule> {
  const onChoices = (one: AnswerRule['operator']) => one === 'isAnyOf' || one === 'isNoneOf'
  if (onChoices(rule.operator) && onChoices(operator) && rule.answerIds !== undefined)
    return { answerIds: rule.answerIds }
  const isComparison = operator === 'lessThan' || operator === 'equal' || operator === 'greaterThan'
  return isComparison && rule.value !== undefined ? { value: rule.value } : {}
}

function Operand({
  rule,
  source,
  onChange,
}: {
  rule: AnswerRule
  source: SurveyQuestion | undefined
  onChange: (rule: AnswerRule) => void
}) {
  const { t } = useTranslation('procedures')
  if (rule.operator === 'answered' || rule.operator === 'notAnswered') return null
  if (rule.operator === 'isAnyOf' || rule.operator === 'isNoneOf') {
    return (
      <Select
        className={styles.blankSelect}
        mode="multiple"
        filterOption={foundBy('label')}
        popupMatchSelectWidth={false}
        aria-label={t('visibility.answers')}
        placeholder={t('visibility.chooseAnswers')}
        value={rule.answerIds ?? []}
        status={rule.answerIds?.length ? '' : 'error'}
        onChange={(answerIds: number[]) => onChange({ ...rule, answerIds })}
        options={source?.answers.map((answer) => ({ value: answer.id, label: answer.title })) ?? []}
      />
    )
  }
  const bound = (key: 'value' | 'to') => (
    <NumberInput
      className={styles.blankNumber}
      aria-label={t(key === 'to' ? 'visibility.to' : 'visibility.value')}
      value={rule[key] ?? null}
      onChange={(value) => onChange(withBound(rule, key, value))}
      status={rule[key] === undefined ? 'error' : ''}
    />
  )
  return rule.operator === 'range' ? (
    <Trans
      t={t}
      i18nKey="visibility.range"
      components={{ value: bound('value'), to: bound('to') }}
    />
  ) : (
    bound('value')
  )
}

function withBound(rule: AnswerRule, key: 'value' | 'to', value: number | null): AnswerRule {
  const { [key]: _before, ...rest } = rule
  return value === null ? rest : { ...rest, [key]: value }
}
