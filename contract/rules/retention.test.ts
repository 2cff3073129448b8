import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boundsOf, daysKept, readRetentionBounds, RETENTION_KINDS } from './retention.ts'

it('retention uses the product’s time if nobody chose one', () => {
  expect(daysKept('runs', {}, {})).toBe(365)
  expect(daysKept('runs', { runs: 30 }, {})).toBe(30)
})

it('retention reads what an installation allows, and refuses what the product does not', () => {
  expect(readRetentionBounds('journal=365-3650, positions=1-90')).toEqual({
    journal: { minimum: 365, maximum: 3_650 },
    positions: { minimum: 1, maximum: 90 },
  })
  expect(readRetentionBounds('')).toEqual({})
  for (const wrong of ['journal=1-3650', 'positions=90-1', 'letters=1-2', 'runs', 'runs=7'])
    expect(readRetentionBounds(wrong), wrong).toBeNull()
})

it('retention never leaves the installation’s bounds, whatever was chosen before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RETENTION_KINDS),
      fc.integer({ min: 0, max: 100_000 }),
      fc.tuple(fc.nat(40_000), fc.nat(40_000)),
      (kind, chosen, [one, other]) => {
        const own = { minimum: Math.min(one, other), maximum: Math.max(one, other) }
        const { minimum, maximum } = boundsOf(kind, { [kind]: own })
        const days = daysKept(kind, { [kind]: chosen }, { [kind]: own })
        expect(days).toBeGreaterThanOrEqual(minimum)
        expect(days).toBeLessThanOrEqual(maximum)
      },
    ),
  )
})
