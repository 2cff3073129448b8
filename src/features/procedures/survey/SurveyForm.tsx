import { visibleQuestions, type AnswerFault } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { QuestionBlock } from './QuestionBlock.tsx'
import styles from './survey.module.css'

interface Props {
  questions: readonly SurveyQuestion[]
  answers: ReadonlyMap<number, GivenAnswer>
  onAnswer: (questionId: number, answer: GivenAnswer | null) => void
  faults?: readonly AnswerFault[]
  changed?: readonly number[]
  added?: readonly number[]
}

export function SurveyForm({
  questions,
  answers,
  onAnswer,
  faults = [],
  changed = [],
  added = [],
}: Props) {
  return (
    <ol className={styles.survey}>
      {visibleQuestions(questions, answers).map((question, index) => (
        <QuestionBlock
          key={question.id}
          question={question}
          place={index + 1}
          answer={answers.get(question.id)}
          fault={faults.find(({ questionId }) => questionId === question.id)?.code ?? null}
          mark={
            added.includes(question.id) ? 'added' : changed.includes(question.id) ? 'changed' : null
          }
          onAnswer={(answer) => onAnswer(question.id, answer)}
        />
      ))}
    </ol>
  )
}
