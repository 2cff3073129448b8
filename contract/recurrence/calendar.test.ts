import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daysOff,
  isAlwaysSkipped,
  planOccurrences,
  isPlanned,
  withFewSkipped,
  type PlanAsked,
  type Schedule,
} from './calendar.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import { parseRule } from './rule.ts'

const read = (text: string) => {
  const { rule } = parseRule(text)
  if (rule === null) throw new Error(`not read: ${text}`)
  return rule
}
const schedule = (text: string, change: Partial<Schedule> = {}): Schedule => ({
  rule: read(text),
  start: '2026-03-02T08:00',
  deadline: { kind: 'endOfDay' },
  reminder: null,
  onHoliday: 'keep',
  onNonWorkingDay: 'keep',
  ...change,
})
const calendar: CompanyCalendar = {
  workingDays: ['SU', 'MO', 'TU', 'WE', 'TH'],
  workingHours: [0, 1, 2, 3, 4].map((weekday) => ({ day: weekday, from: '07:00', to: '17:00' })),
  holidays: [
    { date: '2026-04-02', name: 'Passover', yearly: false },
    { date: '2026-04-01', name: 'Passover eve', yearly: false },
    { date: '2020-05-01', name: 'Foundation day', yearly: true },
  ],
}
const zone = 'Asia/Jerusalem'
const summary = (asked: Omit<PlanAsked, 'zone' | 'calendar'> & Partial<PlanAsked>) =>
  planOccurrences({ zone, calendar, ...asked }).map(({ at, plannedAt, outcome, because }) =>
    [
      plannedAt.slice(0, 10),
      outcome,
      ...(outcome === 'moved' ? [at.slice(0, 10)] : []),
      ...because.map((reason) =>
        'name' in reason ? reason.name : 'weekday' in reason ? reason.weekday : reason.kind,
      ),
    ].join(' '),
  )

describe('days off', () => {
  const range = { from: '2026-03-29T21:00:00Z', to: '2026-04-05T21:00:00Z' }
  it('keep dates unless a schedule says otherwise', () =>
    expect(
      summary({ schedule: schedule('FREQ=DAILY'), ...range }).every((line) =>
        line.endsWith(' due'),
      ),
    ).toBe(true))
  it('skip dates, with the reason', () => {
    expect(
      summary({
        schedule: schedule('FREQ=DAILY', { onHoliday: 'skip', onNonWorkingDay: 'skip' }),
        ...range,
      }),
    ).toEqual([
      '2026-03-30 due',
      '2026-03-31 due',
      '2026-04-01 skipped Passover eve',
      '2026-04-02 skipped Passover',
      '2026-04-03 skipped FR',
      '2026-04-04 skipped SA',
      '2026-04-05 due',
    ])
  })
  it('move dates to the next day that is open for all reasons', () => {
    expect(
      summary({
        schedule: schedule('FREQ=WEEKLY;BYDAY=WE', {
          onHoliday: 'moveToNext',
          onNonWorkingDay: 'moveToNext',
        }),
        ...range,
      }),
    ).toEqual(['2026-04-01 moved 2026-04-05 Passover eve'])
    expect(
      summary({
        schedule: schedule('FREQ=WEEKLY;BYDAY=WE', {
          onHoliday: 'moveToPrevious',
          onNonWorkingDay: 'moveToNext',
        }),
        ...range,
      }),
    ).toEqual(['2026-04-01 moved 2026-03-31 Passover eve'])
  })
  it('include a date planned outside the range and moved into it, and exclude the reverse', () => {
    const asked = {
      schedule: schedule('FREQ=WEEKLY;BYDAY=WE', {
        onHoliday: 'moveToNext',
        onNonWorkingDay: 'moveToNext',
      }),
    }
    expect(summary({ ...asked, from: '2026-04-04T21:00:00Z', to: '2026-04-06T00:00:00Z' })).toEqual(
      ['2026-04-01 moved 2026-04-05 Passover eve'],
    )
    expect(summary({ ...asked, from: '2026-03-31T00:00:00Z', to: '2026-04-04T00:00:00Z' })).toEqual(
      [],
    )
  })
  it('merge dates that meet, and say so', () => {
    expect(
      summary({
        schedule: schedule('FREQ=DAILY', {
          onHoliday: 'moveToNext',
          onNonWorkingDay: 'moveToNext',
        }),
        ...range,
      }),
    ).toEqual([
      '2026-03-30 due',
      '2026-03-31 due',
      '2026-04-01 skipped Passover eve merged',
      '2026-04-02 skipped Passover merged',
      '2026-04-03 skipped FR merged',
      '2026-04-04 skipped SA merged',
      '2026-04-05 due',
    ])
    expect(
      summary({
        schedule: schedule('FREQ=WEEKLY;BYDAY=FR,SA', { onNonWorkingDay: 'moveToNext' }),
        ...range,
      }),
    ).toEqual(['2026-04-04 skipped SA merged', '2026-04-03 moved 2026-04-05 FR'])
  })
  it('include a yearly holiday', () =>
    expect(
      summary({
        schedule: schedule('FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1', { onHoliday: 'skip' }),
        limit: 1,
        to: '2027-06-01T00:00:00Z',
      }),
    ).toEqual(['2026-05-01 skipped Foundation day', '2027-05-01 skipped Foundation day']))
  it('skip dates that have nowhere to go', () => {
    const never = { ...calendar, workingDays: [] }
    expect(
      summary({
        schedule: schedule('FREQ=DAILY;COUNT=1', { onNonWorkingDay: 'moveToNext' }),
        calendar: never,
      }),
    ).toEqual(['2026-03-02 skipped MO nowhereToGo'])
  })
})

