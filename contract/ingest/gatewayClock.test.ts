import { describe, expect, it } from 'vitest'
import { clockState, toServerTime, updateGatewayClock, type GatewayClock } from './gatewayClock.ts'

const SECOND = 1_000
/**
 * Sends a report every `every` milliseconds, delayed by `lags` milliseconds. Returns the computed
 * age of each report's newest reading.
 */
function sent(lags: readonly number[], every = SECOND) {
  let clock: GatewayClock | null = null
  const ages = lags.map((lag, index) => {
    const now = 1e9 + index * every
    clock = updateGatewayClock(clock, now - lag, now)
    return now - toServerTime(now - lag, clock, now)
  })
  const { behind = Number.NaN, ahead = Number.NaN } = (clock as GatewayClock | null) ?? {}
  return { behind, ahead, ages }
}

describe('the clock of a gateway', () => {
  it('is believed if it is right', () => {
    expect(sent([200, 400, 300])).toEqual({ behind: 0, ahead: 0, ages: [200, 400, 300] })
  })
  it.each([9, 60, 3_600, 5 * 3_600, 8 * 365 * 86_400])(
    'that is %d seconds behind is corrected from the first report on, and readings keep their order',
    (seconds) => {
      const behind = seconds * SECOND
      expect(sent([behind + 200, behind + 500, behind + 200])).toEqual({
        behind: behind + 200,
        ahead: 0,
        ages: [0, 300, 0],
      })
    },
  )
  it('that is ahead hears now', () => {
    expect(sent([-90_000, -90_000]).ages).toEqual([0, 0])
  })
  it.each([90, 5 * 3_600, 64 * 365 * 86_400])(
    'that is %d seconds ahead is reported, until it is set right',
    (seconds) => {
      const lag = -seconds * SECOND
      expect(sent([lag + 300, lag + 900, lag + 300])).toMatchObject({
        behind: 0,
        ahead: -lag - 300,
      })
      expect(sent([lag, lag, 200])).toMatchObject({ behind: 0, ahead: 0 })
      expect(sent([9_000, lag])).toMatchObject({ behind: 0, ahead: -lag })
    },
  )
  it('that is right is not judged by a backlog sent after a break', () => {
    const { behind, ages } = sent([200, 600_000, 400_000, 200_000, 90_000, 300])
    expect(behind).toBe(0)
    expect(ages[1]).toBe(600_000)
  })
  it('that falls behind is judged again once its reports agree, and at once when it was set right', () => {
    expect(sent([0, ...Array<number>(6).fill(9_000)], 4 * SECOND)).toMatchObject({ behind: 9_000 })
    expect(sent([9_000, 9_000, 100])).toMatchObject({ behind: 0 })
  })
  it.each([200, 1_000, 2_500, 3_300, 20_000])(
    'that falls behind is corrected again soon, with reports every %d ms',
    (every) => {
      const fallen = Array<number>(Math.ceil(40_000 / every) + 8).fill(60_000)
      const { behind, ages } = sent([100, 100, ...fallen], every)
      expect(behind).toBe(60_000)
      expect(ages.at(-1)).toBe(0)
    },
  )
  it('keeps its correction while reports come late now and then', () => {
    const { behind } = sent([9_000, 9_100, 14_000, 9_050, 9_000, 9_100, 9_000], 4 * SECOND)
    expect(behind).toBe(9_000)
  })
})

it.each([
  [0, 'right'],
  [9, 'behind'],
  [-9, 'ahead'],
  [1_795_000_000, 'neverSet'],
  [-2_000_000_000, 'yearsAhead'],
] as const)('a gateway’s clock %d seconds behind is described as %s', (behind, said) =>
  expect(clockState(behind)).toBe(said),
)
