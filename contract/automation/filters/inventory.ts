import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { FilterOf } from './kind.ts'

export const inventoryOperators = ['lessOrEqual', 'equal', 'greaterOrEqual', 'range'] as const
const amount = z.number().min(0).max(1e9)
export const inventory = z
  .strictObject({
    kind: z.literal('inventory'),
    itemId: id('inventoryItem').nullable(),
    operator: z.enum(inventoryOperators),
    value: amount,
    to: amount.nullable(),
  })
  .refine(
    ({ operator, value, to }) =>
      (operator === 'range') === (to !== null) && (to === null || to >= value),
    'A range needs both ends in order',
  )

function holds(
  used: number,
  operator: (typeof inventoryOperators)[number],
  value: number,
  to: number | null,
): boolean {
  switch (operator) {
    case 'lessOrEqual':
      return used <= value
    case 'equal':
      return used === value
    case 'greaterOrEqual':
      return used >= value
    case 'range':
      return to !== null && used >= value && used <= to
  }
}

export const inventoryKind: FilterOf<z.infer<typeof inventory>> = {
  names: { itemId: 'inventoryItem' },
  everythingWithout: ['itemId'],
  fresh: () => ({
    kind: 'inventory',
    itemId: null,
    operator: 'greaterOrEqual',
    value: 1,
    to: null,
  }),
  faults: ({ value, to }) => (to !== null && to < value ? ['rangeReversed'] : []),
  judge({ itemId, operator, value, to }, { used }) {
    const asked = used.filter((line) => itemId === null || line.itemId === itemId)
    return {
      expected: { itemId, operator, value, to },
      saw: asked,
      passed: asked.some((line) => holds(line.amount, operator, value, to)),
    }
  },
}