describe('the next twenty dates', () => {
  it('are twenty that take place, with the skipped between them', () => {
    const found = planOccurrences({
      schedule: schedule('FREQ=DAILY', { onNonWorkingDay: 'skip' }),
      calendar,
      zone,
      limit: 20,
    })
    expect(found.filter(isPlanned)).toHaveLength(20)
    expect(found.at(-1)?.outcome).not.toBe('skipped')
    expect(found.length).toBeGreaterThan(24)
  })
  it('end if nothing takes place', () => {
    const begun = performance.now()
    const found = planOccurrences({
      schedule: schedule('FREQ=WEEKLY;BYDAY=SA', { onNonWorkingDay: 'skip' }),
      calendar,
      zone,
      limit: 20,
    })
    expect(found.filter(isPlanned)).toEqual([])
    expect(performance.now() - begun).toBeLessThan(3000)
  })
  it('name a clock change', () => {
    const [entry] = planOccurrences({
      schedule: schedule('FREQ=DAILY', { start: '2026-03-27T02:30' }),
      calendar,
      zone,
      limit: 1,
    })
    expect(entry).toMatchObject({
      at: '2026-03-27T00:30:00.000Z',
      outcome: 'due',
      because: [{ kind: 'clockChange', local: '2026-03-27T02:30' }],
      dueBy: '2026-03-27T20:59:59.999Z',
    })
  })
})

it('plan() gives the same for a part of the range', () => {
  const policies = fc.constantFrom(...daysOff)
  const rules = fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=FR,SA,SU',
    'FREQ=MONTHLY;BYMONTHDAY=1,2,-1',
    'FREQ=DAILY;BYHOUR=2,8,14',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=30',
  )
  fc.assert(
    fc.property(
      rules,
      policies,
      policies,
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      (text, onHoliday, onNonWorkingDay, from, length) => {
        const asked = { schedule: schedule(text, { onHoliday, onNonWorkingDay }), calendar, zone }
        const bound = (days: number) =>
          new Date(Date.parse('2026-02-20T03:00:00Z') + days * 86_400_000).toISOString()
        const whole = planOccurrences({ ...asked, to: bound(400) })
        expect(planOccurrences({ ...asked, from: bound(from), to: bound(from + length) })).toEqual(
          whole.filter(({ at }) => at >= bound(from) && at < bound(from + length)),
        )
        const taken = whole.filter(isPlanned)
        expect(new Set(taken.map(({ at }) => at)).size).toBe(taken.length)
        expect(planOccurrences({ ...asked, to: bound(400), limit: 5 }).filter(isPlanned)).toEqual(
          taken.slice(0, 5),
        )
      },
    ),
    { numRuns: 60 },
  )
})

describe('a working day', () => {
  const day = (date: string, kind?: 'closed' | 'working', yearly = false) => ({
    date,
    name: date,
    yearly,
    ...(kind && { kind }),
  })
  const placed = (holidays: CompanyCalendar['holidays'], change: Partial<Schedule> = {}) =>
    planOccurrences({
      schedule: schedule('FREQ=DAILY', {
        start: '2026-03-05T08:00',
        onHoliday: 'skip',
        onNonWorkingDay: 'skip',
        ...change,
      }),
      calendar: { ...calendar, holidays },
      zone,
      limit: 3,
    })
      .filter(isPlanned)
      .map(({ at }) => at.slice(0, 10))
  it('is due although its weekday is free', () => {
    expect(placed([])).toEqual(['2026-03-05', '2026-03-08', '2026-03-09'])
    expect(placed([day('2026-03-07', 'working')])).toEqual([
      '2026-03-05',
      '2026-03-07',
      '2026-03-08',
    ])
  })
  it('takes dates that move from a day off', () => {
    const friday = { start: '2026-03-06T08:00', onNonWorkingDay: 'moveToNext' } as const
    expect(placed([day('2026-03-07', 'working')], friday)[0]).toBe('2026-03-07')
  })
  it('of one year overrides a yearly holiday, and a closed day of one year a yearly working day', () => {
    const yearly = day('2020-03-08', undefined, true)
    expect(placed([yearly])).toEqual(['2026-03-05', '2026-03-09', '2026-03-10'])
    expect(placed([yearly, day('2026-03-08', 'working')])[1]).toBe('2026-03-08')
    expect(placed([day('2020-03-08', 'working', true), day('2026-03-08', 'closed')])[1]).toBe(
      '2026-03-09',
    )
  })
})

