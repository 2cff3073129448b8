import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runsOf } from './timeSeries.ts'

const HOUR = 3_600_000
const days = (hours: readonly number[]) => {
  let from = 0
  return hours.map((length) => {
    const span = { from, until: from + length * HOUR }
    from = span.until
    return span
  })
}

it('the time-series query asks for days of one length together, and apart for those with a clock change', () => {
  expect(runsOf(days([24, 24, 23, 24]))).toEqual([
    { first: 0, from: 0, width: 24 * HOUR, count: 2 },
    { first: 2, from: 48 * HOUR, width: 23 * HOUR, count: 1 },
    { first: 3, from: 71 * HOUR, width: 24 * HOUR, count: 1 },
  ])
})

it('the time-series query asks for every span once, for any lengths, and for no empty one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }), (hours) => {
      const spans = days(hours)
      const asked = runsOf(spans).flatMap(({ first, from, width, count }) =>
        Array.from({ length: count }, (_, place) => ({
          place: first + place,
          from: from + place * width,
          until: from + (place + 1) * width,
        })),
      )
      expect(asked).toEqual(
        spans.flatMap((span, place) => (span.until > span.from ? [{ place, ...span }] : [])),
      )
    }),
  )
})
