import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalsOf } from '#contract/rules/meterTotals.ts'
import { counterReadings } from './derive.ts'

const minute = (of: number) => new Date(Date.UTC(2027, 0, 4) + of * 60_000).toISOString()
const heard = (...values: number[]) =>
  values.map((value, index) => ({ at: minute(index * 20), value }))
const totalOf = (
  readings: readonly { at: string; value: number }[],
  highest: number | null = null,
) =>
  totalsOf(
    counterReadings(readings, null, highest).map((one) => ({
      ...one,
      startsAt: null,
      endsAt: null,
    })),
    highest,
  ).at(-1)?.total ?? 0

describe('readings of a counter', () => {
  it('count a restart from 0, and not what the counter showed before', () => {
    expect(totalOf(heard(1_000, 1_010, 3, 8))).toBe(18)
  })

  it('count a rollover of a 16-bit pulse counter if its highest value is known', () => {
    expect(totalOf(heard(65_000, 65_530, 4, 10), 65_535)).toBe(546)
  })

  it('take a small fall for noise: energy as float32, or two messages out of order', () => {
    const energy = [30_412.56, 30_412.57, 30_412.569, 30_412.61].map(Math.fround)
    expect(totalOf(heard(...energy))).toBeCloseTo(0.05, 2)
    expect(totalOf(heard(30_400, 30_412, 30_409, 30_415))).toBe(15)
  })

  it('do not count noise at the end of an hour, nor the way back up after it', () => {
    const readings = [0, 55, 59, 61].map((of, index) => ({
      at: minute(of),
      value: [500, 510, 509, 512][index] ?? 0,
    }))
    expect(counterReadings(readings, null, null).map(({ value }) => value)).toEqual([500, 510, 512])
    expect(totalOf([{ at: minute(-60), value: 490 }, ...readings])).toBe(22)
  })

  it('wait for a user if they leap, as the raw number of a Zigbee plug before it is scaled', () => {
    const readings = heard(12_345.6, 12_345.7, 12_345_720, 12_345_740, 12_345.8, 12_346)
    expect(totalOf(readings)).toBeCloseTo(0.4, 6)
    expect(counterReadings(readings, null, null).map(({ kind }) => kind)).not.toContain('reset')
    const last = counterReadings(heard(12_345_720), { value: 12_345.7 }, null)
    expect(last).toEqual([{ at: minute(0), value: 12_345_720, kind: 'unclear' }])
  })

  it('of a new counter may multiply', () => {
    expect(totalOf(heard(0, 0.1, 9, 40))).toBe(40)
  })

  it('go on after a gap of weeks with what was used meanwhile', () => {
    const after = { at: minute(30 * 24 * 60), value: 1_720 }
    expect(totalOf([...heard(1_000, 1_001), after])).toBe(720)
  })

  it('add up to the highest value less the first, however much noise a growing counter has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ used: fc.nat(50), noise: fc.integer({ min: 0, max: 40 }) }), {
          minLength: 2,
          maxLength: 60,
        }),
        (steps) => {
          let value = 10_000
          const shown = steps.map(({ used, noise }) => (value += used) - noise)
          const highest = Math.max(...shown)
          const total = totalOf(heard(shown[0] ?? 0, ...shown))
          expect(total).toBeLessThanOrEqual(highest - (shown[0] ?? 0))
          expect(total).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
