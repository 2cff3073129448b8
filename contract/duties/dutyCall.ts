import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { instant } from '#contract/shapes.ts'

/** What came of a step: somebody was called, nobody was on duty, or nobody could take it. */
const callOutcomes = ['called', 'nobody', 'notEligible'] as const
export type CallOutcome = (typeof callOutcomes)[number]
/** `taken`: somebody has it. `over`: what the alert was about has ended. */
const callEndings = ['taken', 'moved', 'closed', 'over'] as const
export type CallEnding = (typeof callEndings)[number]
const callEnders = ['user', 'automation', 'import', 'system'] as const
export const callEnd = z.object({
  why: z.enum(callEndings),
  by: z.enum(callEnders),
  /** Of the user. */
  name: z.string().nullable(),
})
export type CallEnd = z.output<typeof callEnd>

export const dutyCall = z.object({
  /** From 1. */
  step: z.number().int(),
  duty: z.string(),
  at: instant,
  outcome: z.enum(callOutcomes),
  people: z.array(z.object({ id: id('user'), name: z.string(), seenAt: instant.nullable() })),
  /** Null while nobody has it. */
  end: callEnd.extend({ at: instant }).nullish(),
})
export type DutyCall = z.output<typeof dutyCall>
