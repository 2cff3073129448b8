import { z } from 'zod'
import { compare } from '#contract/rules/score.ts'
import type { FilterOf } from './kind.ts'

export const scoreOperators = ['lessThan', 'equal', 'greaterThan', 'range'] as const
const percent = z.number().min(0).max(100)
export const score = z
  .strictObject({
    kind: z.literal('score'),
    operator: z.enum(scoreOperators),
    value: percent,
    to: percent.optional(),
  })
  .refine(
    (filter) => (filter.operator === 'range') === (filter.to !== undefined),
    'A range needs both ends, the others one',
  )
  .refine((filter) => filter.to === undefined || filter.to >= filter.value, 'The range is reversed')

export const scoreKind: FilterOf<z.infer<typeof score>> = {
  names: {},
  fresh: () => ({ kind: 'score', operator: 'lessThan', value: 60 }),
  faults: ({ value, to }) => (to !== undefined && to < value ? ['rangeReversed'] : []),
  // No comparison matches a log without a score, so a rule never fires on a missing score.
  judge: ({ operator, value, to }, { score: saw }) => ({
    expected: { operator, value, to },
    saw,
    passed: saw !== null && compare(operator, saw, value, to),
  }),
}
