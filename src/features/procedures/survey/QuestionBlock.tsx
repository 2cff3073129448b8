import { CheckCircleFilled } from '@ant-design/icons'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerFault } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'
import { isBlank } from '../perform/performDraft.ts'
import { QuestionField } from './QuestionField.tsx'
import styles from './survey.module.css'

interface Props {
  question: SurveyQuestion
  place: number
  answer: GivenAnswer | undefined
  fault: AnswerFault['code'] | null
  mark: 'added' | 'changed' | null
  onAnswer: (answer: GivenAnswer | null) => void
}

export const questionElementId = (questionId: number): string => `question-block-${questionId}`

export function QuestionBlock({ question, place, answer, mark, onAnswer, ...props }: Props) {
  const { t } = useTranslation('survey')
  const format = useFormat()
  const label = useId()
  const help = useId()
  const validation = useId()
  const problem = useId()
  const hint = question.validation?.hint ?? ''
  const [isUnread, setIsUnread] = useState(false)
  // Unreadable input shows its own error, so 'required' is not shown as well.
  const fault = isUnread && props.fault === 'required' ? null : props.fault
  const isAnswered = answer !== undefined && !isBlank(answer)
  const describedBy = [
    question.help === null ? null : help,
    hint === '' ? null : validation,
    fault === null ? null : problem,
  ]
    .filter((id) => id !== null)
    .join(' ')
  return (
    <li
      id={questionElementId(question.id)}
      className={styles.surveyQuestion}
      data-fault={fault !== null}
      data-answered={isAnswered}
      tabIndex={-1}
    >
      <div className={styles.surveyQuestionHead}>
        <span className={`${styles.surveyPlace} numbers`} aria-hidden>
          {isAnswered ? <CheckCircleFilled aria-hidden /> : format.number(place)}
        </span>
        <div>
          <h3 id={label} className={styles.surveyTitle} dir="auto">
            {question.title === '' ? (
              <span className="quiet">{t('question.untitled')}</span>
            ) : (
              question.title
            )}
            {!question.required && (
              <span className={styles.surveyOptional}>{t('question.optional')}</span>
            )}
          </h3>
          {question.help !== null && question.help !== '' && (
            <p id={help} className={styles.surveyHelp} dir="auto">
              {question.help}
            </p>
          )}
          {hint !== '' && (
            <p id={validation} className={styles.surveyHelp} dir="auto">
              {hint}
            </p>
          )}
          {mark !== null && <p className={styles.surveyChanged}>{t(`question.${mark}`)}</p>}
        </div>
      </div>
      <QuestionField
        question={question}
        answer={answer}
        onAnswer={onAnswer}
        labelledBy={label}
        describedBy={describedBy === '' ? undefined : describedBy}
        isInvalid={fault !== null}
        onUnread={setIsUnread}
      />
      {fault !== null && (
        <p id={problem} className={styles.surveyFault} role="alert">
          {t(`fault.${fault}`, { name: question.validation?.name ?? '' })}
        </p>
      )}
    </li>
  )
}
