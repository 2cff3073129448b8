import type { SurveyQuestion } from '#contract/procedures/survey.ts'

export interface PickingProps<V> {
  value: V
  onChange(next: V): void
  close(): void
  /** Questions of the event's procedure. */
  questions: readonly SurveyQuestion[]
}
