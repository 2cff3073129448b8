import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, cardRanges, periodOf, periodsUpTo } from './periods.ts'

it('periodOf() begins a week at the company’s first day of the week', () => {
  expect(periodOf('WEEK', '2026-11-21', 1)).toEqual({ from: '2026-11-16', to: '2026-11-23' })
  expect(periodOf('WEEK', '2026-11-21', 0)).toEqual({ from: '2026-11-15', to: '2026-11-22' })
  expect(periodOf('WEEK', '2026-11-21', 6)).toEqual({ from: '2026-11-21', to: '2026-11-28' })
})

it('periodsUpTo() crosses the turn of the year', () => {
  expect(periodsUpTo('MONTH', '2026-01-31', 1, 3)).toEqual([
    { from: '2025-11-01', to: '2025-12-01' },
    { from: '2025-12-01', to: '2026-01-01' },
    { from: '2026-01-01', to: '2026-02-01' },
  ])
  expect(periodsUpTo('YEAR', '2024-02-29', 1, 2).map(({ from }) => from)).toEqual([
    '2023-01-01',
    '2024-01-01',
  ])
})

it('periodsUpTo() leaves no day between two periods, and contains the requested day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...cardRanges),
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 1, max: 20 }),
      (range, days, weekStart, count) => {
        const date = addDays('1970-01-01', days)
        const periods = periodsUpTo(range, date, weekStart, count)
        const last = periods.at(-1)
        expect(last !== undefined && last.from <= date && date < last.to).toBe(true)
        for (const [index, period] of periods.entries())
          if (index > 0) expect(periods[index - 1]?.to).toBe(period.from)
      },
    ),
  )
})
