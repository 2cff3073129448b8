import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadMarkers, awayFromWalls, type Rooms } from './spreadMarkers.ts'
import { toMovers, type Mover } from './movers.ts'

const room = [
  { x: 0, y: 0 },
  { x: 12, y: 0 },
  { x: 12, y: 8 },
  { x: 0, y: 8 },
  { x: 0, y: 0 },
]
const rooms: Rooms = new Map([[5, room]])
const mover = (id: number, change: Partial<Mover> = {}): Mover => ({
  id,
  longitude: 0,
  latitude: 0,
  colour: '#2b8f57',
  opacity: 1,
  radius: 6,
  level: 0,
  ...change,
})
const at = (places: readonly (readonly [number, number])[], change: Partial<Mover> = {}) => ({
  movers: toMovers(places.map((_, index) => mover(index + 1, change))),
  x: Float32Array.from(places, ([x]) => x),
  y: Float32Array.from(places, ([, y]) => y),
})
const asked = { radius: 1, rooms: new Map(), ring: 5, chosenId: null }

describe('markers at one spot', () => {
  it('stand around it if they are few, apart and in the order of their ids', () => {
    const { movers, x, y } = at([
      [0, 0],
      [0, 0],
      [0.1, 0],
    ])
    const out = spreadMarkers(movers, x, y, asked)
    expect([out.clusters.length, ...out.hidden]).toEqual([0, 0, 0, 0])
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const)
      expect(
        Math.hypot((out.x[a] ?? 0) - (out.x[b] ?? 0), (out.y[a] ?? 0) - (out.y[b] ?? 0)),
      ).toBeGreaterThan(1.98)
    const again = spreadMarkers(movers, x, y, asked)
    expect([...again.x]).toEqual([...out.x])
  })
  it('become one cluster if they are many, which says what it contains', () => {
    const movers = toMovers(
      Array.from({ length: 9 }, (_, index) =>
        mover(index + 1, { glyph: index < 6 ? 1 : 3, colour: index < 2 ? '#ff0000' : '#00ff00' }),
      ),
    )
    const [x, y] = [new Float32Array(9).fill(4), new Float32Array(9).fill(4)]
    const { clusters, hidden } = spreadMarkers(movers, x, y, asked)
    expect([...hidden]).toEqual(Array.from({ length: 9 }, () => 1))
    expect(clusters).toEqual([
      {
        id: 1,
        x: 4,
        y: 4,
        level: 0,
        ids: [1, 2, 3, 4, 5, 6, 7, 8, 9],
        glyphs: [
          [1, 6],
          [3, 3],
        ],
        colours: [
          [0x00ff00, 7],
          [0xff0000, 2],
        ],
      },
    ])
  })
  it('never take the chosen one into a cluster, and leave it where it is', () => {
    const { movers, x, y } = at(Array.from({ length: 12 }, () => [3, 3] as const))
    const out = spreadMarkers(movers, x, y, { ...asked, chosenId: 4 })
    expect([out.hidden[3], out.x[3], out.y[3]]).toEqual([0, 3, 3])
    expect(out.clusters[0]?.ids).not.toContain(4)
  })
  it('are not a cluster if they are on different floors', () => {
    const movers = toMovers([mover(1), mover(2, { level: 1 })])
    const out = spreadMarkers(movers, new Float32Array(2), new Float32Array(2), asked)
    expect([out.clusters.length, out.x[0], out.x[1]]).toEqual([0, 0, 0])
  })
  it('are all told apart from near, however many they are', () => {
    const { movers, x, y } = at(Array.from({ length: 30 }, () => [0, 0] as const))
    const out = spreadMarkers(movers, x, y, { ...asked, ring: 60 })
    expect(out.clusters).toEqual([])
    const spots = new Set(
      Array.from(out.x, (left, place) => `${left.toFixed(1)} ${(out.y[place] ?? 0).toFixed(1)}`),
    )
    expect(spots.size).toBe(30)
  })
})

describe('a marker in a room', () => {
  it('stands clear of its walls, and in the middle of a narrow one', () => {
    expect(awayFromWalls(room, { x: 0.2, y: 4 }, 1)).toEqual({ x: 1, y: 4 })
    expect(awayFromWalls(room, { x: 12.4, y: -0.3 }, 1)).toEqual({ x: 11, y: 1 })
    const narrow = room.map(({ x, y }) => ({ x, y: y / 8 }))
    const { y } = awayFromWalls(narrow, { x: 6, y: 0.9 }, 3)
    expect(y).toBeGreaterThan(0.3)
    expect(y).toBeLessThan(0.7)
  })
  it('is never moved into another room to make way for neighbours', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 12, noNaN: true }),
            fc.double({ min: 0, max: 8, noNaN: true }),
          ),
          { minLength: 1, maxLength: 40 },
        ),
        (places) => {
          const { movers, x, y } = at(places, { roomId: 5 })
          const out = spreadMarkers(movers, x, y, { ...asked, radius: 0.8, rooms })
          for (let place = 0; place < movers.count; place += 1) {
            if (out.hidden[place] === 1) continue
            expect(out.x[place]).toBeGreaterThan(0.5)
            expect(out.x[place]).toBeLessThan(11.5)
            expect(out.y[place]).toBeGreaterThan(0.5)
            expect(out.y[place]).toBeLessThan(7.5)
          }
        },
      ),
      { seed: 11, numRuns: 100 },
    )
  })
})
