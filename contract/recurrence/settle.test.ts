import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLongForm } from '#tests/longForm.ts'
import { daysOff, planOccurrences, isPlanned } from './calendar.ts'
import { openCalendar, type CompanyCalendar } from './companyCalendar.ts'
import type { Deadline } from './deadline.ts'
import { parseRule } from './rule.ts'
import {
  applyCommands,
  settle,
  type Made,
  type SettleAsked,
  type SettledSchedule,
} from './settle.ts'

const read = (text: string) => {
  const { rule } = parseRule(text)
  if (rule === null) throw new Error('not read')
  return rule
}
type Specific = Extract<SettledSchedule, { kind: 'specific' }>
const daily: Specific = {
  kind: 'specific',
  rule: read('FREQ=DAILY'),
  start: '2026-03-02T08:00',
  deadline: { kind: 'endOfDay' },
  reminder: { from: 'beforeDeadline', amount: 2, unit: 'hours' },
  onHoliday: 'keep',
  onNonWorkingDay: 'keep',
  whenOverdue: 'keepOpen',
}
const base = { calendar: openCalendar, zone: 'UTC', activeFrom: '2026-03-01T00:00:00Z' }
const states = (made: readonly Made[]) =>
  made
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ at, state }) => `${at.slice(5, 10)} ${state}`)
const step = (
  made: readonly Made[],
  now: string,
  schedule: SettledSchedule = daily,
  rest: Partial<SettleAsked> = {},
) => applyCommands(made, settle({ ...base, schedule, made, now, ...rest }))
const performed = (made: readonly Made[], day: string, at: string): Made[] =>
  made.map((occurrence) =>
    occurrence.at.slice(5, 10) === day ? { ...occurrence, state: 'done', doneAt: at } : occurrence,
  )

describe('settle()', () => {
  it('makes occurrences due, reminds, and marks them late', () => {
    expect(settle({ ...base, schedule: daily, made: [], now: '2026-03-02T07:59:59Z' })).toEqual([])
    const made = step([], '2026-03-02T08:00:00Z')
    expect(states(made)).toEqual(['03-02 due'])
    expect(settle({ ...base, schedule: daily, made, now: '2026-03-02T21:59:00Z' })).toEqual([])
    const reminded = settle({ ...base, schedule: daily, made, now: '2026-03-02T22:00:00Z' })
    expect(reminded).toEqual([
      { kind: 'remind', plannedAt: '2026-03-02T08:00:00.000Z', at: '2026-03-02T22:00:00.000Z' },
    ])
    expect(states(step(applyCommands(made, reminded), '2026-03-03T00:00:00Z'))).toEqual([
      '03-02 late',
    ])
  })
  it('closes by the deadline if the schedule says so', () =>
    expect(states(step([], '2026-03-03T00:00:00Z', { ...daily, whenOverdue: 'close' }))).toEqual([
      '03-02 missed',
    ]))
  it('catches up a missed week once, not seven times', () => {
    const made = step(step([], '2026-03-02T08:00:00Z'), '2026-03-09T09:00:00Z')
    expect(states(made)).toEqual([
      '03-02 missed',
      '03-03 missed',
      '03-04 missed',
      '03-05 missed',
      '03-06 missed',
      '03-07 missed',
      '03-08 late',
      '03-09 due',
    ])
  })
  it('keeps a late occurrence open until a newer one is late', () => {
    const monday = step([], '2026-03-03T09:00:00Z')
    expect(states(monday)).toEqual(['03-02 late', '03-03 due'])
    expect(states(step(monday, '2026-03-04T00:00:01Z'))).toEqual(['03-02 missed', '03-03 late'])
    expect(
      states(step(performed(monday, '03-02', '2026-03-03T10:00:00Z'), '2026-03-04T00:00:01Z')),
    ).toEqual(['03-02 done', '03-03 late'])
    expect(
      states(step(performed(monday, '03-03', '2026-03-03T10:00:00Z'), '2026-03-03T10:01:00Z')),
    ).toEqual(['03-02 missed', '03-03 done'])
  })
  it('keeps only the newest open without deadlines', () => {
    expect(
      states(step([], '2026-03-04T09:00:00Z', { ...daily, deadline: { kind: 'none' } })),
    ).toEqual(['03-02 missed', '03-03 missed', '03-04 due'])
  })
  it('keeps several open while their time lasts', () => {
    expect(
      states(step([], '2026-03-04T09:00:00Z', { ...daily, deadline: { kind: 'endOfWeek' } })),
    ).toEqual(['03-02 due', '03-03 due', '03-04 due'])
  })
  it('makes nothing from before the schedule was active, and makes planned ones due', () => {
    expect(
      states(step([], '2026-03-05T09:00:00Z', daily, { activeFrom: '2026-03-05T00:00:00Z' })),
    ).toEqual(['03-05 due'])
    const planned: Made = {
      plannedAt: '2026-03-02T08:00:00.000Z',
      at: '2026-03-02T08:00:00.000Z',
      dueBy: null,
      remindAt: null,
      state: 'planned',
      doneAt: null,
      remindedAt: null,
    }
    expect(
      settle({ ...base, schedule: daily, made: [planned], now: '2026-03-02T08:00:00Z' }),
    ).toEqual([{ kind: 'become', plannedAt: planned.plannedAt, state: 'due' }])
  })
  it('survives a year of standstill under a rule by the minute', () => {
    const begun = performance.now()
    const commands = settle({
      ...base,
      schedule: { ...daily, rule: read('FREQ=MINUTELY'), deadline: { kind: 'hours', hours: 1 } },
      made: [],
      now: '2027-03-02T08:00:00Z',
    })
    const made = commands.filter(({ kind }) => kind === 'make')
    expect(made).toHaveLength(400)
    expect(made.at(-1)).toMatchObject({
      kind: 'make',
      occurrence: { at: '2027-03-02T08:00:00.000Z', state: 'due' },
    })
    expect(performance.now() - begun).toBeLessThan(3000)
  })
})

