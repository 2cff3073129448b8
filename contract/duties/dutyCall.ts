import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { instant } from '#contract/shapes.ts'

/** What came of a step: somebody was called, nobody was on duty, or nobody could take it. */
const callOutcomes = ['called', 'nobody', 'notEligible'] as const
export type CallOutcome = (typeof callOutcomes)[number]
export const dutyCall = z.object({
  /** From 1. */
  step: z.number().int(),
  duty: z.string(),
  at: instant,
  outcome: z.enum(callOutcomes),
  people: z.array(z.object({ id: id('user'), name: z.string(), seenAt: instant.nullable() })),
})
export type DutyCall = z.output<typeof dutyCall>
