import type { ComponentType } from 'react'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import type { BlankName } from '#entities/automations/clause.ts'

/** What stands behind a blank when it is pressed. */
export interface PickingProps<V> {
  value: V
  onChange(next: V): void
  /** The choice is made. */
  close(): void
  /** Of the procedure whose doing is the event. */
  questions: readonly SurveyQuestion[]
}
/** By the names of the blanks in the clause. */
export type BlankPickers<V> = Readonly<Partial<Record<BlankName, ComponentType<PickingProps<V>>>>>
