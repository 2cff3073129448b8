import { describe, expect, it } from 'vitest'
import { movedGateways } from '#contract/positioning/drift.ts'
import { SEEDS, simulated } from './bench/accuracy.ts'
import { flat } from './bench/recording.ts'
import { simulatedBuilding } from './bench/simulatedBuilding.ts'
import { surveyed } from './bench/surveyed.ts'
import { someOf } from './longForm.ts'
import { engineBefore, engineNow, replay, worldOf, type Figures } from './bench/replayRecording.ts'

const mean = (figures: readonly Figures[], of: (one: Figures) => number) =>
  figures.reduce((sum, one) => sum + of(one), 0) / figures.length

describe('positions in simulated buildings', () => {
  const recordings = simulated(someOf(SEEDS, 1, 0))
  const now = recordings.map((recording) => replay(recording, engineNow(recording)))
  const before = recordings.map((recording) => replay(recording, engineBefore(recording)))

  it('are nearer at half and nine of ten than with the former engine', () => {
    expect(mean(now, ({ median }) => median)).toBeLessThan(0.75 * mean(before, (one) => one.median))
    expect(mean(now, ({ ninth }) => ninth)).toBeLessThan(0.75 * mean(before, (one) => one.ninth))
  })
  it('are more often in the right room, and change it standing at most fifteen times an hour', () => {
    expect(mean(now, (one) => one.rightRoom)).toBeGreaterThan(mean(before, (one) => one.rightRoom))
    expect(mean(now, (one) => one.changesAnHour)).toBeLessThanOrEqual(15)
    expect(mean(before, (one) => one.changesAnHour)).toBeGreaterThan(100)
  })
  it('are on the right floor', () => expect(mean(now, (one) => one.rightFloor)).toBeGreaterThan(99))
  it('are inside the circle at least 63 times of a hundred, over all buildings', () => {
    expect(mean(now, (one) => one.inCircle)).toBeGreaterThan(63)
  })
})

describe('positions after a survey of those buildings', () => {
  const recordings = someOf(SEEDS, 2, 1).map((seed) =>
    simulatedBuilding({ seed, seconds: 150, walkers: 4, standing: 2 }),
  )
  const without = recordings.map((recording) => replay(recording, engineNow(recording)))
  const surveys = recordings.map((recording) => ({ recording, ...surveyed(recording) }))
  const now = surveys.map(({ recording, world }) => replay(recording, engineNow(recording, world)))

  it('are nearer, and more often in the right room', () => {
    expect(mean(now, ({ median }) => median)).toBeLessThan(0.8 * mean(without, (one) => one.median))
    expect(mean(now, (one) => one.rightRoom)).toBeGreaterThan(mean(without, (one) => one.rightRoom))
  })
  it('are inside the corrected circle 68 ± 5 times of a hundred, for points and walkers', () => {
    for (const { figures } of surveys) expect(figures?.isMeasured).toBe(true)
    expect(Math.abs(mean(now, (one) => one.inCircle) - 68)).toBeLessThanOrEqual(5)
  })
})

it('a gateway that was moved in silence is found, and no other is reported', () => {
  const recording = simulatedBuilding({ seed: 2, seconds: 500, walkers: 5, standing: 0 })
  const moved = recording.anchors[1]
  if (!moved) throw new Error('No gateway')
  const found = (anchors: typeof recording.anchors) => {
    const world = worldOf({ ...recording, anchors })
    replay(recording, engineNow(recording, world))
    return movedGateways(world).map(({ gatewayId }) => gatewayId)
  }
  const elsewhere = recording.anchors.map((anchor) =>
    anchor === moved ? { ...anchor, x: 40 - anchor.x } : anchor,
  )
  expect(found(elsewhere)).toEqual([moved.gatewayId])
  expect(found(recording.anchors)).toEqual([])
})

const robot = flat('test_robot_df.csv')
describe.skipIf(robot === null)(
  'positions in a real flat, as shipped and uncalibrated (not run where the real data is absent)',
  () => {
    const figures = robot && replay(robot, engineNow(robot))
    it('are within 1.6 m half of the time and within 2.6 m nine times of ten', () => {
      expect(figures?.median).toBeLessThan(1.6)
      expect(figures?.ninth).toBeLessThan(2.6)
    })
    it('are in the right room three times of four, and inside the circle 68 ± 5 times of a hundred', () => {
      expect(figures?.rightRoom).toBeGreaterThan(72)
      expect(Math.abs((figures?.inCircle ?? 0) - 68)).toBeLessThanOrEqual(5)
    })
  },
)
