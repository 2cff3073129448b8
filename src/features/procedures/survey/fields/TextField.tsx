import { asId } from '#lib/ids.ts'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

export function TextField({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
  isInvalid,
}: FieldProps<'text'>) {
  const handleChange = (text: string) =>
    onAnswer(
      text === '' ? null : { kind: 'text', questionId: asId('surveyQuestion', question.id), text },
    )
  return (
    <textarea
      className={`${styles.surveyInput} ${styles.surveyText}`}
      dir="auto"
      rows={2}
      maxLength={10_000}
      value={answer?.text ?? ''}
      onChange={(event) => handleChange(event.target.value)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      aria-required={question.required}
    />
  )
}
