import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompanyCalendar } from './companyCalendar.ts'
import { deadlineOf } from './deadline.ts'
import { addWorkingHours, workingSpansReader } from './workingHours.ts'
import { dayNumberOf, MINUTES_A_DAY, wallOf } from './wall.ts'
import { instantOf, wallAt } from './zone.ts'

const zone = 'Europe/Prague'
const day = (number: number, from: string, to: string) => ({ day: number, from, to })
const calendar = (change: Partial<CompanyCalendar> = {}): CompanyCalendar => ({
  workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'],
  workingHours: [1, 2, 3, 4, 5].map((weekday) => day(weekday, '08:00', '16:00')),
  holidays: [],
  ...change,
})
const local = (at: string) => wallOf(wallAt(at, zone))
const after = (wall: string, hours: number, change: Partial<CompanyCalendar> = {}) =>
  local(
    addWorkingHours(instantOf(Date.parse(`${wall}Z`) / 60_000, zone).at, hours, {
      calendar: calendar(change),
      zone,
    }),
  )

const START = dayNumberOf('2026-03-25')

describe('addWorkingHours()', () => {
  it('goes on over the night and the weekend', () => {
    expect(after('2026-11-26T15:00', 1)).toBe('2026-11-26T16:00')
    expect(after('2026-11-26T15:00', 2)).toBe('2026-11-27T09:00')
    expect(after('2026-11-27T15:30', 4)).toBe('2026-11-30T11:30')
    expect(after('2026-11-28T12:00', 0.25)).toBe('2026-11-30T08:15')
  })
  it('leaves out closed days, and counts the hours of a working day', () => {
    const holidays = [{ date: '2026-11-30', name: 'Closed', yearly: false }]
    expect(after('2026-11-27T15:00', 2, { holidays })).toBe('2026-12-01T09:00')
    const saturday = {
      date: '2026-11-28',
      name: 'Moved',
      yearly: false,
      kind: 'working' as const,
      hours: [{ from: '09:00', to: '11:00' }],
    }
    expect(after('2026-11-27T15:00', 4, { holidays: [saturday] })).toBe('2026-11-30T09:00')
  })
  it('counts a working day without hours as the working weekday before it', () => {
    const sunday = { date: '2026-11-29', name: 'Moved', yearly: false, kind: 'working' as const }
    expect(after('2026-11-28T12:00', 3, { holidays: [sunday] })).toBe('2026-11-29T11:00')
  })
  it('counts a night once, also where it meets the hours of the next day', () => {
    const workingHours = [day(1, '22:00', '06:00'), day(2, '22:00', '06:00')]
    const early = {
      date: '2026-12-01',
      name: 'Early',
      yearly: false,
      kind: 'working' as const,
      hours: [{ from: '04:00', to: '08:00' }],
    }
    expect(after('2026-11-30T12:00', 9, { workingHours })).toBe('2026-12-01T23:00')
    expect(after('2026-11-30T12:00', 9, { workingHours, holidays: [early] })).toBe(
      '2026-12-01T07:00',
    )
  })
  it('counts elapsed hours in nights in which the clock changes', () => {
    const workingHours = [day(6, '22:00', '06:00')]
    // Seven hours on 29 March, nine on 25 October.
    expect(after('2026-03-28T20:00', 7, { workingHours })).toBe('2026-03-29T06:00')
    expect(after('2026-10-24T20:00', 9, { workingHours })).toBe('2026-10-25T06:00')
  })
  it('goes around the clock in a company without working hours', () =>
    expect(after('2026-11-28T12:00', 30, { workingHours: [] })).toBe('2026-11-29T18:00'))
  it('ends after twenty years of one minute a week', () =>
    expect(
      after('2026-11-28T12:00', 2_000, { workingHours: [day(1, '08:00', '08:01')] }) < '2046-12-31',
    ).toBe(true))

  const time = fc
    .integer({ min: 0, max: 95 })
    .map((quarter) => wallOf(quarter * 15).slice(11))
    .filter((at) => at < '01:30' || at > '03:30')
  const span = fc
    .record({ day: fc.integer({ min: 0, max: 6 }), from: time, to: time })
    .filter(({ from, to }) => from !== to)
  const exception = fc.record({
    date: fc
      .integer({ min: 0, max: 9 })
      .map((away) => wallOf((START + away) * MINUTES_A_DAY).slice(0, 10)),
    name: fc.constant('Day'),
    yearly: fc.boolean(),
    kind: fc.constantFrom('closed' as const, 'working' as const),
  })

  /** Counts minutes by the clock on the wall, without instants of beginnings and ends. */
  function workedMinutes(from: string, to: string, asked: CompanyCalendar): number {
    const spansOf = workingSpansReader(asked)
    let worked = 0
    for (let at = Date.parse(from); at < Date.parse(to); at += 60_000) {
      const wall = wallAt(new Date(at).toISOString(), zone)
      const today = Math.floor(wall / MINUTES_A_DAY)
      const isOpen = [today - 1, today]
        .flatMap(spansOf)
        .some((one) => one.from <= wall && wall < one.to)
      if (isOpen) worked += 1
    }
    return worked
  }

  it('ends when exactly as many minutes were worked, for any week and both clock changes', () =>
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 6 }),
        fc.array(exception, { maxLength: 4 }),
        fc.integer({ min: 0, max: 7 * 96 }),
        fc.constantFrom('2026-03-25', '2026-10-21'),
        fc.integer({ min: 1, max: 40 }),
        (workingHours, holidays, quarters, begin, quarterHours) => {
          const asked = calendar({ workingHours, holidays })
          const at = instantOf(dayNumberOf(begin) * MINUTES_A_DAY + quarters * 15, zone).at
          const end = addWorkingHours(at, quarterHours / 4, { calendar: asked, zone })
          expect(workedMinutes(at, end, asked)).toBe(quarterHours * 15)
        },
      ),
      { numRuns: 60 },
    ))
  it('adds up: two parts end where the whole ends', () =>
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 6 }),
        // Together less than twenty years of the shortest week, a quarter of an hour.
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 100 }),
        (workingHours, one, other) => {
          const asked = { calendar: calendar({ workingHours }), zone }
          const at = '2026-03-20T09:07:00.000Z'
          expect(addWorkingHours(addWorkingHours(at, one, asked), other, asked)).toBe(
            addWorkingHours(at, one + other, asked),
          )
        },
      ),
      { numRuns: 60 },
    ))
})

it('a deadline in working hours follows the calendar', () =>
  expect(
    deadlineOf({ kind: 'workingHours', hours: 8 }, '2026-11-27T13:00:00Z', {
      zone,
      weekStart: 'MO',
      calendar: calendar(),
    }),
  ).toBe('2026-11-30T13:00:00.000Z'))
