import { expect, it } from 'vitest'
import { isReportDue, nextReadings, type Speaker } from './readings.ts'

const HOUR = 3_600_000
const still = () => 0.5
const hourly = (values: readonly number[]) =>
  values.map((value, index) => ({ at: index * HOUR, value }))
const speaker: Speaker = {
  everyMinutes: 60,
  said: hourly(Array.from({ length: 30 }, (_none, hour) => hour)),
  outside: null,
  isYesNo: false,
}

it('a demo sensor repeats what it measured a day before, once an hour', () => {
  expect(nextReadings(speaker, 29 * HOUR + HOUR / 2, still)).toEqual([])
  expect(nextReadings(speaker, 31 * HOUR, still)).toEqual([
    { at: 30 * HOUR, value: 6 },
    { at: 31 * HOUR, value: 7 },
  ])
})

it('a demo sensor catches up on two days, not on a year', () => {
  const after = nextReadings(speaker, 9_000 * HOUR, still)
  expect(after).toHaveLength(48)
  expect(after.at(-1)?.at).toBe(9_000 * HOUR)
})

it('a demo sensor stays beyond its limits where it is, stays dry, and is silent where it always was', () => {
  expect(nextReadings({ ...speaker, outside: 'high' }, 30 * HOUR, still)[0]?.value).toBe(29)
  expect(nextReadings({ ...speaker, isYesNo: true }, 30 * HOUR, still)[0]?.value).toBe(0)
  expect(nextReadings({ ...speaker, said: [] }, 30 * HOUR, still)).toEqual([])
})

it('the demo’s sensors report every five minutes, and every fifteen while no page is open', () => {
  expect(isReportDue(0, 4.9 * 60_000, true)).toBe(false)
  expect(isReportDue(0, 5 * 60_000, true)).toBe(true)
  expect(isReportDue(0, 14.9 * 60_000, false)).toBe(false)
  expect(isReportDue(0, 15 * 60_000, false)).toBe(true)
  expect(isReportDue(-Infinity, 0, false)).toBe(true)
})
