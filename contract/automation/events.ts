/**
 * Trigger events. A second event makes `automationEvent` a discriminated union and adds its facts
 * below; filters that cannot test them then do not compile until they name their events.
 */
import { z } from 'zod'
import type { ProcedureLogFacts } from './facts.ts'

/** The only event (spec section 4): the procedure of the automation was completed. */
export const automationEvent = z.strictObject({ kind: z.literal('procedureDone') })
export type EventKind = z.infer<typeof automationEvent>['kind']

export interface FactsByEvent {
  procedureDone: ProcedureLogFacts
}
