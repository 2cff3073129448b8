import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { datedByUse, nextByUse, type ByUseSchedule, type UseSince } from './byUse.ts'
import { openCalendar } from './companyCalendar.ts'
import { applyCommands, settle, type Made, type SettledSchedule } from './settle.ts'

const zone = 'Europe/Prague'
const schedule: ByUseSchedule = {
  start: '2026-01-01T08:00',
  quantity: 500,
  latest: { amount: 6, unit: 'months' },
  earliest: { amount: 3, unit: 'months' },
  repeatCount: null,
  end: null,
  onHoliday: 'keep',
  onNonWorkingDay: 'keep',
}
const use: UseSince = {
  from: '2026-01-01T07:00:00.000Z',
  used: 100,
  reachedAt: null,
  readAt: '2026-03-01T07:00:00.000Z',
  rates: { busiest: 5, quietest: 4 },
}
const now = '2026-03-01T09:00:00.000Z'
const next = (
  change: Partial<UseSince> = {},
  other: Partial<ByUseSchedule> = {},
  more: { now?: string; made?: number; calendar?: typeof openCalendar } = {},
) =>
  nextByUse({
    schedule: { ...schedule, ...other },
    calendar: openCalendar,
    zone,
    use: { ...use, ...change },
    made: 0,
    now,
    ...more,
  })

describe('nextByUse', () => {
  it('expects a span: from the busiest to the quietest month', () => {
    expect(next()).toEqual({
      at: '2026-05-30T06:00:00.000Z',
      from: '2026-05-20',
      to: '2026-06-09',
      by: 'use',
      isReached: false,
    })
  })

  it('expects today what should have come, never in the past, and the same all day', () => {
    const stale = { used: 490, readAt: '2026-01-10T07:00:00.000Z' }
    for (const time of ['00:05', '06:59', '09:00', '09:05', '22:58']) {
      const found = next(stale, { earliest: null }, { now: `2026-03-01T${time}:00.000Z` })
      expect(found).toMatchObject({ from: '2026-03-01', to: '2026-03-01', isReached: false })
      expect(found?.at).toBe(
        time < '07:00' ? '2026-03-01T07:00:00.000Z' : '2026-03-01T22:59:00.000Z',
      )
    }
  })

  it('ends the span at the latest date', () => {
    expect(next({ rates: { busiest: 5, quietest: 1 } })).toMatchObject({
      from: '2026-05-20',
      to: '2026-07-01',
      by: 'use',
    })
  })

  it('begins the span at the earliest date', () => {
    expect(next({ rates: { busiest: 50, quietest: 4 } })).toMatchObject({
      from: '2026-04-01',
      to: '2026-06-09',
    })
  })

  it('knows only the latest date if use is unknown, or too slow', () => {
    const latest = { from: '2026-07-01', to: '2026-07-01', by: 'latest', isReached: false }
    expect(next({ rates: null })).toMatchObject(latest)
    expect(next({ used: null })).toMatchObject(latest)
    expect(next({ rates: { busiest: 1, quietest: 0 } })).toMatchObject(latest)
    expect(next({ rates: null }, { latest: null })).toBeNull()
  })

  it('is due when a reading shows the quantity, but not before the earliest date', () => {
    const reached = { used: 510, reachedAt: '2026-05-02T10:00:00.000Z' }
    expect(next(reached, {}, { now: '2026-05-02T10:00:00.000Z' })).toMatchObject({
      at: '2026-05-02T10:00:00.000Z',
      isReached: true,
      by: 'use',
    })
    expect(next({ used: 510, reachedAt: '2026-02-01T10:00:00.000Z' })).toMatchObject({
      at: '2026-04-01T06:00:00.000Z',
      isReached: false,
    })
  })

  it('is due at the latest date, however little it was used', () => {
    expect(next({}, {}, { now: '2026-08-01T00:00:00.000Z' })).toMatchObject({
      at: '2026-07-01T06:00:00.000Z',
      by: 'latest',
      isReached: true,
    })
  })

  it('waits for the next working day if the quantity is reached on a day off', () => {
    const calendar = { ...openCalendar, workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'] as const }
    const saturday = { used: 510, reachedAt: '2026-05-02T10:00:00.000Z' }
    expect(
      next(
        saturday,
        { onNonWorkingDay: 'moveToNext' },
        { calendar, now: '2026-05-02T11:00:00.000Z' },
      ),
    ).toMatchObject({ at: '2026-05-04T10:00:00.000Z', isReached: false })
  })

  it('ends with the number of repetitions and the last day', () => {
    expect(next({}, { repeatCount: 3 }, { made: 3 })).toBeNull()
    expect(next({}, { end: '2026-05-01' })).toBeNull()
  })

  it('expects no date before today if the readings are old', () => {
    expect(next({ readAt: '2025-01-01T00:00:00.000Z' }, { earliest: null })).toMatchObject({
      from: '2026-03-01',
    })
  })
})

describe('datedByUse', () => {
  const day = 86_400_000
  const instantAt = (days: number) => new Date(Date.parse(now) + days * day).toISOString()
  const months = fc.option(
    fc.integer({ min: 1, max: 6 }).map((amount) => ({ amount, unit: 'months' as const })),
  )
  const given = fc.record({
    latest: months,
    earliest: months,
    end: fc.option(fc.constantFrom('2026-03-05', '2026-06-01')),
    fromDays: fc.integer({ min: -200, max: 0 }),
    used: fc.option(fc.integer({ min: 0, max: 700 })),
    readDays: fc.double({ min: -60, max: 0, noNaN: true }),
    rates: fc.option(
      fc.record({ quietest: fc.integer({ min: 0, max: 9 }), more: fc.integer({ min: 0, max: 9 }) }),
    ),
    isMoved: fc.boolean(),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const asked = (one: typeof given extends fc.Arbitrary<infer T> ? T : never, at: string) => {
    const readAt = instantAt(one.readDays)
    return {
      schedule: {
        ...schedule,
        latest: one.latest,
        earliest: one.earliest,
        end: one.end,
        ...(one.isMoved && { onNonWorkingDay: 'moveToNext' as const }),
      },
      calendar: { ...openCalendar, workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'] as const },
      zone,
      use: {
        from: instantAt(one.fromDays),
        used: one.used,
        reachedAt: one.used !== null && one.used >= schedule.quantity ? readAt : null,
        readAt,
        rates: one.rates && {
          quietest: one.rates.quietest,
          busiest: one.rates.quietest + one.rates.more,
        },
      },
      made: 0,
      now: at,
    }
  }

  it('gives the same date at every moment until it says so', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { date, until } = datedByUse(asked(one, now))
        const end = until === null ? Date.parse(now) + 400 * day : Date.parse(until)
        const meanwhile = new Date(
          Math.min(end - 1, Date.parse(now) + Math.floor(one.part * (end - Date.parse(now)))),
        ).toISOString()
        const later = nextByUse(asked(one, meanwhile))
        const isSoon = until !== null && Date.parse(until) <= Date.parse(now) + 3_600_000
        // Days of a moving span may differ within the hour; what is due may not.
        if (isSoon) expect(later?.isReached ?? false).toBe(date?.isReached ?? false)
        else expect(later).toEqual(date)
      }),
      { numRuns: 2_000 },
    )
  })

  it('comes again when a date comes, within the hour for a moving span, and else never', () => {
    const until = (one: Partial<UseSince>, other: Partial<ByUseSchedule> = {}) =>
      datedByUse({
        schedule: { ...schedule, ...other },
        calendar: openCalendar,
        zone,
        use: { ...use, ...one },
        made: 0,
        now,
      }).until
    expect(until({})).toBe('2026-05-20T07:00:00.000Z')
    expect(until({ rates: null })).toBe('2026-07-01T06:00:00.000Z')
    expect(until({ rates: null }, { latest: null })).toBeNull()
    expect(until({ used: 499, readAt: '2026-01-02T07:00:00.000Z' }, { earliest: null })).toBe(
      '2026-03-01T10:00:00.000Z',
    )
  })
})

