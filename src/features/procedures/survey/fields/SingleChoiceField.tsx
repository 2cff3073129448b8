import { asId } from '#lib/ids.ts'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

/** Choices as wide targets. Pressing the chosen one of an optional question clears it. */
export function SingleChoiceField({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
  isInvalid,
}: FieldProps<'singleChoice'>) {
  const handleChoose = (answerId: number) =>
    onAnswer({
      kind: 'singleChoice',
      questionId: asId('surveyQuestion', question.id),
      answerId: asId('surveyAnswer', answerId),
    })
  const handlePress = (answerId: number) => {
    if (!question.required && answer?.answerId === answerId) onAnswer(null)
  }
  return (
    <div
      role="radiogroup"
      className={styles.surveyChoices}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required={question.required}
      aria-invalid={isInvalid}
    >
      {question.answers.map((choice) => (
        <label key={choice.id} className={styles.surveyChoice}>
          <input
            type="radio"
            name={`question-${question.id}`}
            checked={answer?.answerId === choice.id}
            onChange={() => handleChoose(choice.id)}
            onClick={() => handlePress(choice.id)}
          />
          <span dir="auto">{choice.title}</span>
        </label>
      ))}
    </div>
  )
}
