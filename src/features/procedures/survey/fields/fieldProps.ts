import type { GivenAnswer, QuestionKind, SurveyQuestion } from '#contract/procedures/survey.ts'

export type AnswerOf<K extends QuestionKind> = Extract<GivenAnswer, { kind: K }>

export interface FieldProps<K extends QuestionKind = QuestionKind> {
  question: SurveyQuestion
  answer: AnswerOf<K> | undefined
  onAnswer(answer: AnswerOf<K> | null): void
  labelledBy: string
  describedBy: string | undefined
  isInvalid: boolean
  onUnread?(isUnread: boolean): void
}

/** Makes the image the answer. False if there is no image; the field says so. */
export type TakeOver = (draw: () => Promise<Blob | null>) => Promise<boolean>