const settled: SettledSchedule = {
  kind: 'byUse',
  ...schedule,
  earliest: null,
  latest: null,
  deadline: { kind: 'custom', amount: 2, unit: 'days' },
  reminder: null,
  whenOverdue: 'keepOpen',
}
const step = (made: readonly Made[], given: UseSince, at: string) => {
  const asked = { calendar: openCalendar, zone, now: at }
  const date = nextByUse({
    ...asked,
    schedule: { ...schedule, earliest: null, latest: null },
    use: given,
    made: made.length,
  })
  return settle({
    ...asked,
    schedule: settled,
    activeFrom: '2026-01-01T07:00:00.000Z',
    made,
    ...(date && { next: date }),
  })
}

describe('settle by use', () => {
  const at = '2026-05-02T10:00:00.000Z'
  const reached = { ...use, used: 510, reachedAt: at }

  it('makes one occurrence when the quantity is reached, and none while it is open', () => {
    const first = step([], reached, '2026-05-02T10:01:00.000Z')
    expect(first).toMatchObject([{ kind: 'make', occurrence: { at, state: 'due' } }])
    const made = applyCommands([], first)
    expect(step(made, reached, '2026-05-02T10:01:00.000Z')).toEqual([])
    const later = { ...reached, used: 900, reachedAt: '2026-04-20T10:00:00.000Z' }
    expect(step(made, later, '2026-05-03T10:00:00.000Z')).toEqual([])
    expect(step(made, later, '2026-05-05T10:00:00.000Z')).toEqual([
      { kind: 'become', plannedAt: at, state: 'late' },
    ])
  })

  it('makes nothing while the use is below the quantity', () => {
    expect(step([], use, '2026-05-02T10:01:00.000Z')).toEqual([])
  })

  it('makes the occurrence on an expected day if use goes on within the known rates', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 499 }),
        (slow, more, part, used) => {
          const rates = { busiest: slow + more, quietest: slow }
          const perDay = slow + (more * part) / 100
          const expectation = next({ used, rates }, { latest: null, earliest: null })
          const reachedAt = new Date(
            Date.parse(use.readAt ?? '') + ((500 - used) / perDay) * 86_400_000,
          ).toISOString()
          const after = reachedAt > now ? reachedAt : now
          const [command] = step([], { ...use, used: 500, reachedAt }, after)
          expect(command?.kind).toBe('make')
          const day = after.slice(0, 10)
          expect(expectation).not.toBeNull()
          // Days are local: an instant may lie on the next day there.
          const [from, to] = [
            Date.parse(expectation?.from ?? ''),
            Date.parse(expectation?.to ?? ''),
          ]
          expect(Date.parse(day)).toBeGreaterThanOrEqual(from - 86_400_000)
          expect(Date.parse(day)).toBeLessThanOrEqual(to + 86_400_000)
        },
      ),
    )
  })
})
