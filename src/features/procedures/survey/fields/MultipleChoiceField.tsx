import { asId } from '#lib/ids.ts'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

export function MultipleChoiceField({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
}: FieldProps<'multipleChoice'>) {
  const chosen = new Set<number>(answer?.answerIds)
  const handleToggle = (answerId: number, isChosen: boolean) => {
    // In the question's order, so that equal choices are equal answers.
    const answerIds = question.answers
      .map(({ id }) => id)
      .filter((id) => (id === answerId ? isChosen : chosen.has(id)))
    onAnswer(
      answerIds.length === 0
        ? null
        : {
            kind: 'multipleChoice',
            questionId: asId('surveyQuestion', question.id),
            answerIds: answerIds.map((id) => asId('surveyAnswer', id)),
          },
    )
  }
  return (
    <div
      role="group"
      className={styles.surveyChoices}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {question.answers.map((choice) => (
        <label key={choice.id} className={styles.surveyChoice}>
          <input
            type="checkbox"
            checked={chosen.has(choice.id)}
            onChange={(event) => handleToggle(choice.id, event.target.checked)}
          />
          <span dir="auto">{choice.title}</span>
        </label>
      ))}
    </div>
  )
}
