import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { visitDays } from './dayByDay.ts'
import { completed, periodBefore } from './dayMatch.ts'
import { countFaults, occurrences, RuleRefused, type Asked } from './expand.ts'
import { isPlain, LibraryWalk } from '#tests/recurrenceLibrary.ts'
import { frequencies, makeRule, parseRule, type Rule } from './rule.ts'
import { minutesOf, wallOf, weekdays } from './wall.ts'

const read = (text: string): Rule => {
  const { rule } = parseRule(text)
  if (rule === null) throw new Error(`not read: ${text}`)
  return rule
}
const local = (asked: Asked) => occurrences(asked).map((occurrence) => occurrence.local)
const instants = (text: string, start: string, zone: string, limit = 3) =>
  occurrences({ rule: read(text), start, zone, limit }).map(({ at }) => at.slice(0, 16))

// Generated outside the product; see `origin` in the file.
const { cases } = JSON.parse(
  readFileSync(new URL('./cases/dateutil.json', import.meta.url), 'utf8'),
) as { cases: [rule: string, start: string, first: string[]][] }

describe('occurrences(), compared with python-dateutil,', () => {
  it('give the same first ten', () => {
    expect(cases.length).toBeGreaterThan(400)
    const wrong = cases.flatMap(([text, start, first]) => {
      const found = refusedAsEmpty(() =>
        local({ rule: read(text), start, zone: 'UTC', to: '2121-01-01T00:00:00Z', limit: 10 }),
      )
      return String(found) === String(first)
        ? []
        : [`${text} from ${start}: ${found[0]} for ${first[0]}`]
    })
    expect(wrong).toEqual([])
  })

  it('give the same in any window of time', () => {
    const window = fc.record({
      case: fc.constantFrom(...cases.filter(([, , first]) => first.length === 10)),
      from: fc.integer({ min: 0, max: 8 }),
      length: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(window, ({ case: [text, start, first], from, length }) => {
        const to = Math.min(from + length, 9)
        const bounds = { from: `${first[from]}:00Z`, to: `${first[to]}:00Z` }
        expect(local({ rule: read(text), start, zone: 'UTC', ...bounds })).toEqual(
          first.slice(from, to),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('occurrences(), compared with rrule-temporal,', () => {
  it('give the same for every plain rule', () => {
    const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 })
    const rules = fc
      .record({
        freq: fc.constantFrom(...frequencies),
        interval: fc.integer({ min: 1, max: 40 }),
        byMonth: some([1, 2, 6, 12]),
        byYearDay: some([1, 60, 365, -1, -306]),
        byMonthDay: some([1, 15, 29, 31, -1, -29]),
        byDay: fc.uniqueArray(
          fc.record({
            weekday: fc.constantFrom(...weekdays),
            ordinal: fc.constantFrom(null, null, 1, 5, -1, -2),
          }),
          { maxLength: 3 },
        ),
        byHour: some([0, 2, 8, 23]),
        byMinute: some([0, 30, 59]),
        bySetPos: some([1, 2, -1]),
        wkst: fc.constantFrom(...weekdays),
        start: fc.constantFrom('2024-02-29T08:30', '2025-12-31T23:59', '2026-03-27T02:00'),
        days: fc.integer({ min: 1, max: 2000 }),
      })
      .map(({ start, days, ...parts }) => ({
        whole: completed(makeRule(parts), start),
        begin: minutesOf(start),
        to: minutesOf(start) + days * 1440,
      }))
      .filter(({ whole }) => isPlain(whole))
    fc.assert(
      fc.property(rules, ({ whole, begin, to }) => {
        const gather = (walk: (visit: (minutes: number) => boolean) => void) => {
          const found: string[] = []
          walk((minutes) => minutes < begin || (minutes <= to && found.push(wallOf(minutes)) < 60))
          return found
        }
        expect(gather((visit) => new LibraryWalk(whole, begin).visit(begin, to, visit))).toEqual(
          gather((visit) => visitDays(whole, periodBefore(whole, begin, begin), to, visit)),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('occurrences() follow the RFC and', () => {
  it('take the weekday of a week from the start', () =>
    expect(
      local({
        rule: read('FREQ=YEARLY;BYWEEKNO=20'),
        start: '1997-05-12T09:00',
        zone: 'UTC',
        limit: 3,
      }),
    ).toEqual(['1997-05-12T09:00', '1998-05-11T09:00', '1999-05-17T09:00']))
  it('count positions from the beginning of the week, not from the start', () => {
    expect(
      local({
        rule: read('FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=2;WKST=WE'),
        start: '2000-07-22T02:00',
        zone: 'UTC',
        limit: 2,
      }),
    ).toEqual(['2000-07-24T02:00', '2000-07-31T02:00'])
  })
  it('know week 53, and the days that belong to a neighbouring year', () => {
    expect(
      local({
        rule: read('FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU'),
        start: '2020-01-01T08:00',
        zone: 'UTC',
        limit: 2,
      }),
    ).toEqual(['2021-01-03T08:00', '2027-01-03T08:00'])
    expect(
      local({
        rule: read('FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO'),
        start: '2019-01-01T08:00',
        zone: 'UTC',
        limit: 2,
      }),
    ).toEqual(['2019-12-30T08:00', '2021-01-04T08:00'])
  })
  it('leave out a start that the rule does not match', () =>
    expect(
      local({ rule: read('FREQ=WEEKLY;BYDAY=MO;COUNT=2'), start: '2026-03-03T08:00', zone: 'UTC' }),
    ).toEqual(['2026-03-09T08:00', '2026-03-16T08:00']))
})

describe('occurrences() at a clock change', () => {
  it.each([
    [
      'Asia/Jerusalem',
      '2026-03-26T02:30',
      ['2026-03-26T00:30', '2026-03-27T00:30', '2026-03-27T23:30'],
    ],
    [
      'America/New_York',
      '2026-03-07T02:30',
      ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30'],
    ],
    [
      'Europe/Prague',
      '2026-03-28T02:30',
      ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-03T02:15',
      ['2026-10-02T15:45', '2026-10-03T15:45', '2026-10-04T15:15'],
    ], // half an hour
    [
      'Africa/Cairo',
      '2026-04-23T00:30',
      ['2026-04-22T22:30', '2026-04-23T22:30', '2026-04-24T21:30'],
    ], // the clock change skips midnight
    [
      'America/Sao_Paulo',
      '2018-11-03T00:00',
      ['2018-11-03T03:00', '2018-11-04T03:00', '2018-11-05T02:00'],
    ],
  ])('move a skipped time forward in %s and drop none', (zone, start, expected) => {
    expect(instants('FREQ=DAILY', start, zone)).toEqual(expected)
    expect(
      occurrences({ rule: read('FREQ=DAILY'), start, zone, limit: 3 }).map(
        ({ shifted }) => shifted,
      ),
    ).toEqual([undefined, 'gap', undefined])
  })

  it.each([
    [
      'Asia/Jerusalem',
      '2026-10-24T01:30',
      ['2026-10-23T22:30', '2026-10-24T22:30', '2026-10-25T23:30'],
    ],
    [
      'America/New_York',
      '2026-10-31T01:30',
      ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'Europe/Moscow',
      '2014-10-25T01:30',
      ['2014-10-24T21:30', '2014-10-25T21:30', '2014-10-26T22:30'],
    ],
  ])('take a doubled time the first time in %s', (zone, start, expected) =>
    expect(instants('FREQ=DAILY', start, zone)).toEqual(expected),
  )

  it('keep 08:00 at 08:00', () => {
    const found = occurrences({
      rule: read('FREQ=DAILY'),
      start: '2026-01-01T08:00',
      zone: 'Asia/Jerusalem',
      to: '2027-01-01T00:00:00Z',
    })
    expect(found).toHaveLength(365)
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Jerusalem',
      hour: '2-digit',
      minute: '2-digit',
    })
    expect(new Set(found.map(({ at }) => clock.format(new Date(at))))).toEqual(new Set(['08:00']))
  })

  it('come in order, each hour once', () => {
    const found = instants('FREQ=MINUTELY;INTERVAL=30', '2026-03-08T01:00', 'America/New_York', 6)
    expect(found).toEqual([
      '2026-03-08T06:00',
      '2026-03-08T06:30',
      '2026-03-08T07:00',
      '2026-03-08T07:30',
      '2026-03-08T08:00',
      '2026-03-08T08:30',
    ])
    expect(
      occurrences({
        rule: read('FREQ=MINUTELY;INTERVAL=45'),
        start: '2026-03-08T01:00',
        zone: 'America/New_York',
        limit: 5,
      }).map(({ local: localTime, shifted }) => `${localTime.slice(11)} ${shifted ?? ''}`),
    ).toEqual(['01:00 ', '01:45 ', '03:15 ', '02:30 gap', '04:00 '])
  })

  it('skip the day that Samoa left out', () => {
    expect(instants('FREQ=DAILY', '2011-12-29T08:00', 'Pacific/Apia')).toEqual([
      '2011-12-29T18:00',
      '2011-12-30T18:00',
      '2011-12-31T18:00',
    ])
  })

  it('never lose or double a date, in any zone', () => {
    const zones = [
      'UTC',
      'Asia/Jerusalem',
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Africa/Casablanca',
      'Asia/Tehran',
      'Asia/Kathmandu',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 2015, max: 2030 }),
        (zone, minute, year) => {
          const start = wallOf(minutesOf(`${year}-01-01T00:00`) + minute)
          const found = occurrences({ rule: makeRule({ freq: 'DAILY', count: 366 }), start, zone })
          expect(found).toHaveLength(366)
          const gaps = found
            .slice(1)
            .map(
              ({ at }, index) => (Date.parse(at) - Date.parse(found[index]?.at ?? '')) / 3_600_000,
            )
          expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22)
          expect(Math.max(...gaps)).toBeLessThanOrEqual(26)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('occurrences() with ends and exceptions', () => {
  const start = '2026-01-01T08:00'
  const zone = 'Asia/Jerusalem'
  it('include the end', () => {
    expect(local({ rule: read('FREQ=DAILY;UNTIL=20260103T080000'), start, zone })).toHaveLength(3)
    expect(local({ rule: read('FREQ=DAILY;UNTIL=20260103T075900'), start, zone })).toHaveLength(2)
    expect(local({ rule: read('FREQ=DAILY;UNTIL=20260103T060000Z'), start, zone })).toHaveLength(3)
    expect(local({ rule: read('FREQ=DAILY;UNTIL=20260103T055900Z'), start, zone })).toHaveLength(2)
    expect(local({ rule: read('FREQ=DAILY;UNTIL=20260103'), start, zone })).toHaveLength(3)
  })
  it('leave dates out by minute, by day and by universal time, and count them', () => {
    const rule = read(
      'RRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260102T080000\nEXDATE;VALUE=DATE:20260103\nEXDATE:20260104T060000Z\nEXDATE:20260105T090000',
    )
    expect(local({ rule, start, zone })).toEqual([
      '2026-01-01T08:00',
      '2026-01-05T08:00',
      '2026-01-06T08:00',
    ])
  })
  it('add dates in order, once, and leave out the excluded', () => {
    const rule = read(
      'RRULE:FREQ=DAILY;COUNT=2\nRDATE:20260102T080000,20260101T120000,20260110T060000Z\nRDATE;VALUE=DATE:20260105\nRDATE:20260108T080000\nEXDATE:20260108T080000',
    )
    expect(local({ rule, start, zone })).toEqual([
      '2026-01-01T08:00',
      '2026-01-01T12:00',
      '2026-01-02T08:00',
      '2026-01-05T08:00',
      '2026-01-10T08:00',
    ])
  })
  it('take from and to by the instant, the first included and the last not', () => {
    expect(
      local({
        rule: read('FREQ=DAILY'),
        start,
        zone,
        from: '2026-01-02T06:00:00Z',
        to: '2026-01-04T06:00:00Z',
      }),
    ).toEqual(['2026-01-02T08:00', '2026-01-03T08:00'])
    expect(
      local({
        rule: read('FREQ=DAILY'),
        start,
        zone,
        from: '2025-01-02T06:00:00Z',
        to: '2025-03-04T06:00:00Z',
      }),
    ).toEqual([])
    expect(local({ rule: read('FREQ=DAILY'), start, zone, limit: 0 })).toEqual([])
  })
})

describe('occurrences() within bounds of work', () => {
  const refused = (text: string, start: string) => {
    const begun = performance.now()
    try {
      occurrences({ rule: read(text), start, zone: 'Asia/Jerusalem', limit: 20 })
      return 'expanded'
    } catch (error) {
      if (!(error instanceof RuleRefused)) throw error
      expect(performance.now() - begun, text).toBeLessThan(900)
      return error.faults.map(({ code }) => code).join()
    }
  }
  it.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'neverMatches'],
    ['FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30', 'neverMatches'],
    ['FREQ=MINUTELY;INTERVAL=1440;BYHOUR=5', 'neverMatches'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=FR', 'neverMatches'],
    ['FREQ=YEARLY;BYWEEKNO=26;BYSETPOS=5', 'neverMatches'],
    ['FREQ=DAILY;COUNT=0', 'outOfRange'],
    ['FREQ=DAILY;BYHOUR=24', 'outOfRange'],
  ])('refuse %s quickly: %s', (text, code) => expect(refused(text, '2026-03-01T08:00')).toBe(code))

  it.each([
    ['FREQ=YEARLY;COUNT=100', []],
    ['FREQ=YEARLY;COUNT=102', ['endsTooFar']],
    ['FREQ=YEARLY;COUNT=10000', ['endsTooFar']],
    ['FREQ=MONTHLY;INTERVAL=12;COUNT=500', ['endsTooFar']],
    ['FREQ=DAILY;COUNT=10000', []],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=30', ['endsTooFar']],
    ['FREQ=YEARLY', []],
  ])('end within a hundred years, or say that they do not: %s', (text, codes) => {
    expect(
      countFaults({ rule: read(text), start: '2026-03-01T08:00' }).map(({ code }) => code),
    ).toEqual(codes)
  })
  it('reach far without walking there', () => {
    const begun = performance.now()
    const found = occurrences({
      rule: read('FREQ=MINUTELY'),
      start: '1990-01-01T00:00',
      zone: 'Asia/Jerusalem',
      from: '2026-06-01T00:00:00Z',
      limit: 20,
    })
    expect(found[0]?.at).toBe('2026-06-01T00:00:00.000Z')
    expect(performance.now() - begun).toBeLessThan(500)
  })
  it('find what is rare', () => {
    expect(
      local({
        rule: read('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'),
        start: '2026-01-01T00:00',
        zone: 'UTC',
        limit: 20,
      }),
    ).toEqual(['2044-02-29T00:00', '2072-02-29T00:00', '2112-02-29T00:00'])
  })
})

function refusedAsEmpty(expand: () => string[]): string[] {
  try {
    return expand()
  } catch (error) {
    if (error instanceof RuleRefused && error.faults.every(({ code }) => code === 'neverMatches'))
      return []
    throw error
  }
}
