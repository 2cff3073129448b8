import { describe, expect, it } from 'vitest'
import { metresBetween, planeAt } from './plane.ts'
import type { Line, Polygon } from './shapes.ts'
import { gridOf, walkFrom, type WalkFloor } from './walking.ts'
import { doorwaysOf, relationOf, walkOf } from './way.ts'

const plane = planeAt({ longitude: 14, latitude: 50 })
const at = (x: number, y: number) => plane.toDegrees({ x, y })
const position = (x: number, y: number): [number, number] => {
  const { longitude, latitude } = at(x, y)
  return [longitude, latitude]
}
const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      position(west, south),
      position(east, south),
      position(east, north),
      position(west, north),
      position(west, south),
    ],
  ],
})
const line = (...points: [number, number][]): Line => ({
  type: 'LineString',
  coordinates: points.map(([x, y]) => position(x, y)),
})

/** Two rooms above a corridor of 20 m, each with a door to it. */
const floor: WalkFloor = {
  outline: box(0, 0, 20, 10),
  rooms: [
    { kind: 'corridor', outline: box(0, 0, 20, 4) },
    { kind: 'room', outline: box(0, 4, 10, 10) },
    { kind: 'room', outline: box(10, 4, 20, 10) },
  ],
  parts: [
    { kind: 'wall', shape: line([0, 4], [20, 4]) },
    { kind: 'wall', shape: line([10, 4], [10, 10]) },
    { kind: 'door', shape: line([4, 4], [5.2, 4]) },
    { kind: 'door', shape: box(14, 3.9, 15.2, 4.1) },
  ],
}
const grid = gridOf(floor)
if (grid === null) throw new Error('No grid')
const doorways = doorwaysOf(floor.parts, grid.plane)
const wayOf = (from: [number, number], to: [number, number]) =>
  walkOf(grid, walkFrom(grid, [{ point: at(...from), behind: 0 }]).wayTo(at(...to)), doorways)

describe('a way on foot', () => {
  it('leads through the doors, in a few straight pieces', () => {
    const { points: way, doors } = wayOf([2, 8], [18, 8])
    expect(doors).toBe(2)
    expect(way.length).toBeLessThan(9)
    const middle = at(4.6, 4)
    expect(Math.min(...way.map((point) => metresBetween(point, middle)))).toBeLessThan(0.1)
    const length = way.reduce(
      (sum, point, index) =>
        sum + (index === 0 ? 0 : metresBetween(way[index - 1] ?? point, point)),
      0,
    )
    expect(length).toBeGreaterThan(16)
    expect(length).toBeLessThan(24)
  })
  it('along a corridor passes no door, though it passes by two', () => {
    const { points, doors } = wayOf([1, 2], [19, 2])
    expect(doors).toBe(0)
    expect(points).toHaveLength(2)
  })
  it('into a room passes its door alone', () => {
    expect(wayOf([1, 2], [18, 8]).doors).toBe(1)
  })
})

describe('the description of a way', () => {
  const corridor = { roomId: 1, kind: 'corridor' } as const
  const ward = { roomId: 2, kind: 'room' } as const
  const facts = { isWalked: true, floorsAway: 0, doors: 0 }
  it('uses the nearest word that is true', () => {
    expect(relationOf(ward, ward, facts)).toBe('sameRoom')
    expect(relationOf(corridor, corridor, facts)).toBe('sameCorridor')
    expect(relationOf(corridor, { roomId: null, kind: null }, facts)).toBe('sameCorridor')
    expect(relationOf(ward, corridor, { ...facts, doors: 1 })).toBe('doors')
    expect(relationOf(ward, ward, { ...facts, floorsAway: 2 })).toBe('floors')
    expect(relationOf(ward, ward, { ...facts, isWalked: false })).toBe('straight')
  })
})
