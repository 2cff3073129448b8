import { describe, expect, it } from 'vitest'
import { drawnOf, emptyWays, originAt, writeVertices, waysTo, FIELDS, type View } from './crowd.ts'
import { toMovers, nearestOnScreen, type Mover } from './movers.ts'

const mover = (
  id: number,
  longitude = 14.4,
  latitude = 50.1,
  change: Partial<Mover> = {},
): Mover => ({
  id,
  longitude,
  latitude,
  colour: '#102030',
  opacity: 1,
  radius: 6,
  level: 0,
  ...change,
})
const origin = originAt(14.4, 50.1)
const wide: View = { west: -500, east: 500, south: -500, north: 500, metresPerPixel: 0.5 }

describe('the crowd of markers', () => {
  it('moves a marker from where it is shown, by its id and not by its position in the list', () => {
    const first = waysTo(toMovers([mover(1), mover(2, 14.4001)]), emptyWays(), 1, origin)
    const next = waysTo(toMovers([mover(2, 14.4002), mover(1, 14.4001)]), first, 1, origin)
    expect(next.fromX[0]).toBeCloseTo(first.toX[1] ?? 0, 3)
    expect(next.fromX[1]).toBeCloseTo(first.toX[0] ?? 0, 3)
    const half = waysTo(toMovers([mover(2, 14.4003), mover(1, 14.4001)]), next, 0.5, origin)
    expect(half.fromX[0]).toBeCloseTo(((next.fromX[0] ?? 0) + (next.toX[0] ?? 0)) / 2, 3)
  })
  it('does not fly across the campus', () => {
    const first = waysTo(toMovers([mover(1)]), emptyWays(), 1, origin)
    const next = waysTo(toMovers([mover(1, 14.41)]), first, 1, origin)
    expect(next.fromX[0]).toBe(next.toX[0])
  })
  it('is drawn where it is seen, or comes into view, and nowhere else', () => {
    const movers = toMovers([mover(1), mover(2, 14.5), mover(3, 14.5)])
    const ways = waysTo(movers, emptyWays(), 1, origin)
    ways.fromX[2] = 0
    ways.fromY[2] = 0
    expect([...drawnOf(movers, ways, wide, { bits: new Uint8Array(0) })]).toEqual([0, 2])
  })
  it('is drawn once where markers overlap; the chosen one always', () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      mover(index + 1, 14.4 + (index % 50) * 0.00005, 50.1),
    )
    const movers = toMovers([...many, mover(9_999, 14.4, 50.1, { radius: 9 })])
    const ways = waysTo(movers, emptyWays(), 1, origin)
    const drawn = drawnOf(movers, ways, wide, { bits: new Uint8Array(0) })
    expect(drawn.length).toBeLessThanOrEqual(51)
    expect(drawn.length).toBeGreaterThan(40)
    expect(movers.ids[drawn.at(-1) ?? 0]).toBe(9_999)
    expect(
      drawnOf(movers, ways, { ...wide, metresPerPixel: 0.0001 }, { bits: new Uint8Array(0) }),
    ).toHaveLength(5_001)
  })
  it('is packed for the card: positions, colour bytes, radius', () => {
    const movers = toMovers([mover(1, 14.4, 50.1, { opacity: 0.5 })])
    const buffer = new ArrayBuffer(FIELDS * 4)
    writeVertices(buffer, movers, waysTo(movers, emptyWays(), 1, origin), new Int32Array([0]))
    expect([...new Uint8Array(buffer, 16, 4)]).toEqual([0x10, 0x20, 0x30, 128])
    expect(new Float32Array(buffer)[5]).toBe(6)
  })
})

it('the nearest marker on screen is within a finger’s reach, or none', () => {
  const project = ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
    x: longitude,
    y: latitude,
  })
  const movers = toMovers([mover(1, 10, 10), mover(2, 20, 10)])
  expect(nearestOnScreen(movers, { x: 18, y: 10 }, project)).toBe(2)
  expect(nearestOnScreen(movers, { x: 100, y: 100 }, project)).toBeNull()
})
