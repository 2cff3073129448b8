import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statusSpans, timeInStatuses } from './statusSpans.ts'

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString()

describe('statusSpans', () => {
  it('ends each span at the next change, and the last at the given moment', () => {
    expect(
      statusSpans(
        [
          { at: hour(4), statusId: null },
          { at: hour(1), statusId: 7 },
        ],
        hour(6),
      ),
    ).toEqual([
      { statusId: 7, from: hour(1), to: hour(4) },
      { statusId: null, from: hour(4), to: hour(6) },
    ])
  })

  it('joins changes to the same status, and leaves out what begins after the moment', () => {
    expect(
      statusSpans(
        [
          { at: hour(1), statusId: 7 },
          { at: hour(2), statusId: 7 },
          { at: hour(9), statusId: 8 },
        ],
        hour(5),
      ),
    ).toEqual([{ statusId: 7, from: hour(1), to: hour(5) }])
  })

  it('gives the same spans for each order of arrival, and they fill the whole time', () => {
    const changes = fc.uniqueArray(
      fc.record({ n: fc.integer({ min: 0, max: 500 }), statusId: fc.integer({ min: 1, max: 3 }) }),
      { selector: ({ n }) => n, minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(changes, fc.integer({ min: 501, max: 600 }), (given, until) => {
        const list = given.map(({ n, statusId }) => ({ at: hour(n), statusId }))
        const spans = statusSpans(list, hour(until))
        expect(statusSpans(list.toReversed(), hour(until))).toEqual(spans)
        const first = Math.min(...given.map(({ n }) => n))
        const all = timeInStatuses(spans, new Set([1, 2, 3]), { from: hour(0), to: hour(until) })
        expect(all).toBe((until - first) * 3_600_000)
      }),
    )
  })
})

describe('timeInStatuses', () => {
  it('counts only the chosen statuses inside the range', () => {
    const spans = statusSpans(
      [
        { at: hour(0), statusId: 1 },
        { at: hour(4), statusId: 2 },
        { at: hour(6), statusId: 1 },
      ],
      hour(10),
    )
    expect(timeInStatuses(spans, new Set([1]), { from: hour(2), to: hour(8) })).toBe(4 * 3_600_000)
  })
})