describe('settle() of a rolling schedule', () => {
  const rolling: SettledSchedule = {
    kind: 'rolling',
    start: '2026-03-02T08:00',
    every: { amount: 3, unit: 'days' },
    restartAfter: { amount: 1, unit: 'days' },
    repeatCount: null,
    end: null,
    deadline: { kind: 'hours', hours: 10 },
    reminder: null,
    onHoliday: 'keep',
    onNonWorkingDay: 'keep',
    whenOverdue: 'keepOpen',
  }
  it('waits for the completion', () => {
    const first = step([], '2026-03-20T08:00:00Z', rolling)
    expect(states(first)).toEqual(['03-02 late'])
    const done = performed(first, '03-02', '2026-03-20T09:00:00.000Z')
    expect(states(step(done, '2026-03-23T08:59:00Z', rolling))).toEqual(['03-02 done'])
    expect(states(step(done, '2026-03-23T09:00:00Z', rolling))).toEqual(['03-02 done', '03-23 due'])
  })
  it('restarts after an occurrence that its deadline closed', () => {
    const closing: SettledSchedule = { ...rolling, whenOverdue: 'close' }
    expect(states(step([], '2026-03-03T18:00:00Z', closing))).toEqual(['03-02 missed', '03-03 due'])
    expect(
      states(step(step([], '2026-03-02T09:00:00Z', closing), '2026-03-03T18:00:00Z', closing)),
    ).toEqual(['03-02 missed', '03-03 due'])
  })
  it('stops at its count', () =>
    expect(
      states(
        step([], '2026-04-30T18:00:00Z', { ...rolling, whenOverdue: 'close', repeatCount: 3 }),
      ),
    ).toEqual(['03-02 missed', '03-03 missed', '03-05 missed']))
})

