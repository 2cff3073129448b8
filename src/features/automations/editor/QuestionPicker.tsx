import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import styles from '../automations.module.css'

interface Props {
  questions: readonly SurveyQuestion[]
  value: number | null
  onChange: (questionId: number) => void
  fits?: (question: SurveyQuestion) => boolean
  none?: string
}

export function QuestionPicker({ questions, value, onChange, fits = () => true, none }: Props) {
  const { t } = useTranslation('automations')
  const fitting = questions.filter(fits)
  if (fitting.length === 0)
    return (
      <p className={styles.blankHint} role="status">
        {none ?? t('blank.noQuestions')}
      </p>
    )
  return (
    <Select<number | null>
      defaultOpen
      autoFocus
      showSearch={{ filterOption: foundBy('label') }}
      aria-label={t('blank.question')}
      placeholder={t('blank.question')}
      popupMatchSelectWidth={false}
      value={fitting.some(({ id }) => id === value) ? value : null}
      options={fitting.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    />
  )
}
