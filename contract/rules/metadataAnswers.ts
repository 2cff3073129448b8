import { plainDigits } from '#contract/formatters.ts'
import type { GivenAnswer, QuestionKind } from '#contract/procedures/survey.ts'
import type { FieldShape, MetadataValue } from './metadata.ts'

interface Asked {
  kind: QuestionKind
  answers: readonly { id: number; title: string }[]
}

const fitting: Record<FieldShape['dataType'], readonly QuestionKind[]> = {
  text: ['text', 'singleChoice', 'user', 'number', 'date'],
  number: ['number'],
  boolean: ['singleChoice'],
  date: ['date'],
  choice: ['singleChoice'],
  choices: ['multipleChoice', 'singleChoice'],
}

/**
 * For a choice field, the question's choices must be values of the field. For a boolean, the
 * question has two choices; the first means yes.
 */
export function questionFits(field: FieldShape, question: Asked): boolean {
  if (!fitting[field.dataType].includes(question.kind)) return false
  if (field.dataType === 'boolean') return question.answers.length === 2
  if (field.dataType === 'choice' || field.dataType === 'choices')
    return question.answers.every(({ title }) => field.choices.includes(title))
  return true
}

/** An interval after a date is in whole days, so only a date field accepts it. */
export const intervalFits = (field: Pick<FieldShape, 'dataType'>): boolean =>
  field.dataType === 'date'

/**
 * Returns null if there is no answer or it is empty. Call `valueFault` to check that the field
 * accepts the value.
 */
export function valueFromAnswer(
  field: FieldShape,
  question: Asked,
  given: GivenAnswer | undefined,
  nameOf: (userId: number) => string | null,
): MetadataValue | null {
  const value = given === undefined ? null : rawValue(field, question, given, nameOf)
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}

function rawValue(
  { dataType }: FieldShape,
  { answers }: Asked,
  given: GivenAnswer,
  nameOf: (userId: number) => string | null,
): MetadataValue | null {
  const titleOf = (id: number) => answers.find((one) => one.id === id)?.title ?? null
  switch (given.kind) {
    case 'singleChoice': {
      if (dataType === 'boolean') return answers[0]?.id === given.answerId
      const title = titleOf(given.answerId)
      return dataType === 'choices' && title !== null ? [title] : title
    }
    case 'multipleChoice':
      return given.answerIds.flatMap((id) => titleOf(id) ?? [])
    case 'number':
      return dataType === 'text' ? plainDigits(given.value) : given.value
    case 'text':
      return given.text.trim()
    case 'date':
      return given.date
    case 'user':
      return nameOf(given.userId)
    case 'file':
    case 'signature':
      return null
  }
}
