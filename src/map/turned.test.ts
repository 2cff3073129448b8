import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallDirection } from '#contract/venue/extent.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'
import { fitTurnedView, zoomAround } from './turned.ts'
import { spherePlaneAt } from './sphere.ts'

const home = { longitude: 14.4, latitude: 50 }
function house(length: number, depth: number, degrees: number): Polygon {
  const plane = spherePlaneAt(home)
  const angle = (degrees * Math.PI) / 180
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]): Position => {
    const [dx, dy] = [(x * length) / 2, (y * depth) / 2]
    const at = plane.toDegrees({
      x: dx * Math.cos(angle) - dy * Math.sin(angle),
      y: dx * Math.sin(angle) + dy * Math.cos(angle),
    })
    return [at.longitude, at.latitude]
  })
  return { type: 'Polygon', coordinates: [ring] }
}
const none = { top: 0, bottom: 0, left: 0, right: 0 }
const wide = { width: 1000, height: 600 }

describe('the turned plan', () => {
  it('has a long building that lies askew straight on a wide stage, north still upwards', () => {
    expect(fitTurnedView(house(66, 20, -9), wide, none).bearing).toBeCloseTo(9, 1)
    expect(fitTurnedView(house(66, 20, 16), wide, none).bearing).toBeCloseTo(-16, 1)
  })
  it('has its long side upright on a phone, as there is more room that way', () => {
    const { bearing } = fitTurnedView(house(66, 20, -9), { width: 390, height: 700 }, none)
    expect(Math.abs(bearing)).toBeCloseTo(81, 0)
  })
  it('has a square building turned by no more than an eighth', () => {
    expect(Math.abs(fitTurnedView(house(30, 30, 40), wide, none).bearing)).toBeLessThanOrEqual(45.1)
  })
  it('shows all floors that lie apart: the higher they are, the farther off', () => {
    const outline = house(66, 20, -9)
    const zooms = [0, 20, 60].map(
      (height) => fitTurnedView(outline, wide, none, { pitch: 58, height, isLying: true }).zoom,
    )
    expect(zooms).toEqual(zooms.toSorted((a, b) => b - a))
    expect(new Set(zooms).size).toBe(3)
  })
  it('is seen whole, whatever its size, place and angle', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 300, noNaN: true }),
        fc.double({ min: 10, max: 300, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: 300, max: 2000 }),
        fc.integer({ min: 300, max: 2000 }),
        (length, depth, degrees, width, height) => {
          const outline = house(length, depth, degrees)
          const look = fitTurnedView(outline, { width, height }, none)
          const perMetre =
            (512 * 2 ** look.zoom) / (40_075_016.686 * Math.cos((home.latitude * Math.PI) / 180))
          const plane = spherePlaneAt(look)
          const angle = (look.bearing * Math.PI) / 180
          for (const [longitude, latitude] of outline.coordinates[0] ?? []) {
            const { x, y } = plane.toMetres({ longitude, latitude })
            const right = (x * Math.cos(angle) - y * Math.sin(angle)) * perMetre
            const up = (x * Math.sin(angle) + y * Math.cos(angle)) * perMetre
            expect(Math.abs(right)).toBeLessThanOrEqual(width / 2 + 1)
            expect(Math.abs(up)).toBeLessThanOrEqual(height / 2 + 1)
          }
        },
      ),
      { seed: 3, numRuns: 100 },
    )
  })
})

it('the direction of a building is that of most of its walls', () => {
  const ring = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 11, y: 1 },
    { x: 11, y: 6 },
    { x: 0, y: 6 },
    { x: 0, y: 0 },
  ]
  expect(wallDirection(ring)).toBeCloseTo(0, 1)
  expect(wallDirection([])).toBe(0)
})

it('the camera comes as near as what surrounds a point allows, and no farther than the whole', () => {
  const stage = { width: 800, height: 600 }
  const padding = { top: 0, bottom: 0, left: 0, right: 0 }
  const at = (metres: number, whole = 14) =>
    zoomAround(metres, { latitude: 50, stage, padding }, whole)
  expect(at(20) - at(40)).toBeCloseTo(1)
  expect(at(0.1)).toBe(21)
  expect(at(5_000, 17)).toBe(17)
})
