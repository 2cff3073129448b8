import { describe, expect, it } from 'vitest'
import { openCalendar } from './companyCalendar.ts'
import { expectedRolling, nextRolling, type LastEnd, type RollingSchedule } from './rolling.ts'

const zone = 'America/New_York'
const schedule: RollingSchedule = {
  start: '2026-03-02T08:00',
  every: { amount: 3, unit: 'days' },
  restartAfter: null,
  repeatCount: null,
  end: null,
  onHoliday: 'keep',
  onNonWorkingDay: 'keep',
}
const working = { ...openCalendar, workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'] as const }
const next = (
  last: LastEnd | null,
  change: Partial<RollingSchedule> = {},
  made = 1,
  calendar: typeof openCalendar = openCalendar,
) => nextRolling({ schedule: { ...schedule, ...change }, calendar, zone, last, made })
const done = (at: string): LastEnd => ({ how: 'done', at })

describe('rolling schedules', () => {
  it('begin at their start', () => expect(next(null, {}, 0)).toBe('2026-03-02T13:00:00.000Z'))
  it('count from the last completion, by local time', () => {
    expect(next(done('2026-03-03T15:20:00.000Z'))).toBe('2026-03-06T15:20:00.000Z')
    // the clock went forward
    expect(next(done('2026-03-06T15:20:00.000Z'))).toBe('2026-03-09T14:20:00.000Z')
    expect(next(done('2026-03-06T15:20:00.000Z'), { every: { amount: 72, unit: 'hours' } })).toBe(
      '2026-03-09T15:20:00.000Z',
    )
  })
  it('restart sooner after a missed occurrence', () => {
    const missed: LastEnd = { how: 'missed', at: '2026-03-03T15:00:00.000Z' }
    expect(next(missed, { restartAfter: { amount: 2, unit: 'hours' } })).toBe(
      '2026-03-03T17:00:00.000Z',
    )
    expect(next(missed)).toBe('2026-03-06T15:00:00.000Z')
  })
  it('respect COUNT and the end', () => {
    expect(next(done('2026-03-03T15:00:00.000Z'), { repeatCount: 2 }, 2)).toBeNull()
    expect(next(done('2026-03-03T15:00:00.000Z'), { end: '2026-03-06' })).toBe(
      '2026-03-06T15:00:00.000Z',
    )
    expect(next(done('2026-03-03T15:00:00.000Z'), { end: '2026-03-05' })).toBeNull()
  })
  it('move off a day off, always after the last occurrence', () => {
    const friday = done('2026-03-06T15:00:00.000Z')
    expect(
      next(
        friday,
        { every: { amount: 1, unit: 'days' }, onNonWorkingDay: 'moveToNext' },
        1,
        working,
      ),
    ).toBe('2026-03-09T14:00:00.000Z')
    expect(
      next(friday, { every: { amount: 1, unit: 'days' }, onNonWorkingDay: 'skip' }, 1, working),
    ).toBe('2026-03-09T14:00:00.000Z')
    expect(
      next(
        friday,
        { every: { amount: 1, unit: 'days' }, onNonWorkingDay: 'moveToPrevious' },
        1,
        working,
      ),
    ).toBe('2026-03-09T14:00:00.000Z')
    expect(
      next(
        done('2026-03-05T15:00:00.000Z'),
        { every: { amount: 2, unit: 'days' }, onNonWorkingDay: 'moveToPrevious' },
        1,
        working,
      ),
    ).toBe('2026-03-06T15:00:00.000Z')
  })
  it.each([
    [{ amount: 10_000, unit: 'years' }, 1],
    [{ amount: 173, unit: 'years' }, 2],
    [{ amount: 10_000, unit: 'months' }, 1],
    [{ amount: 10_000, unit: 'weeks' }, 1],
    [{ amount: 100, unit: 'years' }, 2],
  ] as const)('end with the years that are stored: every %j', (every, count) => {
    const dates = expectedRolling({
      schedule: { ...schedule, every, onNonWorkingDay: 'moveToNext' },
      calendar: working,
      zone,
      limit: 2_000,
    })
    expect(dates).toHaveLength(count)
  })
  it('are previewed as if each were done at once', () => {
    expect(
      expectedRolling({
        schedule: { ...schedule, repeatCount: 3 },
        calendar: openCalendar,
        zone,
        limit: 20,
      }),
    ).toEqual(['2026-03-02T13:00:00.000Z', '2026-03-05T13:00:00.000Z', '2026-03-08T12:00:00.000Z'])
  })
})
