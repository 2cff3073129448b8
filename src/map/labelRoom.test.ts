import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Metres } from '#contract/venue/plane.ts'
import {
  splitInTwoLines,
  findLabelSpot,
  findBadgeSpot,
  labelCandidates,
  rotateBack,
  rotatePoint,
  labelRotation,
  type Box,
} from './labelRoom.ts'

const room = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 6 },
  { x: 0, y: 6 },
  { x: 0, y: 0 },
]
const spots = labelCandidates(room, { x: 5, y: 3 })
const half = { wide: 2, high: 0.5 }

describe('the name of a room', () => {
  it('stands in its middle if nothing is there', () => {
    expect(findLabelSpot(room, spots, half, [])).toEqual({ x: 5, y: 3 })
  })
  it('steps aside for a marker, and stays in the room', () => {
    const spot = findLabelSpot(room, spots, half, [{ x: 5, y: 3, radius: 0.8 }])
    expect(spot).not.toBeNull()
    expect(Math.abs((spot?.y ?? 0) - 3)).toBeGreaterThan(1.2)
  })
  it('steps aside for text that is written there already', () => {
    const written = { x: 5, y: 3, wide: 3, high: 0.6 }
    const spot = findLabelSpot(room, spots, half, [written])
    expect(spot).not.toBeNull()
    expect(Math.abs((spot?.y ?? 0) - 3) >= 1.1 || Math.abs((spot?.x ?? 0) - 5) >= 5).toBe(true)
    expect(findLabelSpot(room, spots, half, [{ x: 5, y: 3, wide: 5, high: 3 }])).toBeNull()
  })
  it('is not written if there is no room for it', () => {
    expect(findLabelSpot(room, spots, { wide: 6, high: 0.5 }, [])).toBeNull()
    expect(findLabelSpot(room, spots, half, [{ x: 5, y: 3, radius: 7 }])).toBeNull()
  })
  it('never lies over a wall or under a marker', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.double({ min: 0.2, max: 3, noNaN: true }),
        fc.array(
          fc.record({
            x: fc.double({ min: 0, max: 10, noNaN: true }),
            y: fc.double({ min: 0, max: 6, noNaN: true }),
            radius: fc.double({ min: 0.1, max: 1, noNaN: true }),
          }),
          { maxLength: 12 },
        ),
        (wide, high, marks) => {
          const spot = findLabelSpot(room, spots, { wide, high }, marks)
          if (spot === null) return
          expect(spot.x - wide).toBeGreaterThanOrEqual(0)
          expect(spot.x + wide).toBeLessThanOrEqual(10)
          expect(spot.y - high).toBeGreaterThanOrEqual(0)
          expect(spot.y + high).toBeLessThanOrEqual(6)
          for (const mark of marks) {
            const x = Math.max(spot.x - wide, Math.min(mark.x, spot.x + wide))
            const y = Math.max(spot.y - high, Math.min(mark.y, spot.y + high))
            expect(Math.hypot(mark.x - x, mark.y - y)).toBeGreaterThanOrEqual(mark.radius - 1e-9)
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    )
  })
})

it('a point that is turned with the stage is turned back to where it was', () => {
  const turn = labelRotation(37)
  const back = rotateBack(rotatePoint({ x: 3, y: -2 }, turn), turn)
  expect([back.x, back.y]).toEqual([expect.closeTo(3), expect.closeTo(-2)])
})

it('a long name is broken where its halves are most alike', () => {
  expect(splitInTwoLines('Meeting room large')).toEqual(['Meeting', 'room large'])
  expect(splitInTwoLines('Kitchen')).toEqual(['Kitchen'])
})

describe('a layer’s badge of a room', () => {
  const isTold = (marks: Metres[], written: Box[] = []) =>
    findBadgeSpot(room, spots, half, {
      marks: marks.map((one) => ({ ...one, radius: 0.9 })),
      written,
    })
  it('steps aside for a marker if there is room', () => {
    const spot = isTold([{ x: 5, y: 3 }])
    expect(Math.abs((spot?.y ?? 0) - 3)).toBeGreaterThan(1.3)
  })
  it('is shown wherever markers move, however many', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            x: fc.double({ min: 0, max: 10, noNaN: true }),
            y: fc.double({ min: 0, max: 6, noNaN: true }),
          }),
          { maxLength: 60 },
        ),
        (marks) => isTold(marks) !== null,
      ),
    )
  })
  it('stands in the middle of a smaller room, and never on another one', () => {
    const small = { wide: 6, high: 0.5 }
    const news = { marks: [], written: [] as Box[] }
    expect(findBadgeSpot(room, spots, small, news)).toEqual({ x: 5, y: 3 })
    news.written = [{ x: 5, y: 3, wide: 1, high: 1 }]
    expect(findBadgeSpot(room, spots, small, news)).toBeNull()
  })
})
