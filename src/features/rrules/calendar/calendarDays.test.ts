import { expect, it } from 'vitest'
import { isInReach } from '#contract/rules/bounds.ts'
import {
  queryRange,
  groupByDay,
  dayInReach,
  daysOf,
  entryState,
  isDay,
  stepOf,
} from './calendarDays.ts'

it('the calendar shows whole weeks of a month, as the week runs here', () => {
  const monday = daysOf('month', '2026-12-17', 1)
  expect([monday[0], monday.at(-1), monday.length]).toEqual(['2026-11-30', '2027-01-03', 35])
  const saturday = daysOf('month', '2026-12-17', 6)
  expect([saturday[0], saturday.at(-1), saturday.length]).toEqual(['2026-11-28', '2027-01-01', 35])
  // February 2027 begins on a Monday and has exactly four weeks.
  expect(daysOf('month', '2027-02-10', 1)).toHaveLength(28)
})

it('the calendar begins a week and a timeline on the first day of the week', () => {
  expect(daysOf('week', '2026-12-17', 0)).toEqual([
    '2026-12-13',
    '2026-12-14',
    '2026-12-15',
    '2026-12-16',
    '2026-12-17',
    '2026-12-18',
    '2026-12-19',
  ])
  expect(daysOf('timeline', '2026-12-17', 1)).toHaveLength(28)
  expect(daysOf('timeline', '2026-12-17', 1)[0]).toBe('2026-12-14')
})

it('the calendar steps by what it shows, and never skips a month', () => {
  expect(stepOf('month', '2027-01-31', 1)).toBe('2027-02-01')
  expect(stepOf('month', '2027-01-31', -1)).toBe('2026-12-01')
  expect(stepOf('week', '2026-12-28', 1)).toBe('2027-01-04')
  expect(stepOf('timeline', '2026-12-28', -1)).toBe('2026-11-30')
})

it.each(['1970-01-01', '2199-12-31'])(
  'the calendar asks for nothing beyond the stored years: %s',
  (day) => {
    for (const view of ['month', 'week', 'timeline'] as const) {
      const { from, to } = queryRange(daysOf(view, day, 1))
      expect([from, to].every(isInReach)).toBe(true)
      expect(from < to).toBe(true)
      expect(from <= `${day}T00:00:00.000Z` && to >= `${day}T23:59:59.999Z`).toBe(true)
    }
  },
)

it('the calendar stays at the nearest stored day', () => {
  expect(dayInReach('9999-12-31')).toBe('2199-12-31')
  expect(dayInReach('1066-10-14')).toBe('1970-01-01')
  expect(dayInReach('2026-12-01')).toBe('2026-12-01')
})

it('the calendar asks for a day more at each end, and puts each date on the company’s day', () => {
  expect(queryRange(['2026-12-01', '2026-12-02'])).toEqual({
    from: '2026-11-30T00:00:00.000Z',
    to: '2026-12-04T00:00:00.000Z',
  })
  const late = { at: '2026-12-01T22:30:00.000Z' }
  const early = { at: '2026-12-01T08:00:00.000Z' }
  expect([...groupByDay([late, early], 'UTC')]).toEqual([['2026-12-01', [early, late]]])
  expect([...groupByDay([late, early], 'Asia/Jerusalem').keys()].sort()).toEqual([
    '2026-12-01',
    '2026-12-02',
  ])
})

it('the calendar takes only real days from an address', () => {
  expect(['2026-12-01', '2024-02-29'].every(isDay)).toBe(true)
  expect(['', '2026-13-01', '2026-02-30', 'tomorrow', '20261201'].some(isDay)).toBe(false)
})

it.each([
  [{ outcome: 'skipped', made: 0, open: 0, done: 0, late: 0 }, 'skipped'],
  [{ outcome: 'due', made: 0, open: 0, done: 0, late: 0 }, 'planned'],
  [{ outcome: 'due', made: 5, open: 2, done: 3, late: 0 }, 'due'],
  [{ outcome: 'moved', made: 5, open: 2, done: 3, late: 1 }, 'late'],
  [{ outcome: 'due', made: 5, open: 0, done: 5, late: 0 }, 'done'],
  [{ outcome: 'due', made: 5, open: 0, done: 5, late: 2 }, 'doneLate'],
  [{ outcome: 'due', made: 5, open: 0, done: 0, late: 5 }, 'missed'],
  [{ outcome: 'due', made: 5, open: 0, done: 0, late: 0 }, 'closed'],
  [{ outcome: 'due', made: 26, open: 0, done: 23, late: 3 }, 'partly'],
  [{ outcome: 'due', made: 5, open: 0, done: 3, late: 0 }, 'partly'],
] as const)('the calendar says the state of a date over all its objects: %o', (counts, state) => {
  expect(entryState(counts)).toBe(state)
})
