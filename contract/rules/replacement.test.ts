import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isRetired,
  partWeights,
  planCells,
  replacementBuckets,
  replacementScore,
  replacementYear,
  type ReplacementFacts,
} from './replacement.ts'

const today = '2026-12-01'
const none = { days: 0, failures: 0, downDays: 0 }
const facts = (change: Partial<ReplacementFacts> = {}): ReplacementFacts => ({
  purchasedOn: null,
  expectedYears: null,
  retiredOn: null,
  warrantyUntil: null,
  price: null,
  cost: null,
  observed: none,
  others: none,
  plannedYear: null,
  ...change,
})
const pointsOf = (change: Partial<ReplacementFacts>) =>
  Object.fromEntries(
    replacementScore(facts(change), today).parts.map(({ part, points }) => [part, points]),
  )

describe('the score of replacement', () => {
  it('has weights that add up to 100', () => {
    expect(Object.values(partWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
  })

  it('names each part without data as not known, and gives no score', () => {
    const { score, knownWeight, parts } = replacementScore(facts(), today)
    expect([score, knownWeight]).toEqual([null, 0])
    expect(parts.map(({ points }) => points)).toEqual([null, null, null, null, null])
  })

  it('is the mean of the known parts by weight', () => {
    const half = facts({ purchasedOn: '2021-12-01', expectedYears: 10 })
    expect(replacementScore(half, today)).toMatchObject({ score: 50, knownWeight: 40 })
    const outOfWarranty = { ...half, warrantyUntil: '2026-11-30' }
    expect(replacementScore(outOfWarranty, today)).toMatchObject({ score: 60, knownWeight: 50 })
    const inWarranty = { ...half, warrantyUntil: today }
    expect(replacementScore(inWarranty, today)).toMatchObject({ score: 40, knownWeight: 50 })
  })

  it('compares age with expected years, up to 100 points', () => {
    expect(pointsOf({ purchasedOn: '1996-12-01', expectedYears: 10 })['age']).toBe(100)
    expect(pointsOf({ purchasedOn: '2027-05-01', expectedYears: 10 })['age']).toBe(0)
    expect(pointsOf({ purchasedOn: '2020-01-01', expectedYears: 0 })['age']).toBeNull()
  })

  it('has 100 points for costs of half the price', () => {
    expect(pointsOf({ price: 1_000, cost: 250 })['cost']).toBe(50)
    expect(pointsOf({ price: 1_000, cost: 900 })['cost']).toBe(100)
    expect(pointsOf({ price: 1_000, cost: 0 })['cost']).toBe(0)
    expect(pointsOf({ price: 0, cost: 900 })['cost']).toBeNull()
    expect(pointsOf({ price: 1_000, cost: null })['cost']).toBeNull()
  })

  it('compares failures and downtime with other equipment of the type', () => {
    const year = 365.25
    const others = { days: 10 * year, failures: 40, downDays: year }
    const observed = { days: year, failures: 4, downDays: year / 10 }
    expect(pointsOf({ observed, others })).toMatchObject({ failures: 50, downtime: 50 })
    expect(pointsOf({ observed: { ...observed, failures: 9 }, others })).toMatchObject({
      failures: 100,
    })
    // Alone of its type: one failure a year and 1 % of the time have 50 points.
    const alone = { days: year, failures: 1, downDays: year / 100 }
    expect(pointsOf({ observed: alone })).toMatchObject({ failures: 50, downtime: 50 })
    expect(pointsOf({ observed: { ...observed, days: 59 }, others })).toMatchObject({
      failures: null,
      downtime: null,
    })
  })
})

const observed = fc.record({
  days: fc.double({ min: 0, max: 365, noNaN: true }),
  failures: fc.nat(50),
  downDays: fc.double({ min: 0, max: 365, noNaN: true }),
})
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const anyFacts: fc.Arbitrary<ReplacementFacts> = fc.record({
  purchasedOn: maybe(day),
  expectedYears: maybe(fc.double({ min: -1, max: 50, noNaN: true })),
  retiredOn: maybe(day),
  warrantyUntil: maybe(day),
  price: maybe(fc.nat(100_000)),
  cost: maybe(fc.nat(100_000)),
  observed,
  others: observed,
  plannedYear: maybe(fc.integer({ min: 1900, max: 2399 })),
})
const isNotLower = (change: (of: ReplacementFacts) => Partial<ReplacementFacts>) =>
  fc.assert(
    fc.property(anyFacts, (of) => {
      const before = replacementScore(of, today).score
      const after = replacementScore({ ...of, ...change(of) }, today).score
      if (before !== null) expect(after).toBeGreaterThanOrEqual(before)
    }),
  )

describe('the score of any equipment', () => {
  it('lies between 0 and 100, and so does each part', () => {
    fc.assert(
      fc.property(anyFacts, (of) => {
        const { score, parts } = replacementScore(of, today)
        for (const value of [score, ...parts.map(({ points }) => points)])
          if (value !== null) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(100)
          }
      }),
    )
  })

  it('is never lowered by more failures, downtime, costs or age', () => {
    isNotLower((of) => ({ observed: { ...of.observed, failures: of.observed.failures + 1 } }))
    isNotLower((of) => ({ observed: { ...of.observed, downDays: of.observed.downDays + 1 } }))
    isNotLower((of) => ({ cost: of.cost === null ? null : of.cost + 100 }))
    isNotLower((of) => ({ purchasedOn: of.purchasedOn === null ? null : '1940-01-01' }))
  })
})

describe('the year of replacement', () => {
  it.each([
    [{}, { year: null, by: null, bucket: 'none' }],
    [
      { purchasedOn: '2018-12-24', expectedYears: 10 },
      { year: 2028, by: 'life', bucket: 2028 },
    ],
    [
      { purchasedOn: '2016-11-30', expectedYears: 10 },
      { year: 2026, bucket: 'overdue' },
    ],
    [
      { purchasedOn: '2016-12-01', expectedYears: 10 },
      { year: 2026, bucket: 2026 },
    ],
    [
      { purchasedOn: '2020-12-31', expectedYears: 10 },
      { year: 2030, bucket: 2030 },
    ],
    [
      { purchasedOn: '2021-01-01', expectedYears: 10 },
      { year: 2031, bucket: 'later' },
    ],
    [
      { purchasedOn: '2018-12-24', expectedYears: 10, retiredOn: '2027-06-30' },
      { year: 2027, by: 'retirement', bucket: 2027 },
    ],
    [{ plannedYear: 2025 }, { year: 2025, by: 'hand', bucket: 'overdue' }],
    [{ plannedYear: 2026 }, { year: 2026, by: 'hand', bucket: 2026 }],
    [{ plannedYear: 2040 }, { year: 2040, by: 'hand', bucket: 'later' }],
  ])('of %j is %j', (change, expected) => {
    expect(replacementYear(facts(change), today)).toMatchObject(expected)
  })

  it('that a person planned goes before any other', () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 1900, max: 2399 }), (of, plannedYear) => {
        expect(replacementYear({ ...of, plannedYear }, today)).toMatchObject({
          year: plannedYear,
          by: 'hand',
        })
      }),
    )
  })

  it('always lies in a column of the plan', () => {
    const buckets = replacementBuckets(today)
    expect(buckets).toEqual(['overdue', 2026, 2027, 2028, 2029, 2030, 'later', 'none'])
    fc.assert(
      fc.property(anyFacts, (of) => {
        expect(buckets).toContain(replacementYear(of, today).bucket)
      }),
    )
  })
})

describe('the sums of the plan', () => {
  it('add hundredths exactly and count equipment without a price', () => {
    const cells = planCells(
      [
        { bucket: 2027, price: 0.1 },
        { bucket: 2027, price: 0.2 },
        { bucket: 2027, price: null },
        { bucket: 'none', price: 5 },
      ],
      today,
    )
    expect(cells[2]).toEqual({ bucket: 2027, count: 3, price: 0.3, unpriced: 1 })
    expect(cells.at(-1)).toEqual({ bucket: 'none', count: 1, price: 5, unpriced: 0 })
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  it('leave out equipment after its last day in service', () => {
    expect(['2026-11-30', today, null].map((day) => isRetired(day, today))).toEqual([
      true,
      false,
      false,
    ])
  })
})
