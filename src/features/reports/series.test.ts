import { expect, it } from 'vitest'
import { alignedResults } from './results.ts'
import type { MetricRange } from '#contract/reports.ts'
import { withGaps } from '#ui/charts/gaps.ts'
import { farthestOutsideLimits } from '#ui/charts/limits.ts'
import { shiftInDays, alignSeries, sharedLimits, stepFor } from './series.ts'

it('a series ends its line where nothing was measured', () => {
  expect(
    withGaps(
      [
        [0, 1],
        [60, 2],
        [240, 3],
      ],
      60,
    ),
  ).toEqual([
    [0, 1],
    [60, 2],
    [120, null],
    [240, 3],
  ])
})

it('a series is shifted by whole weeks onto another range, so that weekdays meet', () => {
  for (const [first, other] of [
    ['2026-11-01', '2025-11-01'],
    ['2026-03-01', '2026-02-01'],
    ['2026-01-01', '2025-01-01'],
  ] as const) {
    const moved = new Date(
      Date.parse(`${other}T00:00:00Z`) + shiftInDays(first, other) * 86_400_000,
    )
    expect(moved.getUTCDay()).toBe(new Date(`${other}T00:00:00Z`).getUTCDay())
    expect(Math.abs(moved.getTime() - Date.parse(`${first}T00:00:00Z`))).toBeLessThanOrEqual(
      3.5 * 86_400_000,
    )
  }
})

const heard = (from: string, to: string, times: readonly string[]): MetricRange => ({
  from,
  to,
  isPartial: false,
  remaining: 0,
  stats: { seriesFetched: 1, executionTimeMsec: 1 },
  series: [
    {
      metric: { __name__: 'temperature', sensorId: 7 as never, name: 'Probe', place: null },
      values: times.map((at, index): [number, number] => [Date.parse(at) / 1000, index]),
      counts: times.map(() => 1),
      spread: times.map((_at, index): [number, number] => [index - 1, index + 1]),
      lowerLimit: 2,
      upperLimit: 8,
      minimum: 0,
      average: 1,
      maximum: 2,
      coverage: 100,
      lastAt: null,
    },
  ],
})

it('a series keeps six o’clock on six o’clock if the clock changed between the ranges', () => {
  // Prague returns to winter time on 25 October 2026. 27 October and 29 September are both
  // Tuesdays.
  const november = heard('2026-10-27', '2026-10-28', [
    '2026-10-26T23:00:00Z',
    '2026-10-27T05:00:00Z',
    '2026-10-27T11:00:00Z',
  ])
  const september = heard('2026-09-29', '2026-09-30', [
    '2026-09-28T22:00:00Z',
    '2026-09-29T04:00:00Z',
    '2026-09-29T10:00:00Z',
  ])
  const [first, second] = alignSeries([november, september], 6 * 3_600, 'Europe/Prague')
  expect(second?.points.map(([x]) => x)).toEqual(first?.points.map(([x]) => x))
  expect(second?.heardAt.get(first?.points[1]?.[0] ?? 0)).toBe(
    Date.parse('2026-09-29T04:00:00Z') / 1000,
  )
})

it('a series gives the doubled hour one place on a day that shows it once', () => {
  const plain = heard('2026-10-18', '2026-10-18', ['2026-10-17T22:00:00Z'])
  const doubled = heard('2026-10-25', '2026-10-25', [
    '2026-10-24T23:00:00Z',
    '2026-10-25T00:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-10-25T02:00:00Z',
  ])
  const [, moved] = alignSeries([plain, doubled], 3_600, 'Europe/Prague')
  expect(
    moved?.points.map(([x, value]) => [new Date(x * 1000).toISOString().slice(5, 16), value]),
  ).toEqual([
    ['10-17T23:00', 0],
    ['10-18T00:00', 1],
    ['10-18T01:00', 3],
  ])
})

it('a series is drawn by days for a year and by hours for a week', () => {
  expect([
    stepFor([{ from: '2026-01-01', to: '2026-12-31' }]),
    stepFor([{ from: '2026-11-01', to: '2026-11-07' }]),
  ]).toEqual([86_400, 3_600])
})

it('the table of series puts the same moment of every range side by side, with the difference of two', () => {
  const range = {
    from: '',
    to: '',
    remaining: 0,
    value: null,
    counted: 0,
    beyondRights: 0,
    coverage: 0,
    isPartial: false,
    lastAt: null,
  }
  const groups = alignedResults([
    { ...range, results: [{ id: 1, name: 'A', value: 90, counted: 3 }] },
    {
      ...range,
      results: [
        { id: 2, name: 'B', value: 50, counted: 1 },
        { id: 1, name: 'A', value: 80, counted: 2 },
      ],
    },
  ])
  expect(groups.map(({ name, delta }) => [name, delta])).toEqual([
    ['A', 10],
    ['B', null],
  ])
})

it('a series keeps the lowest and the highest beside each point, and none where nothing was measured', () => {
  const answer = heard('2026-10-27', '2026-10-27', ['2026-10-27T05:00:00Z', '2026-10-27T08:00:00Z'])
  const [line] = alignSeries([answer], 3_600, 'Europe/Prague')
  const [first, last] = ['2026-10-27T05:00:00Z', '2026-10-27T08:00:00Z'].map(
    (at) => Date.parse(at) / 1000,
  )
  expect(line?.spread).toEqual([
    [first, -1, 1],
    [last, 0, 2],
  ])
  expect(line?.points.some(([, value]) => value === null)).toBe(true)
})

it('the safe band of series is shaded if all lines agree on it, and its outside is known', () => {
  const fridge = { limits: { lower: 2, upper: 8 } }
  expect(sharedLimits([fridge, fridge])).toEqual({ lower: 2, upper: 8 })
  expect(sharedLimits([fridge, { limits: { lower: 2, upper: null } }])).toBeNull()
  expect(sharedLimits([{ limits: { lower: null, upper: null } }])).toBeNull()
  expect(sharedLimits([])).toBeNull()
  expect(farthestOutsideLimits(fridge.limits, 2, 8)).toBeNull()
  expect(farthestOutsideLimits(fridge.limits, 1.9, 5)).toBe(1.9)
  expect(farthestOutsideLimits(fridge.limits, 1, 8.1)).toBe(1)
  expect(farthestOutsideLimits(fridge.limits, 1.9, 12)).toBe(12)
  expect(farthestOutsideLimits({ lower: null, upper: 8 }, -40, 5)).toBeNull()
})
