import type { Ineligibility } from '#contract/rrules/assignments.ts'

export type Barred = Exclude<Ineligibility, 'notAvailable'>

/** A person who is not available may still be assigned by hand or by name in a rule. */
export const refusesAssignee = (reason: Ineligibility): reason is Barred =>
  reason !== 'notAvailable'
