import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#contract/dashboards/periods.ts'
import {
  roundAmount,
  isLow,
  addAmounts,
  runsOutOn,
  stockState,
  allocateLots,
  consumptionOf,
} from './stock.ts'

const today = '2026-11-22'

describe('the state of stock', () => {
  it.each([
    [{ amount: -1, minimum: 5, nextExpiry: '2026-01-01' }, 'negative'],
    [{ amount: 3, minimum: 5, nextExpiry: '2026-11-21' }, 'expired'],
    [{ amount: 3, minimum: 5, nextExpiry: '2026-11-22' }, 'low'],
    [{ amount: 5, minimum: 5, nextExpiry: '2026-11-22' }, 'expiring'],
    [{ amount: 5, minimum: null, nextExpiry: '2026-12-22' }, 'expiring'],
    [{ amount: 5, minimum: null, nextExpiry: '2026-12-23' }, 'enough'],
    [{ amount: 0, minimum: null, nextExpiry: null }, 'enough'],
    [{ amount: 0, minimum: 0, nextExpiry: null }, 'enough'],
  ])('%o is %s', (standing, state) => expect(stockState(standing, today)).toBe(state))

  it('is low below its minimum, and below zero without one', () => {
    expect(isLow({ amount: 4.9, minimum: 5 })).toBe(true)
    expect(isLow({ amount: 5, minimum: 5 })).toBe(false)
    expect(isLow({ amount: -0.1, minimum: null })).toBe(true)
    expect(isLow({ amount: 0, minimum: null })).toBe(false)
  })
})

describe('a use of stock', () => {
  const lots = [
    { id: 1, amount: 5, expiresOn: null },
    { id: 2, amount: 5, expiresOn: '2026-11-01' },
    { id: 3, amount: 5, expiresOn: '2027-01-01' },
    { id: 4, amount: 5, expiresOn: '2026-12-01' },
    { id: 5, amount: -3, expiresOn: '2026-12-01' },
  ]
  it.each([
    [3, [[4, 3]], 0],
    [
      7,
      [
        [4, 5],
        [3, 2],
      ],
      0,
    ],
    [
      12,
      [
        [4, 5],
        [3, 5],
        [1, 2],
      ],
      0,
    ],
    [
      18,
      [
        [4, 5],
        [3, 5],
        [1, 5],
        [2, 3],
      ],
      0,
    ],
    [
      21.5,
      [
        [4, 5],
        [3, 5],
        [1, 5],
        [2, 5],
      ],
      1.5,
    ],
  ])(
    'takes %d from what expires first, and from expired lots only at the end',
    (amount, by, rest) =>
      expect(allocateLots(lots, amount, today)).toEqual({
        taken: by.map(([lotId, some]) => ({ lotId, amount: some })),
        rest,
      }),
  )

  const amounts = fc.integer({ min: 0, max: 50_000_000 }).map((whole) => whole / 1_000)
  const lot = fc.record({
    amount: fc.integer({ min: -5_000, max: 50_000_000 }).map((whole) => whole / 1_000),
    expiresOn: fc.option(fc.integer({ min: -400, max: 400 }).map((days) => addDays(today, days))),
  })

  it('takes everything asked for, no lot below zero, and no later lot before an earlier', () => {
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 12 }), amounts, (raw, amount) => {
        const all = raw.map((one, id) => ({ id, ...one }))
        const { taken, rest } = allocateLots(all, amount, today)
        expect(taken.reduce((sum, one) => addAmounts(sum, one.amount), rest)).toBe(
          roundAmount(amount),
        )
        const rank = (id: number) => {
          const day = all[id]?.expiresOn ?? '9999-12-31'
          return day < today ? `2${day}` : `1${day}`
        }
        const order = taken.map(({ lotId }) => rank(lotId))
        expect(order).toEqual(order.toSorted())
        const left = taken.filter((one) => one.amount < (all[one.lotId]?.amount ?? 0))
        for (const one of taken) {
          expect(one.amount).toBeGreaterThan(0)
          expect(one.amount).toBeLessThanOrEqual(all[one.lotId]?.amount ?? 0)
        }
        // Only the last lot keeps an amount, and nothing is missing while an amount is left.
        expect(left.length).toBeLessThanOrEqual(1)
        if (rest > 0) expect(left).toEqual([])
      }),
    )
  })

  it('counts discarded doses as part of the amount, and beyond it all the same', () => {
    expect(consumptionOf(5, 2)).toEqual({ used: 3, discarded: 2 })
    expect(consumptionOf(0, 2)).toEqual({ used: 0, discarded: 2 })
    expect(consumptionOf(0.3, 0)).toEqual({ used: 0.3, discarded: 0 })
  })
})

describe('the day on which stock runs out', () => {
  it.each([
    [{ amount: 90, used: 90, keptDays: 400 }, '2027-02-20'],
    [{ amount: 10, used: 70, keptDays: 1 }, '2026-11-23'],
    [{ amount: 0, used: 1, keptDays: 90 }, today],
    [{ amount: -4, used: 1, keptDays: 90 }, today],
    [{ amount: 10, used: 0, keptDays: 90 }, null],
    [{ amount: 1e9, used: 0.001, keptDays: 90 }, null],
  ])('of %o is %s', (facts, day) => expect(runsOutOn(facts, today)).toBe(day))

  it('is never before today, and not earlier with more in stock', () => {
    const some = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(some, some, some, (amount, used, keptDays) => {
        const dayOf = (there: number) =>
          runsOutOn({ amount: there, used, keptDays }, today) ?? '9999-12-31'
        expect(dayOf(amount) >= today).toBe(true)
        expect(dayOf(amount * 2 + 1) >= dayOf(amount)).toBe(true)
      }),
    )
  })
})

it('stock arithmetic keeps ten tenths as one', () => {
  expect(Array.from({ length: 10 }).reduce<number>((sum) => addAmounts(sum, 0.1), 0)).toBe(1)
})
