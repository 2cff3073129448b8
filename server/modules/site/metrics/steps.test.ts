import { describe, expect, it } from 'vitest'
import { replaceZone } from '#contract/timeZones/pinnedOffsets.ts'
import { bucketSpans, expectedSteps } from './steps.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const starts = (step: number, from: string, to: string, zone: string) =>
  bucketSpans(step, { from, to }, zone).map((span) =>
    new Date(span.from).toISOString().slice(5, 16),
  )

describe('the steps of a range', () => {
  it('follow the clock of Vancouver, which stays on summer time in 2026', () => {
    expect(starts(DAY, '2026-10-31', '2026-11-02', 'America/Vancouver')).toEqual([
      '10-31T07:00',
      '11-01T07:00',
      '11-02T07:00',
    ])
  })
  it('keep a day of 25 hours one day, and its parts on the clock', () => {
    expect(starts(12 * HOUR, '2026-10-25', '2026-10-26', 'Europe/Prague')).toEqual([
      '10-24T22:00',
      '10-25T11:00',
      '10-25T23:00',
      '10-26T11:00',
    ])
  })
  it('are elapsed time up to an hour', () => {
    expect(
      bucketSpans(HOUR, { from: '2026-10-25', to: '2026-10-25' }, 'Europe/Prague'),
    ).toHaveLength(25)
  })
  it('leave out a day that a zone skipped', () => {
    expect(starts(DAY, '2011-12-29', '2011-12-31', 'Pacific/Apia')).toEqual([
      '12-29T10:00',
      '12-30T10:00',
    ])
  })
  it('follow a made-up change', () => {
    const restore = replaceZone('Europe/Prague', {
      changes: [Date.parse('2026-05-05T10:00Z')],
      offsets: [0, 3 * HOUR * 1000],
    })
    expect(starts(DAY, '2026-05-05', '2026-05-06', 'Europe/Prague')).toEqual([
      '05-05T00:00',
      '05-05T21:00',
    ])
    restore()
  })
  it('count as complete once they are over, and the current one once it has a reading', () => {
    const spans = bucketSpans(DAY, { from: '2026-11-20', to: '2026-11-22' }, 'UTC')
    expect(expectedSteps(spans, Date.parse('2026-11-21T12:00Z'))).toEqual({
      over: 1,
      present: Date.parse('2026-11-21T00:00Z') / 1000,
    })
    expect(expectedSteps(spans, Date.parse('2026-12-21T12:00Z'))).toEqual({
      over: 3,
      present: Infinity,
    })
    expect(expectedSteps(spans, Date.parse('2026-01-01T12:00Z'))).toEqual({ over: 0, present: 0 })
  })
})
