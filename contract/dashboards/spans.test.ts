import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, HISTORY, periodOf, periodsUpTo } from './periods.ts'
import { chooseRollups } from './spans.ts'

const year = { id: 1, from: '2025-01-01', to: '2026-01-01' }
const yearSoFar = { id: 2, from: '2026-01-01', to: '2026-11-01' }
const october = { id: 3, from: '2026-10-01', to: '2026-11-01' }

it('coverPeriods() takes the longest rollup, and counts the rest', () => {
  const periods = periodsUpTo('YEAR', '2026-11-20', 1, 2)
  expect(chooseRollups(periods, [october, yearSoFar, year])).toEqual({
    spans: [
      { id: 1, bucket: 0 },
      { id: 2, bucket: 1 },
    ],
    gaps: [{ from: '2026-11-01', to: '2027-01-01' }],
  })
  expect(chooseRollups(periods, [october])).toEqual({
    spans: [{ id: 3, bucket: 1 }],
    gaps: [
      { from: '2025-01-01', to: '2026-10-01' },
      { from: '2026-11-01', to: '2027-01-01' },
    ],
  })
})

it('coverPeriods() takes each day exactly once, for any rollups', () => {
  const month = fc
    .integer({ min: 0, max: 60 })
    .map((n) =>
      periodOf(
        'MONTH',
        `${2022 + Math.floor(n / 12)}-${String(1 + (n % 12)).padStart(2, '0')}-01`,
        0,
      ),
    )
  const years = fc
    .integer({ min: 2022, max: 2026 })
    .chain((one) =>
      fc
        .constantFrom(`${one}-05-01`, `${one + 1}-01-01`)
        .map((to) => ({ from: `${one}-01-01`, to })),
    )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(month, years), { maxLength: 40 }),
      fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const, 'YEAR' as const),
      fc.integer({ min: 0, max: 900 }),
      (found, range, back) => {
        const spans = found.map((span, id) => ({ ...span, id }))
        const periods = periodsUpTo(range, addDays('2026-11-20', -back), 1, HISTORY[range])
        const { spans: taken, gaps } = chooseRollups(periods, spans)
        const parts = [
          ...gaps,
          ...taken.map(({ id }) => spans[id] ?? { from: '', to: '' }),
        ].toSorted((one, other) => one.from.localeCompare(other.from))
        expect(parts[0]?.from).toBe(periods[0]?.from)
        expect(parts.at(-1)?.to).toBe(periods.at(-1)?.to)
        parts.slice(1).forEach((part, index) => expect(part.from).toBe(parts[index]?.to))
        for (const { id, bucket } of taken)
          expect(
            spans[id]?.from &&
              spans[id].from >= (periods[bucket]?.from ?? '') &&
              spans[id].to <= (periods[bucket]?.to ?? ''),
          ).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
