import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dutySpans,
  holesIn,
  newHoles,
  onDutyAt,
  shiftsOverlap,
  weekOf,
  type DutyChange,
  type Rotation,
} from './dutySpans.ts'

const zone = 'Europe/Prague'
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const [EVA, JAN, PETR] = [1, 2, 3]
const at = (text: string): number => Date.parse(text)

const night: Rotation = {
  weeks: 1,
  firstDay: '2026-11-02',
  isRoundTheClock: true,
  shifts: [
    { week: 1, days: EVERY_DAY, from: '22:00', to: '06:00', userId: EVA },
    { week: 1, days: EVERY_DAY, from: '06:00', to: '22:00', userId: JAN },
  ],
  changes: [],
}
const change = (given: Partial<DutyChange>): DutyChange => ({
  id: 1,
  kind: 'replacement',
  userId: PETR,
  from: 0,
  to: 0,
  withUserId: null,
  withFrom: null,
  withTo: null,
  ...given,
})
const withChanges = (...changes: DutyChange[]): Rotation => ({ ...night, changes })

describe('who is on duty', () => {
  it.each([
    ['2026-11-03T20:59:59Z', JAN],
    ['2026-11-03T21:00:00Z', EVA],
    ['2026-11-04T04:59:59Z', EVA],
    ['2026-11-04T05:00:00Z', JAN],
  ])('a shift passes midnight on the company’s clock: %s is %i', (instant, person) => {
    expect(onDutyAt(night, at(instant), zone)).toBe(person)
  })

  it('weeks rotate from the first day, also before it', () => {
    const rotation = { weeks: 2, firstDay: '2026-11-04' }
    expect(
      ['2026-11-04', '2026-11-10', '2026-11-11', '2026-11-03', '2026-10-27'].map((day) =>
        weekOf(rotation, day),
      ),
    ).toEqual([1, 1, 2, 2, 1])
  })

  const atHalfPastTwo: Rotation = {
    ...night,
    shifts: [
      { week: 1, days: EVERY_DAY, from: '14:00', to: '02:30', userId: EVA },
      { week: 1, days: EVERY_DAY, from: '02:30', to: '14:00', userId: JAN },
    ],
  }
  it.each([
    // 29 March 2026: 02:00 becomes 03:00, at 01:00Z
    ['2026-03-29T00:59:59Z', EVA],
    ['2026-03-29T01:00:00Z', JAN],
    // 25 October 2026: 03:00 becomes 02:00, at 01:00Z; 02:30 is first at 00:30Z
    ['2026-10-25T00:29:59Z', EVA],
    ['2026-10-25T00:30:00Z', JAN],
    ['2026-10-25T01:15:00Z', JAN],
  ])('a hand-over at 02:30 happens once when clocks change: %s is %i', (instant, person) => {
    expect(onDutyAt(atHalfPastTwo, at(instant), zone)).toBe(person)
  })

  it('a shift inside the hour that the clock skips does not happen', () => {
    const short: Rotation = {
      ...night,
      isRoundTheClock: false,
      shifts: [{ week: 1, days: EVERY_DAY, from: '02:10', to: '02:50', userId: EVA }],
    }
    const reach = { from: at('2026-03-28T23:00:00Z'), to: at('2026-03-29T22:00:00Z') }
    expect(dutySpans(short, reach, zone).map(({ state }) => state)).toEqual(['off'])
  })

  it('a replacement takes all hours that it names', () => {
    const spans = dutySpans(
      withChanges(change({ from: at('2026-11-03T20:00:00Z'), to: at('2026-11-03T23:00:00Z') })),
      { from: at('2026-11-03T19:00:00Z'), to: at('2026-11-04T00:00:00Z') },
      zone,
    )
    expect(spans.map(({ userId }) => userId)).toEqual([JAN, PETR, EVA])
  })

  it('an absence leaves a hole in the person’s own hours only', () => {
    const rotation = withChanges(
      change({
        kind: 'absence',
        userId: EVA,
        from: at('2026-11-03T12:00:00Z'),
        to: at('2026-11-04T12:00:00Z'),
      }),
    )
    const reach = { from: at('2026-11-03T12:00:00Z'), to: at('2026-11-04T12:00:00Z') }
    expect(dutySpans(rotation, reach, zone).map(({ state, userId }) => [state, userId])).toEqual([
      ['onDuty', JAN],
      ['absent', EVA],
      ['onDuty', JAN],
    ])
    expect(onDutyAt(rotation, at('2026-11-03T22:00:00Z'), zone)).toBeNull()
  })

  it('a swap gives both people the hours of the other', () => {
    const rotation = withChanges(
      change({
        kind: 'swap',
        userId: EVA,
        from: at('2026-11-03T21:00:00Z'),
        to: at('2026-11-04T05:00:00Z'),
        withUserId: JAN,
        withFrom: at('2026-11-05T05:00:00Z'),
        withTo: at('2026-11-05T21:00:00Z'),
      }),
    )
    const who = ['2026-11-04T00:00:00Z', '2026-11-05T12:00:00Z', '2026-11-06T00:00:00Z'].map(
      (instant) => onDutyAt(rotation, at(instant), zone),
    )
    expect(who).toEqual([JAN, EVA, EVA])
  })

  it('hours that the clock never leaves open stay without a hole over both changes of clocks', () => {
    for (const [from, to] of [
      ['2026-03-20T00:00:00Z', '2026-04-05T00:00:00Z'],
      ['2026-10-15T00:00:00Z', '2026-11-05T00:00:00Z'],
    ] as const)
      expect(
        holesIn(dutySpans(atHalfPastTwo, { from: at(from), to: at(to) }, zone), () => true),
      ).toEqual([])
  })
})

