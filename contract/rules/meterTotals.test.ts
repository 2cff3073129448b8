import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contradiction,
  counts,
  deviceKind,
  HOUR,
  isFarAbove,
  modulusOf,
  readingKinds,
  totalAt,
  totalsOf,
  type MeterPoint,
  type PointKind,
} from './meterTotals.ts'

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString()
const point = (
  n: number,
  value: number,
  kind: PointKind = 'read',
  more: Partial<MeterPoint> = {},
): MeterPoint => ({ at: hour(n), value, kind, startsAt: null, endsAt: null, ...more })
const sums = (points: readonly MeterPoint[], rollsOverAt: number | null = null) =>
  totalsOf(points, rollsOverAt).map(({ total }) => total)

describe('totalsOf', () => {
  it('counts from the first reading, which only says where the counter stood', () => {
    expect(sums([point(0, 1_200), point(1, 1_250), point(2, 1_300)])).toEqual([0, 50, 100])
  })

  it('counts on after a reset, from zero or from what the counter then showed', () => {
    expect(sums([point(0, 500), point(1, 30, 'reset')])).toEqual([0, 30])
    expect(sums([point(0, 500), point(1, 30, 'reset', { startsAt: 10 })])).toEqual([0, 20])
  })

  it('adds what the old counter still counted when it was replaced', () => {
    const after = point(1, 40, 'replaced', { endsAt: 520, startsAt: 15 })
    expect(sums([point(0, 500), after])).toEqual([0, 45])
    expect(sums([point(0, 500), point(1, 40, 'replaced')])).toEqual([0, 40])
  })

  it('counts through the highest value of a counter that rolls over', () => {
    expect(sums([point(0, 99_990), point(1, 10, 'rolledOver')], 99_999)).toEqual([0, 20])
    expect(sums([point(0, 99_999.8), point(1, 0.3, 'rolledOver')], 99_999.9)).toEqual([0, 0.5])
    expect(sums([point(0, 4_294_967_290), point(1, 4, 'rolledOver')], 4_294_967_295)).toEqual([
      0, 10,
    ])
  })

  it('leaves out a reading that nobody has explained yet', () => {
    expect(sums([point(0, 500), point(1, 30, 'unclear'), point(2, 510)])).toEqual([0, 0, 10])
  })

  it('counts hours between start and stop', () => {
    expect(
      sums([
        point(0, 0, 'started'),
        point(3, 0, 'stopped'),
        point(5, 0, 'started'),
        point(6, 0, 'stopped'),
      ]),
    ).toEqual([0, 3, 3, 4])
  })

  const points = fc
    .uniqueArray(
      fc.record({
        n: fc.integer({ min: 0, max: 10_000 }),
        value: fc.integer({ min: 0, max: 99_999 }),
        kind: fc.constantFrom<PointKind[]>(...readingKinds, 'started', 'stopped'),
        startsAt: fc.option(fc.integer({ min: 0, max: 99_999 })),
        endsAt: fc.option(fc.integer({ min: 0, max: 99_999 })),
      }),
      { selector: ({ n }) => n, maxLength: 40 },
    )
    .map((list) => list.map(({ n, ...one }) => ({ at: hour(n), ...one })))

  it('gives the same totals for each order of arrival', () => {
    fc.assert(
      fc.property(points, fc.infiniteStream(fc.nat()), (given, dice) => {
        const shuffled = given
          .map((one) => ({ one, place: dice.next().value as number }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ one }) => one)
        expect(totalsOf(shuffled, 99_999)).toEqual(totalsOf(given, 99_999))
      }),
    )
  })

  it('never lets the total fall from one reading to the next', () => {
    fc.assert(
      fc.property(points, (given) => {
        const totals = sums(given, 99_999)
        expect(totals).toEqual(totals.toSorted((a, b) => a - b))
      }),
    )
  })

  it('gives the same totals if it goes on from any known point', () => {
    fc.assert(
      fc.property(points, fc.nat(), (given, where) => {
        const whole = totalsOf(given, 99_999)
        const cut = whole.length === 0 ? 0 : where % whole.length
        const before = whole.slice(0, cut).findLast(({ kind }) => counts(kind)) ?? null
        expect(totalsOf(whole.slice(cut), 99_999, before)).toEqual(whole.slice(cut))
      }),
    )
  })
})

describe('contradiction', () => {
  it('asks about a value below the last one, and about a late one above the next', () => {
    expect(contradiction(90, { value: 100 }, null)).toBe('belowLast')
    expect(contradiction(130, { value: 100 }, { value: 120, kind: 'read' })).toBe('aboveNext')
    expect(contradiction(130, { value: 100 }, { value: 5, kind: 'reset' })).toBeNull()
    expect(contradiction(110, { value: 100 }, { value: 120, kind: 'read' })).toBeNull()
    expect(contradiction(1, null, null)).toBeNull()
  })
})

describe('deviceKind', () => {
  it('takes a fall from the end of the range to its beginning as a rollover', () => {
    expect(deviceKind(120, { value: 4_294_967_000 }, 4_294_967_295)).toBe('rolledOver')
  })

  it('takes any other fall as a restart of the device', () => {
    expect(deviceKind(0, { value: 31_415 }, 4_294_967_295)).toBe('reset')
    expect(deviceKind(0, { value: 31_415 }, null)).toBe('reset')
    expect(deviceKind(31_415, { value: 31_415 }, null)).toBe('read')
  })
})

describe('modulusOf', () => {
  it('adds one step of the last digit', () => {
    expect(modulusOf(99_999)).toBe(100_000)
    expect(modulusOf(9_999.99)).toBe(10_000)
    expect(modulusOf(4_294_967_295)).toBe(2 ** 32)
  })
})

describe('totalAt', () => {
  it('grows evenly between two readings, and stays after the last', () => {
    const points = totalsOf([point(0, 100), point(10, 200)], null)
    expect(totalAt(points, hour(5))).toBe(50)
    expect(totalAt(points, hour(50))).toBe(100)
    expect(totalAt(points, hour(-1))).toBe(0)
  })

  it('counts on while the meter runs, and not while it stands', () => {
    const points = totalsOf([point(0, 0, 'started'), point(4, 0, 'stopped')], null)
    expect(totalAt(points, hour(3))).toBe(3)
    expect(totalAt(points, hour(9))).toBe(4)
    expect(totalAt(points.slice(0, 1), hour(9))).toBe(9)
  })
})

describe('isFarAbove', () => {
  const noon = { at: '2026-03-01T12:00:00.000Z', value: 7_399 }
  const later = (hours: number, value: number) => ({
    at: new Date(Date.parse(noon.at) + hours * HOUR).toISOString(),
    value,
  })

  it('is true for more hours than have passed, with an hour for rounding', () => {
    expect(isFarAbove(later(24, 7_423), noon, 'h')).toBe(false)
    expect(isFarAbove(later(0.1, 7_400), noon, 'hours')).toBe(false)
    expect(isFarAbove(later(24, 7_425), noon, 'ч')).toBe(true)
    expect(isFarAbove(later(24, 99_000), noon, 'שעות')).toBe(true)
  })

  it('is true for other units only if the counter leaps', () => {
    expect(isFarAbove(later(24, 99_000), noon, 'km')).toBe(false)
    expect(isFarAbove(later(24, 7_399 * 50), noon, 'km')).toBe(true)
  })

  it('is false for the first reading', () =>
    expect(isFarAbove(later(1, 99_000), null, 'h')).toBe(false))
})
