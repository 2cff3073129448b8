import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { MAX_WORKING_HOURS, timeUnits } from '#contract/rules/timeUnits.ts'
import type { ActionOf } from './kind.ts'

/**
 * Spec section 9: hours, end of day, week, month, year, custom. The maximum length is checked only
 * for new values, because stored values may be longer.
 */
const until = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hours'), hours: z.number().int().min(1).max(10_000) }),
  z.strictObject({
    kind: z.literal('workingHours'),
    hours: z.number().int().min(1).max(MAX_WORKING_HOURS),
  }),
  z.strictObject({ kind: z.literal('endOfDay') }),
  z.strictObject({ kind: z.literal('endOfWeek') }),
  z.strictObject({ kind: z.literal('endOfMonth') }),
  z.strictObject({ kind: z.literal('endOfYear') }),
  z.strictObject({
    kind: z.literal('custom'),
    amount: z.number().int().min(1).max(1_000),
    unit: z.enum(timeUnits),
  }),
])

export const scheduleProcedure = z.strictObject({
  kind: z.literal('scheduleProcedure'),
  procedureId: id('procedure'),
  times: z.number().int().min(1).max(100),
  within: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('days'), days: z.number().int().min(1).max(3_650) }),
    z.strictObject({ by: z.literal('deadline'), deadline: until }),
  ]),
})

export const scheduleProcedureKind: ActionOf<z.infer<typeof scheduleProcedure>> = {
  listedUnder: 'schedules',
  names: { procedureId: 'procedure' },
  fresh: () => ({
    kind: 'scheduleProcedure',
    procedureId: null,
    times: 1,
    within: { by: 'days', days: 7 },
  }),
  faults: ({ procedureId }) => (procedureId === null ? ['procedureMissing'] : []),
}
