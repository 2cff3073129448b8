import type { GivenAnswer, QuestionKind, SurveyQuestion } from '#contract/procedures/survey.ts'

export type AnswerOf<K extends QuestionKind> = Extract<GivenAnswer, { kind: K }>

/**
 * What every field of the form is given: its question, the answer so far, and where its words stand
 * for screen readers.
 */
export interface FieldProps<K extends QuestionKind = QuestionKind> {
  question: SurveyQuestion
  answer: AnswerOf<K> | undefined
  onAnswer(answer: AnswerOf<K> | null): void
  labelledBy: string
  describedBy: string | undefined
  isInvalid: boolean
  /** Stands something there that is no answer, and does the field itself say why? */
  onUnread?(isUnread: boolean): void
}

/** Makes the picture the answer; false: there is none to be had, and the field says so. */
export type TakeOver = (draw: () => Promise<Blob | null>) => Promise<boolean>
