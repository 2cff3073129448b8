import { describe, expect, it } from 'vitest'
import { occurrences } from '#contract/recurrence/expand.ts'
import { parseRule } from '#contract/recurrence/rule.ts'
import { addAmount, endOfSpan } from '#contract/recurrence/zone.ts'
import { readBase60, readPacked } from './packedZone.ts'
import { isZone, offsetAt, replaceZone, zoneNames, zoneRelease } from './pinnedOffsets.ts'
import { runtimeOffset } from './runtimeOffset.ts'
import { instantOf, startOfDay, wallAt } from './wallTime.ts'
import { cutTable, fromStoredTable, tableDifferences, toStoredTable } from './zoneTable.ts'

const HOUR = 3_600_000
const hours = (at: string, zone: string) => offsetAt(Date.parse(at), zone) / HOUR

/** Legal offsets of each place, and those of tzdb 2025c for the winter of 2026. */
const changed2026 = [
  ['America/Vancouver', -7, -8],
  ['America/Edmonton', -6, -7],
  ['America/Winnipeg', -5, -6],
  ['America/Inuvik', -6, -7],
  ['America/Havana', -4, -5],
  ['Africa/Casablanca', 0, 1],
] as const

describe('the pinned tz database', () => {
  it('is 2026f or later', () => {
    expect(zoneRelease >= '2026f').toBe(true)
  })

  it('has every zone that Node.js knows', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => !isZone(zone))).toEqual([])
    expect(isZone('UTC')).toBe(true)
    expect(isZone('europe/prague')).toBe(false)
    expect(isZone('constructor')).toBe(false)
  })

  it.each(changed2026)('gives %s UTC%i in December 2026', (zone, law) => {
    expect(hours('2026-12-01T12:00:00Z', zone)).toBe(law)
  })

  it('gives the offsets of Node.js wherever the rules are old, on both sides of each change', () => {
    for (const zone of ['Europe/Prague', 'Asia/Jerusalem', 'America/New_York', 'Asia/Kathmandu'])
      for (let day = 0; day < 366 * 60; day += 1) {
        const at = Date.UTC(1980, 0, 1, 1, 30) + day * 24 * HOUR
        if (offsetAt(at, zone) !== runtimeOffset(at, zone))
          throw new Error(`${zone} differs at ${new Date(at).toISOString()}`)
      }
  })

  it('has offsets for any instant of a four-digit year, as the runtime has', () => {
    for (const at of [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31, 23), Date.UTC(10_000, 0, 2)])
      for (const offset of [offsetAt, runtimeOffset])
        expect(Math.abs(offset(at, 'Asia/Tokyo')) / HOUR).toBeCloseTo(9, 0)
  })

  it('reaches beyond the last year that a date may have', () => {
    expect(hours('2099-01-01T00:00:00Z', 'Europe/Prague')).toBe(1)
    expect(hours('2099-07-01T00:00:00Z', 'Europe/Prague')).toBe(2)
    expect(zoneNames()).toContain('Asia/Katmandu')
  })

  it('reads offsets with parts of a minute', () => {
    expect(readBase60('-2ldXH.u')).toBeCloseTo(-(((2 * 60 + 21) * 60 + 13) * 60 + 59) * 60 - 43.5)
    expect(readPacked('X|A B|-10 -1u|01|1|')).toEqual({
      offsets: [HOUR, 1.5 * HOUR],
      changes: [60_000],
    })
  })
})

describe('a daily 08:00', () => {
  const daily = (zone: string, from: string, to: string) => {
    const { rule } = parseRule('FREQ=DAILY')
    if (rule === null) throw new Error('not a rule')
    return occurrences({ rule, start: '2026-10-01T08:00', zone, from, to }).map(({ at }) => at)
  }

  it.each([
    ['America/Vancouver', '2026-11-01', '15:00', '15:00'],
    ['America/Edmonton', '2026-11-01', '14:00', '14:00'],
    ['America/Winnipeg', '2026-11-01', '13:00', '13:00'],
    ['America/Inuvik', '2026-11-01', '14:00', '14:00'],
    ['America/Havana', '2026-11-01', '12:00', '12:00'],
    ['Africa/Casablanca', '2026-10-02', '08:00', '08:00'],
    ['Europe/Prague', '2026-10-25', '06:00', '07:00'],
  ])('stays 08:00 in %s on both sides of %s', (zone, day, before, after) => {
    const next = Date.parse(`${day}T00:00Z`)
    const found = daily(
      zone,
      new Date(next - 24 * HOUR).toISOString(),
      new Date(next + 24 * HOUR).toISOString(),
    )
    expect(found.map((at) => at.slice(11, 16))).toEqual([before, after])
  })

  it('follows a made-up change of a zone', () => {
    const restore = replaceZone('Europe/Prague', {
      changes: [Date.parse('2026-12-03T00:00Z')],
      offsets: [HOUR, -3.5 * HOUR],
    })
    try {
      expect(daily('Europe/Prague', '2026-12-02T00:00Z', '2026-12-04T00:00Z')).toEqual([
        '2026-12-02T07:00:00.000Z',
        '2026-12-03T11:30:00.000Z',
      ])
    } finally {
      restore()
    }
    expect(daily('Europe/Prague', '2026-12-03T00:00Z', '2026-12-04T00:00Z')).toEqual([
      '2026-12-03T07:00:00.000Z',
    ])
  })
})

