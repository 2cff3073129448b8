import type { ComponentType } from 'react'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import type { BlankName } from '#entities/automations/clause.ts'

export interface PickingProps<V> {
  value: V
  onChange(next: V): void
  close(): void
  /** Questions of the event's procedure. */
  questions: readonly SurveyQuestion[]
}
/** By the clause's blank names. */
export type BlankPickers<V> = Readonly<Partial<Record<BlankName, ComponentType<PickingProps<V>>>>>
