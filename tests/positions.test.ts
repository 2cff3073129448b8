/** What the engine promises of positions, counted over replays. */
import { describe, expect, it } from 'vitest'
import { simulated } from './bench/accuracy.ts'
import { flat } from './bench/recording.ts'
import { engineBefore, engineNow, replay, type Figures } from './bench/replayRecording.ts'

const mean = (figures: readonly Figures[], of: (one: Figures) => number) =>
  figures.reduce((sum, one) => sum + of(one), 0) / figures.length

describe('in buildings made up by seeds', () => {
  const recordings = simulated()
  const now = recordings.map((recording) => replay(recording, engineNow(recording)))
  const before = recordings.map((recording) => replay(recording, engineBefore(recording)))

  it('half and nine of ten are nearer than the engine before had them', () => {
    expect(mean(now, ({ median }) => median)).toBeLessThan(0.75 * mean(before, (one) => one.median))
    expect(mean(now, ({ ninth }) => ninth)).toBeLessThan(0.75 * mean(before, (one) => one.ninth))
  })
  it('more rooms are right, and a tag that stands changes its room at most fifteen times an hour', () => {
    expect(mean(now, (one) => one.rightRoom)).toBeGreaterThan(mean(before, (one) => one.rightRoom))
    expect(mean(now, (one) => one.changesAnHour)).toBeLessThanOrEqual(15)
    expect(mean(before, (one) => one.changesAnHour)).toBeGreaterThan(100)
  })
  it('the floor is right', () => expect(mean(now, (one) => one.rightFloor)).toBeGreaterThan(99))
  it('the circle holds the truth at least 63 times of a hundred, over all of them', () => {
    expect(mean(now, (one) => one.inCircle)).toBeGreaterThan(63)
  })
})

const robot = flat('test_robot_df.csv')
describe.skipIf(robot === null)(
  'in a real flat, as shipped and uncalibrated (not run where the real data is absent)',
  () => {
    const figures = robot && replay(robot, engineNow(robot))
    it('a robot is within 1.6 m half of the time and within 2.6 m nine times of ten', () => {
      expect(figures?.median).toBeLessThan(1.6)
      expect(figures?.ninth).toBeLessThan(2.6)
    })
    it('three rooms of four are right, and the circle holds the truth 68 ± 5 times of a hundred', () => {
      expect(figures?.rightRoom).toBeGreaterThan(72)
      expect(Math.abs((figures?.inCircle ?? 0) - 68)).toBeLessThanOrEqual(5)
    })
  },
)