describe('wall time', () => {
  const at = (wall: string, zone: string) =>
    new Date(instantOf(Date.parse(`${wall}Z`), zone)).toISOString()

  it('moves a skipped time forward by the gap', () => {
    expect(at('2026-03-29T02:30:00', 'Europe/Prague')).toBe('2026-03-29T01:30:00.000Z')
    expect(at('2011-12-30T12:00:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
  })
  it('takes the first of a repeated time', () => {
    expect(at('2026-10-25T02:30:00', 'Europe/Prague')).toBe('2026-10-25T00:30:00.000Z')
    expect(at('2026-11-01T00:30:00', 'America/Havana')).toBe('2026-11-01T04:30:00.000Z')
  })
  it('begins a day at its first existing time', () => {
    expect(new Date(startOfDay('2026-03-08', 'America/Havana')).toISOString()).toBe(
      '2026-03-08T05:00:00.000Z',
    )
  })
  it('is the inverse of the instant away from clock changes', () => {
    for (const zone of ['Australia/Lord_Howe', 'Asia/Tehran', 'America/St_Johns'])
      for (let day = 0; day < 400; day += 1) {
        const instant = Date.UTC(2026, 0, 1, 12, 7) + day * 24 * HOUR
        expect(instantOf(wallAt(instant, zone), zone)).toBe(instant)
      }
  })
  it('adds months with the last day of a shorter month, and hours as elapsed time', () => {
    const prague = (from: string, amount: number, unit: 'months' | 'years' | 'hours' | 'weeks') =>
      addAmount(from, { amount, unit }, 'Europe/Prague')
    expect(prague('2026-01-31T07:00:00.000Z', 1, 'months')).toBe('2026-02-28T07:00:00.000Z')
    expect(prague('2024-02-29T07:00:00.000Z', 1, 'years')).toBe('2025-02-28T07:00:00.000Z')
    expect(prague('2026-03-31T06:00:00.000Z', -1, 'months')).toBe('2026-02-28T07:00:00.000Z')
    expect(prague('2026-10-24T06:00:00.000Z', 24, 'hours')).toBe('2026-10-25T06:00:00.000Z')
    expect(prague('2026-10-24T06:00:00.000Z', 1, 'weeks')).toBe('2026-10-31T07:00:00.000Z')
  })
  it('ends spans at the last millisecond before the next begins', () => {
    const end = (span: 'day' | 'week' | 'month' | 'year') =>
      endOfSpan('2026-11-20T09:00:00Z', span, 'America/Vancouver', 'SU')
    expect(end('day')).toBe('2026-11-21T06:59:59.999Z')
    expect(end('week')).toBe('2026-11-22T06:59:59.999Z')
    expect(end('month')).toBe('2026-12-01T06:59:59.999Z')
    expect(end('year')).toBe('2027-01-01T06:59:59.999Z')
  })
})

describe('zone tables', () => {
  const before = { changes: [10, 20, 30], offsets: [1, 2, 1, 2] }
  it('name the spans in which two of them differ', () => {
    const after = { changes: [10], offsets: [1, 2] }
    expect(tableDifferences(before, after, 0)).toEqual([{ from: 20, to: 30, before: 1, after: 2 }])
    expect(tableDifferences(before, after, 25)).toEqual([{ from: 25, to: 30, before: 1, after: 2 }])
    expect(tableDifferences(before, before, 0)).toEqual([])
    expect(tableDifferences(before, { changes: [], offsets: [2] }, 40)).toEqual([])
  })
  it('are cut to a span of time', () => {
    expect(cutTable(before, 12, 20)).toEqual({ changes: [], offsets: [2] })
    expect(cutTable(before, 12, 21)).toEqual({ changes: [20], offsets: [2, 1] })
  })
  it('keep whole minutes when stored', () => {
    const table = { changes: [60_000], offsets: [HOUR, -HOUR] }
    expect(toStoredTable(table)).toEqual({ changes: [1], offsets: [60, -60] })
    expect(fromStoredTable(toStoredTable(table))).toEqual(table)
  })
})
