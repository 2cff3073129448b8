import type { SurveyQuestion } from '#contract/procedures/survey.ts'

export interface PickingProps<V> {
  value: V
  onChange(next: V): void
  close(): void
  questions: readonly SurveyQuestion[]
}