describe('working hours that pass midnight', () => {
  const nights: CompanyCalendar = {
    workingDays: ['SU', 'MO', 'TU', 'WE', 'TH'],
    workingHours: [0, 1, 2, 3, 4].map((day) => ({ day, from: '22:00', to: '06:00' })),
    holidays: [],
  }
  // 2026-03-05 is a Thursday.
  const nightly = (
    start: string,
    holidays: CompanyCalendar['holidays'] = [],
    change: Partial<Schedule> = {},
  ) =>
    planOccurrences({
      schedule: schedule('FREQ=DAILY', {
        start,
        onHoliday: 'skip',
        onNonWorkingDay: 'skip',
        ...change,
      }),
      calendar: { ...nights, holidays },
      zone,
      limit: 2,
    })
      .filter(isPlanned)
      .map(({ at }) => new Date(Date.parse(at) + 2 * 3_600_000).toISOString().slice(0, 16))
  it('belong to the day on which they begin', () => {
    expect(nightly('2026-03-06T02:00')).toEqual(['2026-03-06T02:00', '2026-03-08T02:00'])
    expect(nightly('2026-03-06T06:00')[0]).toBe('2026-03-08T06:00')
  })
  it('go on into a holiday, and are off in the night after it begins', () => {
    const closed = [{ date: '2026-03-04', name: 'Closed', yearly: false }]
    expect(nightly('2026-03-04T02:00', closed)).toEqual(['2026-03-04T02:00', '2026-03-05T02:00'])
    expect(nightly('2026-03-04T23:00', closed)[0]).toBe('2026-03-05T23:00')
    const weekend = [{ date: '2026-03-05', name: 'Closed', yearly: false }]
    expect(nightly('2026-03-06T02:00', weekend)[0]).toBe('2026-03-08T02:00')
  })
  it('take a date that moves', () => {
    expect(
      nightly('2026-03-07T02:00', [], { onNonWorkingDay: 'moveToPrevious' }).slice(0, 1),
    ).toEqual(['2026-03-06T02:00'])
  })
})

describe('the fault of a schedule whose every date is skipped', () => {
  const isNothing = (text: string, change: Partial<Schedule> = {}) =>
    isAlwaysSkipped(schedule(text, { onNonWorkingDay: 'skip', ...change }), calendar, zone)
  it.each([
    'FREQ=WEEKLY;BYDAY=SA',
    'FREQ=WEEKLY;BYDAY=FR,SA;COUNT=3',
    'FREQ=MINUTELY;BYDAY=SA',
    'FREQ=YEARLY;INTERVAL=100;BYMONTH=5;BYMONTHDAY=1',
  ])('is found: %s', (text) => expect(isNothing(text, { onHoliday: 'skip' })).toBe(true))
  it.each([
    ['FREQ=WEEKLY;BYDAY=SA,SU', {}],
    ['FREQ=WEEKLY;BYDAY=SA', { onNonWorkingDay: 'moveToNext' }],
    ['FREQ=WEEKLY;BYDAY=SA', { onNonWorkingDay: 'keep' }],
    // a day off has more dates than one look examines
    ['FREQ=MINUTELY', { start: '2026-03-06T00:00' }],
    ['FREQ=WEEKLY;BYDAY=SA\nRDATE:20260303T080000', {}],
  ] as const)('is not reported if any date takes place: %s %j', (text, change) =>
    expect(isNothing(text, change)).toBe(false),
  )
  it.each(['FREQ=MINUTELY', 'FREQ=MINUTELY;INTERVAL=15', 'FREQ=HOURLY', 'FREQ=DAILY'])(
    'is not reported after a closure of months: %s',
    (text) => {
      const holidays = Array.from({ length: 200 }, (_, day) => ({
        date: new Date(Date.UTC(2027, 5, 20 + day)).toISOString().slice(0, 10),
        name: 'Closed',
        yearly: false,
      }))
      const closed = schedule(text, {
        start: '2027-06-20T08:00',
        onHoliday: 'skip',
        onNonWorkingDay: 'skip',
      })
      expect(isAlwaysSkipped(closed, { ...calendar, holidays }, zone)).toBe(false)
    },
  )
})

it('plan() lists a few of the skipped dates, and how many more there are', () => {
  const entries = planOccurrences({
    schedule: schedule('FREQ=MINUTELY', { start: '2026-03-06T00:00', onNonWorkingDay: 'skip' }),
    calendar,
    zone,
    limit: 3,
  })
  const { entries: told, skippedLeftOut } = withFewSkipped(entries, 3)
  expect(told.map(({ outcome }) => outcome)).toEqual([
    'skipped',
    'skipped',
    'skipped',
    'due',
    'due',
    'due',
  ])
  expect(told.length + skippedLeftOut).toBe(entries.length)
})