const instants = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') })
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 10, 30, 50))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const people = fc.integer({ min: 1, max: 4 })
const rotations: fc.Arbitrary<Rotation> = fc.record({
  weeks: fc.integer({ min: 1, max: 4 }),
  firstDay: instants.map((instant) => new Date(instant).toISOString().slice(0, 10)),
  isRoundTheClock: fc.boolean(),
  shifts: fc.array(
    fc
      .record({
        week: fc.integer({ min: 1, max: 4 }),
        days: fc.subarray(EVERY_DAY, { minLength: 1 }),
        from: clock,
        to: clock,
        userId: people,
      })
      .filter(({ from, to }) => from !== to),
    { maxLength: 6 },
  ),
  changes: fc
    .array(
      fc.record({
        kind: fc.constantFrom('absence', 'replacement', 'swap'),
        userId: people,
        withUserId: people,
        from: instants,
        hours: fc.integer({ min: 1, max: 200 }),
        withFrom: instants,
      }),
      { maxLength: 4 },
    )
    .map((all) =>
      all.map(({ hours, ...given }, index): DutyChange => ({
        ...given,
        id: index + 1,
        to: given.from + hours * 3_600_000,
        withTo: given.withFrom + hours * 3_600_000,
      })),
    ),
})
const zones = fc.constantFrom(
  'Europe/Prague',
  'Asia/Jerusalem',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
)

describe('spans of duty', () => {
  it('cover a reach without gaps or overlaps, and say the same as a single instant', () => {
    fc.assert(
      fc.property(
        rotations,
        instants,
        fc.integer({ min: 1, max: 400 }),
        zones,
        (rotation, from, hours, inZone) => {
          const to = from + hours * 3_600_000
          const spans = dutySpans(rotation, { from, to }, inZone)
          expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, to])
          for (const [index, span] of spans.entries()) {
            expect(span.to).toBeGreaterThan(span.from)
            expect(spans[index + 1]?.from ?? to).toBe(span.to)
            const middle = Math.floor((span.from + span.to) / 2)
            expect(onDutyAt(rotation, middle, inZone)).toBe(
              span.state === 'onDuty' ? span.userId : null,
            )
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('of an absent person are never on duty', () => {
    fc.assert(
      fc.property(rotations, zones, (rotation, inZone) => {
        for (const { kind, userId, from, to } of rotation.changes)
          if (kind === 'absence')
            for (const span of dutySpans(rotation, { from, to }, inZone))
              expect(span.state === 'onDuty' && span.userId === userId).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

describe('holes', () => {
  it('that touch are one, whatever their cause, and a person who is not able leaves one', () => {
    const rotation = withChanges(
      change({
        kind: 'absence',
        userId: EVA,
        from: at('2026-11-03T21:00:00Z'),
        to: at('2026-11-04T05:00:00Z'),
      }),
    )
    const reach = { from: at('2026-11-03T05:00:00Z'), to: at('2026-11-05T05:00:00Z') }
    const found = holesIn(dutySpans(rotation, reach, zone), (userId) => userId !== JAN)
    expect(found.map(({ parts }) => parts.length)).toEqual([3])
    expect(holesIn(dutySpans(rotation, reach, zone), () => true)).toHaveLength(1)
  })

  it('are new only if they touch no announced one', () => {
    const holes = [
      { from: 10, to: 20 },
      { from: 30, to: 40 },
    ]
    expect(newHoles(holes, [{ from: 5, to: 10 }])).toEqual([{ from: 30, to: 40 }])
    expect(newHoles(holes, [])).toEqual(holes)
  })
})

describe('shifts of a rotation', () => {
  const shift = (from: string, to: string, days = EVERY_DAY, week = 1) => ({
    week,
    days,
    from,
    to,
    userId: EVA,
  })
  it.each([
    [[shift('06:00', '18:00'), shift('18:00', '06:00')], 1, false],
    [[shift('06:00', '18:00'), shift('17:59', '20:00')], 1, true],
    [[shift('00:00', '24:00')], 1, false],
    [[shift('22:00', '07:00', [0]), shift('06:00', '08:00', [1])], 1, true],
    [[shift('22:00', '07:00', [0], 2), shift('06:00', '08:00', [1], 1)], 2, true],
    [[shift('22:00', '07:00', [0], 1), shift('06:00', '08:00', [1], 1)], 2, false],
  ])('overlap or not: %j in %i weeks', (shifts, weeks, expected) => {
    expect(shiftsOverlap({ weeks, firstDay: '2026-11-02', shifts })).toBe(expected)
  })
})