const texts = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  'FREQ=WEEKLY;BYDAY=SU,FR;BYHOUR=1,2,22;BYMINUTE=30',
  'FREQ=MONTHLY;BYDAY=1MO,-1FR',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=HOURLY;INTERVAL=36',
  'FREQ=YEARLY;BYMONTH=3,11;BYMONTHDAY=8,27',
]
const deadlines: Deadline[] = [
  { kind: 'none' },
  { kind: 'hours', hours: 5 },
  { kind: 'endOfDay' },
  { kind: 'endOfWeek' },
  { kind: 'endOfMonth' },
  { kind: 'custom', amount: 2, unit: 'days' },
]
const calendar: CompanyCalendar = {
  workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'],
  workingHours: [],
  holidays: [
    { date: '2026-12-25', name: 'Winter holiday', yearly: true },
    { date: '2026-05-12', name: 'Once', yearly: false },
  ],
}
const anySchedule = fc
  .record({
    text: fc.constantFrom(...texts),
    deadline: fc.constantFrom(...deadlines),
    onHoliday: fc.constantFrom(...daysOff),
    onNonWorkingDay: fc.constantFrom(...daysOff),
    whenOverdue: fc.constantFrom('keepOpen' as const, 'close' as const),
  })
  .map(({ text, ...rest }): Specific => ({
    ...daily,
    ...rest,
    rule: read(text),
    start: '2026-01-05T02:30',
  }))
const later = (at: string, hours: number) =>
  new Date(Date.parse(at) + hours * 3_600_000).toISOString()
const statesByKey = (made: readonly Made[]) =>
  new Map(made.map(({ plannedAt, state }) => [plannedAt, state]))

describe('settle() over time', () => {
  it.each(['UTC', 'Asia/Jerusalem', 'America/New_York'])(
    'makes over two years what the preview showed, in %s',
    (zone) => {
      fc.assert(
        fc.property(
          anySchedule,
          fc.infiniteStream(fc.integer({ min: 1, max: 24 })),
          (schedule, hours) => {
            const asked = { schedule, calendar, zone, activeFrom: '2026-01-01T00:00:00.000Z' }
            const end = '2028-01-05T00:00:00.000Z'
            const previewed = planOccurrences({
              schedule,
              calendar,
              zone,
              from: asked.activeFrom,
              to: later(end, 0.001),
              limit: 5000,
            }).filter(isPlanned)
            let now = asked.activeFrom
            let made: Made[] = []
            const all = new Map<string, Made>()
            while (now < end) {
              now = later(now, hours.next().value ?? 24)
              if (now > end) now = end
              made = applyCommands(made, settle({ ...asked, made, now }))
              for (const occurrence of made) all.set(occurrence.plannedAt, occurrence)
              made = made.slice(-60) // the server also keeps only recent ones
            }
            const summary = (
              entries: readonly Pick<Made, 'at' | 'plannedAt' | 'dueBy' | 'remindAt'>[],
            ) =>
              entries
                .map(
                  ({ at, plannedAt, dueBy, remindAt }) => `${at} ${plannedAt} ${dueBy} ${remindAt}`,
                )
                .sort()
            expect(summary([...all.values()])).toEqual(summary(previewed))
          },
        ),
        { numRuns: isLongForm ? 4 : 1 }, // each run covers two years
      )
    },
  )

  it('does nothing the second time, and gives the same in one step or many', () => {
    fc.assert(
      fc.property(
        anySchedule,
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat({ max: 7 }), { maxLength: 3 }),
        (schedule, pauses, doneSteps) => {
          const asked = {
            schedule,
            calendar,
            zone: 'America/New_York',
            activeFrom: '2026-01-01T00:00:00.000Z',
          }
          let now = '2026-02-01T00:00:00.000Z'
          let made: Made[] = []
          let before: { made: Made[]; now: string } | null = null
          for (const [index, pause] of pauses.entries()) {
            now = later(now, pause)
            made = applyCommands(made, settle({ ...asked, made, now }))
            expect(settle({ ...asked, made, now })).toEqual([])
            const open = made.findLast(({ state }) => state === 'due' || state === 'late')
            if (doneSteps.includes(index) && open !== undefined) {
              made = made.map((occurrence) =>
                occurrence === open
                  ? { ...occurrence, state: 'done' as const, doneAt: now }
                  : occurrence,
              )
              before = null
            }
            before ??= { made, now }
          }
          // One step after the last user action must give the same result as the many steps before.
          if (before !== null)
            expect(
              statesByKey(applyCommands(before.made, settle({ ...asked, made: before.made, now }))),
            ).toEqual(statesByKey(applyCommands(made, settle({ ...asked, made, now }))))
        },
      ),
      { numRuns: 60 },
    )
  })
})
