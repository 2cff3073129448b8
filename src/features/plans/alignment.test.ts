import { describe, expect, it } from 'vitest'
import { sheetOf } from './drawing/frame.ts'
import { applyCommand } from './drawing/commands.ts'
import { emptyPlan } from './drawing/plan.ts'
import { rectangle } from './drawing/shapes.ts'
import { alignedByLength, alignedByPoints, type PointRow } from './alignment.ts'

const plan = emptyPlan({ name: 'Ground', shortName: '0', ordinal: 0 })
const frame = { longitude: 0, latitude: 0, turn: 0, metres: 'wgs84' as const }
const size = { width: 800, height: 600 }
/** The true placement: rotated by half a radian, at 0.1 m per unit. */
const truth = sheetOf({ longitude: 14.4, latitude: 50.05, turn: 0.5, metres: 'wgs84' })
const row = (x: number, y: number): PointRow => {
  const { latitude, longitude } = truth.toDegrees({ x: x / 10, y: (600 - y) / 10 })
  return { picture: { x, y }, ground: `${latitude.toFixed(8)}, ${longitude.toFixed(8)}` }
}
const rows = [row(0, 600), row(800, 600), row(0, 0)]

describe('a picture with three points', () => {
  it('turns a blank sheet along itself, wherever on earth it is', () => {
    const aligned = alignedByPoints(size, rows, plan, frame, true)
    expect(aligned?.frame.turn).toBeCloseTo(0.5, 4)
    expect(aligned?.from.x).toBeCloseTo(0, 2)
    expect(aligned?.from.y).toBeCloseTo(60, 2)
    expect(aligned?.to.x).toBeCloseTo(80, 2)
    expect(aligned?.fit.error).toBeLessThan(0.01)
  })
  it('lies askew on a sheet that is drawn on, which stays where it is', () => {
    const own = { longitude: 14.4, latitude: 50.05, turn: 0, metres: 'wgs84' as const }
    const next = applyCommand(plan, {
      do: 'addRoom',
      corners: rectangle({ x: 0, y: 0 }, { x: 4, y: 4 }),
    })
    const aligned = alignedByPoints(size, rows, 'plan' in next ? next.plan : plan, own, true)
    expect(aligned?.frame).toBe(own)
    expect(aligned?.to.y).toBeGreaterThan(aligned?.from.y ?? 0)
  })
  it('is not aligned by two', () =>
    expect(alignedByPoints(size, rows.slice(0, 2), plan, frame, true)).toBeNull())
})

describe('a picture with a length', () => {
  it('lies with its lower corner at the sheet’s own', () =>
    expect(
      alignedByLength(
        size,
        [
          { x: 0, y: 0 },
          { x: 100, y: 0 },
        ],
        10,
        plan,
        frame,
      ),
    ).toEqual({ from: { x: 0, y: 60 }, to: { x: 80, y: 60 }, frame }))
  it.each([[null], [0], [1e9]])('is not aligned by %s metres', (metres) =>
    expect(
      alignedByLength(
        size,
        [
          { x: 0, y: 0 },
          { x: 100, y: 0 },
        ],
        metres,
        plan,
        frame,
      ),
    ).toBeNull(),
  )
})
