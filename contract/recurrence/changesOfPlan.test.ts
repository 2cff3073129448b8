import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownPlan, planOccurrences, isPlanned, type Schedule } from './calendar.ts'
import { openCalendar } from './companyCalendar.ts'
import { comparison, changesOfPlan, type Change } from './changesOfPlan.ts'
import { occurrences } from './expand.ts'
import { parseRule } from './rule.ts'

const planned = (text: string, change: Partial<Schedule> = {}) => {
  const { rule } = parseRule(text)
  if (rule === null) throw new Error('not read')
  return planOccurrences({
    schedule: {
      rule,
      start: '2026-03-02T08:00',
      deadline: { kind: 'endOfDay' },
      reminder: null,
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      ...change,
    },
    calendar: openCalendar,
    zone: 'UTC',
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
  })
}
const kinds = (before: string, after: string, change: Partial<Schedule> = {}) => {
  const counts: Record<string, number> = {}
  for (const entry of changesOfPlan(planned(before), planned(after, change), 'UTC'))
    counts['how' in entry ? entry.how : entry.kind] =
      (counts['how' in entry ? entry.how : entry.kind] ?? 0) + 1
  return counts
}

it('difference() keeps equal dates', () =>
  expect(kinds('FREQ=WEEKLY', 'FREQ=WEEKLY')).toEqual({ kept: 5 }))
it('difference() reports a move to another time of the day', () =>
  expect(kinds('FREQ=WEEKLY', 'FREQ=WEEKLY;BYHOUR=10')).toEqual({ sameDay: 5 }))
it('difference() reports a move to another day of the week', () =>
  expect(kinds('FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=WE')).toEqual({ nearest: 4, removed: 1 }))
it('difference() reports added and removed dates', () => {
  expect(kinds('FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=TU,TH')).toEqual({ kept: 5, added: 4 })
  expect(kinds('FREQ=WEEKLY;BYDAY=TU,TH', 'FREQ=WEEKLY;BYDAY=TH')).toEqual({ kept: 4, removed: 5 })
  expect(kinds('FREQ=DAILY;COUNT=2', 'FREQ=WEEKLY;COUNT=1')).toEqual({ kept: 1, removed: 1 })
})
it('difference() pairs dates twice a day in order', () =>
  expect(kinds('FREQ=DAILY;BYHOUR=8,16;COUNT=4', 'FREQ=DAILY;BYHOUR=9,17;COUNT=4')).toEqual({
    sameDay: 4,
  }))
it('difference() says when only the deadline changed', () => {
  const changes = changesOfPlan(
    planned('FREQ=WEEKLY;COUNT=1'),
    planned('FREQ=WEEKLY;COUNT=1', { deadline: { kind: 'hours', hours: 2 } }),
    'UTC',
  )
  expect(changes).toMatchObject([{ kind: 'kept', deadlineChanged: true }])
})

describe('comparison()', () => {
  const start = '2026-03-02T08:00'
  const read = (text: string) => {
    const { rule } = parseRule(text)
    if (rule === null) throw new Error('not read')
    return rule
  }
  const schedule = (text: string, change: Partial<Schedule> = {}): Schedule => ({
    rule: read(text),
    start,
    deadline: { kind: 'endOfDay' },
    reminder: null,
    onHoliday: 'keep',
    onNonWorkingDay: 'keep',
    ...change,
  })
  const known = (text: string, change: Partial<Schedule> = {}) =>
    knownPlan({ schedule: schedule(text, change), calendar: openCalendar, zone: 'UTC', limit: 60 })
  const compared = (before: string, after: string) => {
    const { changes, until } = comparison(known(before), known(after), 'UTC')
    const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length
    return {
      kept: count('kept'),
      moved: count('moved'),
      added: count('added'),
      removed: count('removed'),
      until,
    }
  }
  it('reports what a smaller COUNT, an earlier end and a second weekday under a COUNT remove', () => {
    expect(compared('FREQ=WEEKLY;COUNT=10', 'FREQ=WEEKLY;COUNT=3')).toEqual({
      kept: 3,
      moved: 0,
      added: 0,
      removed: 7,
      until: null,
    })
    expect(compared('FREQ=WEEKLY;UNTIL=20260601', 'FREQ=WEEKLY;UNTIL=20260401')).toEqual({
      kept: 5,
      moved: 0,
      added: 0,
      removed: 9,
      until: null,
    })
    expect(compared('FREQ=WEEKLY;BYDAY=MO;COUNT=10', 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10')).toEqual({
      kept: 5,
      moved: 0,
      added: 5,
      removed: 5,
      until: null,
    })
    expect(compared('FREQ=WEEKLY;COUNT=3', 'FREQ=WEEKLY;COUNT=10')).toEqual({
      kept: 3,
      moved: 0,
      added: 7,
      removed: 0,
      until: null,
    })
  })
  it('says how far it looked if the dates continue', () => {
    expect(compared('FREQ=DAILY', 'FREQ=DAILY;COUNT=3')).toEqual({
      kept: 3,
      moved: 0,
      added: 0,
      removed: 57,
      until: '2026-05-01T08:00:00.000Z',
    })
    expect(compared('FREQ=WEEKLY', 'FREQ=DAILY')).toMatchObject({
      removed: 0,
      kept: 9,
      added: 51,
      until: '2026-05-01T08:00:00.000Z',
    })
  })
  it('looks no further than the engine if nearly every day is off', () => {
    const calendar = { ...openCalendar, workingDays: ['SA'] as const }
    const hardly = knownPlan({
      schedule: schedule('FREQ=MINUTELY', { onNonWorkingDay: 'skip' }),
      calendar,
      zone: 'UTC',
      limit: 60,
    })
    expect(hardly.entries.filter(isPlanned)).toHaveLength(0)
    expect(hardly.until).toBe('2026-03-04T09:59:00.000Z')
  })

  const rules = fc
    .record({
      freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
      interval: fc.integer({ min: 1, max: 3 }),
      days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
      hours: fc.subarray([6, 8, 17]),
      end: fc.oneof(
        fc.constant(''),
        fc.integer({ min: 1, max: 90 }).map((count) => `;COUNT=${count}`),
        fc.integer({ min: 10, max: 12 }).map((month) => `;UNTIL=2026${month}15`),
      ),
    })
    .map(
      ({ freq, interval, days, hours, end }) =>
        `FREQ=${freq};INTERVAL=${interval}${days.length > 0 ? `;BYDAY=${days.join(',')}` : ''}${hours.length > 0 ? `;BYHOUR=${hours.join(',')}` : ''}${end}`,
    )
  it('is the difference of the two sets of dates, for any two rules', () => {
    fc.assert(
      fc.property(rules, rules, (before, after) => {
        const { changes, until } = comparison(known(before), known(after), 'UTC')
        const dates = (text: string) =>
          occurrences({
            rule: read(text),
            start,
            zone: 'UTC',
            limit: 2_000,
            ...(until === null ? {} : { to: until }),
          }).map(({ at }) => at)
        const [old, young] = [new Set(dates(before)), new Set(dates(after))]
        const was = changes.flatMap((change) => ('before' in change ? [change.before.at] : []))
        const is = changes.flatMap((change) => ('after' in change ? [change.after.at] : []))
        expect(was.sort()).toEqual([...old])
        expect(is.sort()).toEqual([...young])
        expect(changes.filter(({ kind }) => kind === 'kept')).toHaveLength(
          [...old].filter((at) => young.has(at)).length,
        )
      }),
      { numRuns: 150 },
    )
  })
})
