import { describe, expect, it } from 'vitest'
import { openCalendar } from './companyCalendar.ts'
import { deadlineOf, reminderOf, type Deadline } from './deadline.ts'

const place = { zone: 'Asia/Jerusalem', weekStart: 'SU' } as const
const at = '2026-03-26T06:00:00.000Z' // Thursday 08:00, the day before the clock goes forward
const by = (
  deadline: Deadline,
  change: Partial<{ zone: string; weekStart: 'SU' | 'MO' | 'SA' }> = {},
  from = at,
) => deadlineOf(deadline, from, { ...place, ...change, calendar: openCalendar })

describe('a deadline', () => {
  it.each<[Deadline, string | null]>([
    [{ kind: 'none' }, null],
    [{ kind: 'hours', hours: 24 }, '2026-03-27T06:00:00.000Z'], // 09:00 on the new clock
    [{ kind: 'custom', amount: 1, unit: 'days' }, '2026-03-27T05:00:00.000Z'], // 08:00 on the new clock
    [{ kind: 'custom', amount: 90, unit: 'minutes' }, '2026-03-26T07:30:00.000Z'],
    [{ kind: 'custom', amount: 2, unit: 'weeks' }, '2026-04-09T05:00:00.000Z'],
    [{ kind: 'custom', amount: 1, unit: 'years' }, '2027-03-26T05:00:00.000Z'],
    [{ kind: 'endOfDay' }, '2026-03-26T21:59:59.999Z'],
    [{ kind: 'endOfWeek' }, '2026-03-28T20:59:59.999Z'],
    [{ kind: 'endOfMonth' }, '2026-03-31T20:59:59.999Z'],
    [{ kind: 'endOfYear' }, '2026-12-31T21:59:59.999Z'],
  ])('of %j', (deadline, expected) => expect(by(deadline)).toBe(expected))

  it('at the end of the week is where the company’s week ends', () => {
    expect(by({ kind: 'endOfWeek' }, { weekStart: 'MO' })).toBe('2026-03-29T20:59:59.999Z')
    expect(by({ kind: 'endOfWeek' }, { weekStart: 'SA' })).toBe('2026-03-27T20:59:59.999Z')
    expect(by({ kind: 'endOfWeek' }, {}, '2026-03-28T10:00:00.000Z')).toBe(
      '2026-03-28T20:59:59.999Z',
    )
  })
  it('lies within the years that are stored, however long a stored span is', () => {
    const far = '2199-12-31T23:59:59.999Z'
    expect(by({ kind: 'custom', amount: 10_000, unit: 'years' })).toBe(far)
    expect(by({ kind: 'custom', amount: 3_000, unit: 'months' })).toBe(far)
    expect(by({ kind: 'hours', hours: 10_000 }, {}, '2199-12-01T08:00:00.000Z')).toBe(far)
    const beyond = '2200-01-01T08:00:00.000Z'
    expect(by({ kind: 'custom', amount: 1, unit: 'days' }, {}, beyond)).toBe(beyond)
  })
  it('uses the last day of a month that is too short', () =>
    expect(
      by(
        { kind: 'custom', amount: 1, unit: 'months' },
        { zone: 'UTC' },
        '2026-01-31T08:00:00.000Z',
      ),
    ).toBe('2026-02-28T08:00:00.000Z'))
  it('ends a day before a midnight that the clock skips', () =>
    expect(by({ kind: 'endOfDay' }, { zone: 'Africa/Cairo' }, '2026-04-23T08:00:00.000Z')).toBe(
      '2026-04-23T21:59:59.999Z',
    ))
})

describe('a reminder', () => {
  const dueBy = '2026-03-26T21:59:59.999Z'
  it('is whole minutes before the deadline', () =>
    expect(reminderOf({ from: 'beforeDeadline', amount: 2, unit: 'hours' }, at, dueBy, place)).toBe(
      '2026-03-26T20:00:00.000Z',
    ))
  it('is never before the beginning', () =>
    expect(reminderOf({ from: 'beforeDeadline', amount: 2, unit: 'days' }, at, dueBy, place)).toBe(
      at,
    ))
  it('after the start is not after the deadline', () => {
    expect(reminderOf({ from: 'afterStart', amount: 30, unit: 'minutes' }, at, dueBy, place)).toBe(
      '2026-03-26T06:30:00.000Z',
    )
    expect(reminderOf({ from: 'afterStart', amount: 2, unit: 'days' }, at, dueBy, place)).toBeNull()
    expect(reminderOf({ from: 'afterStart', amount: 2, unit: 'days' }, at, null, place)).toBe(
      '2026-03-28T05:00:00.000Z',
    )
  })
  it('lies within the years that are stored', () => {
    const far = { amount: 10_000, unit: 'years' } as const
    expect(reminderOf({ from: 'afterStart', ...far }, at, null, place)).toBe(
      '2199-12-31T23:59:59.999Z',
    )
    expect(reminderOf({ from: 'afterStart', ...far }, at, dueBy, place)).toBeNull()
    expect(reminderOf({ from: 'beforeDeadline', ...far }, at, dueBy, place)).toBe(at)
  })
  it('needs a deadline', () => {
    expect(
      reminderOf({ from: 'beforeDeadline', amount: 2, unit: 'hours' }, at, null, place),
    ).toBeNull()
    expect(reminderOf(null, at, dueBy, place)).toBeNull()
  })
})
