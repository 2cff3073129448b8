import { expect, it } from 'vitest'
import { formatFor } from '#lib/format.tsx'
import { timeAxis } from './timeAxis.ts'

const format = formatFor('en', 'Europe/Prague')
const under = (from: string, to: string) => {
  const { ticks, formatX } = timeAxis(Date.parse(from) / 1000, Date.parse(to) / 1000, format)
  return ticks?.map(formatX)
}

it('the time axis shows the hours of a day, also of one with a clock change', () => {
  expect(under('2026-03-28T00:00:00+01:00', '2026-03-28T23:00:00+01:00')).toEqual([
    '28 Mar',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
  ])
  expect(under('2026-03-29T00:00:00+01:00', '2026-03-29T23:00:00+02:00')).toEqual([
    '29 Mar',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
  ])
})

it('the time axis shows each day once', () => {
  expect(under('2026-03-28T00:00:00+01:00', '2026-03-30T23:00:00+02:00')).toEqual([
    '28 Mar',
    '12:00',
    '29 Mar',
    '12:00',
    '30 Mar',
    '12:00',
  ])
  expect(under('2026-10-23T00:00:00+02:00', '2026-10-29T23:00:00+01:00')).toEqual(
    [23, 24, 25, 26, 27, 28, 29].map((day) => `${day} Oct`),
  )
})

it('the time axis shows the minutes within an hour', () => {
  expect(under('2026-03-28T10:02:00Z', '2026-03-28T10:50:00Z')).toEqual(['11:15', '11:30', '11:45'])
})

it('the time axis shows the first of each month, with the year if there are several', () => {
  expect(under('2026-01-01T00:00:00+01:00', '2026-12-31T23:00:00+01:00')).toEqual([
    '1 Jan',
    '1 Mar',
    '1 May',
    '1 Jul',
    '1 Sept',
    '1 Nov',
  ])
  expect(under('2026-02-10T00:00:00+01:00', '2026-08-31T00:00:00+02:00')).toEqual([
    '1 Mar',
    '1 Apr',
    '1 May',
    '1 Jun',
    '1 Jul',
    '1 Aug',
  ])
  expect(under('2026-01-01T00:00:00+01:00', '2028-12-31T23:00:00+01:00')).toEqual([
    'Jan 2026',
    'Jul 2026',
    'Jan 2027',
    'Jul 2027',
    'Jan 2028',
    'Jul 2028',
  ])
})

it('the time axis leaves the ticks to the chart if no step fits', () => {
  expect(under('2026-03-28T10:02:00Z', '2026-03-28T10:02:30Z')).toBeUndefined()
})
