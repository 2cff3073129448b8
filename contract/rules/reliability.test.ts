import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gammaQuantile, reliabilityOf, type ReliabilitySums } from './reliability.ts'

const none: ReliabilitySums = {
  observedSeconds: 0,
  downSeconds: 0,
  plannedSeconds: 0,
  failures: 0,
  repairs: 0,
  repairSeconds: 0,
}

/** Half of chi-squared, from the tables of NIST (e-Handbook, section 1.3.6.7.4). */
it.each([
  [0.95, 1, 5.991 / 2],
  [0.05, 3, 1.635 / 2],
  [0.95, 4, 15.507 / 2],
  [0.05, 10, 10.851 / 2],
  [0.95, 50, 124.342 / 2],
])('the gamma quantile of %d with shape %d agrees with the tables', (probability, shape, value) => {
  expect(gammaQuantile(probability, shape)).toBeCloseTo(value, 3)
})

it('four failures in 1,000 hours have a mean time between failures of 250 hours and its interval', () => {
  const figures = reliabilityOf({ ...none, observedSeconds: 3_600_000, failures: 4 })
  expect(figures.mtbf?.mean).toBe(900_000)
  // 2T / chi-squared(0.95; 10) = 109 h, 2T / chi-squared(0.05; 8) = 732 h
  expect((figures.mtbf?.low ?? 0) / 3_600).toBeCloseTo(2_000 / 18.307, 1)
  expect((figures.mtbf?.high ?? 0) / 3_600).toBeCloseTo(2_000 / 2.733, 0)
})

it('fewer than three failures give no mean', () => {
  const sums = { ...none, observedSeconds: 1e6, failures: 2, repairs: 2, repairSeconds: 100 }
  expect(reliabilityOf(sums)).toMatchObject({ mtbf: null, mttr: null })
})

it('what was not observed, such as a cause, has no availability and no time between failures', () => {
  expect(reliabilityOf(none).availability).toBeNull()
  expect(reliabilityOf({ ...none, failures: 5, repairs: 5, repairSeconds: 100 })).toMatchObject({
    mtbf: null,
    mttr: { mean: 20 },
  })
})

it('the mean lies within its interval, and availability between 0 and 100', () => {
  const count = fc.integer({ min: 3, max: 500 })
  const seconds = fc.integer({ min: 1, max: 1e9 })
  fc.assert(
    fc.property(count, count, seconds, seconds, (failures, repairs, observed, down) => {
      const figures = reliabilityOf({
        ...none,
        observedSeconds: observed,
        downSeconds: Math.min(observed, down),
        failures,
        repairs,
        repairSeconds: down,
      })
      for (const mean of [figures.mtbf, figures.mttr]) {
        expect(mean?.low).toBeLessThanOrEqual(mean?.mean ?? 0)
        expect(mean?.high ?? Infinity).toBeGreaterThanOrEqual(mean?.mean ?? 0)
      }
      expect(figures.availability).toBeGreaterThanOrEqual(0)
      expect(figures.availability).toBeLessThanOrEqual(100)
    }),
  )
})
