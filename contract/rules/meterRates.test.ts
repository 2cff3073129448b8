import { expect, it } from 'vitest'
import { useRates } from './meterRates.ts'

const now = '2026-06-01T00:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()

it('useRates takes the busiest and the quietest of the last three months', () => {
  expect(useRates([900, 600, 450, 390], daysAgo(400), now)).toEqual({ busiest: 10, quietest: 2 })
})

it('useRates leaves out months before the first reading', () => {
  expect(useRates([900, 600, 0, 0], daysAgo(45), now)).toEqual({ busiest: 10, quietest: 10 })
})

it('useRates widens the span if less than a month is known', () => {
  expect(useRates([100, 0, 0, 0], daysAgo(10), now)).toEqual({ busiest: 12.5, quietest: 7.5 })
})

it('useRates knows nothing of a new meter, of one without readings, and of one never used', () => {
  expect(useRates([100, 0, 0, 0], daysAgo(3), now)).toBeNull()
  expect(useRates([0, 0, 0, 0], null, now)).toBeNull()
  expect(useRates([50, 50, 50, 50], daysAgo(200), now)).toBeNull()
})
