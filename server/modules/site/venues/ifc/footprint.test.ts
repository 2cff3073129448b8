import { describe, expect, it } from 'vitest'
import { footprintOf, sizeOf, type Point2, type Triangle } from './footprint.ts'

const flat = (corners: readonly (readonly [number, number])[], z: number): Triangle => {
  const [a, b, c] = corners.map(([x, y]) => ({ x, y, z }))
  if (!a || !b || !c) throw new Error('A triangle has three corners')
  return [a, b, c]
}
const below = (
  [west, south, east, north]: readonly [number, number, number, number],
  z = 0,
): Triangle[] => [
  flat(
    [
      [west, south],
      [west, north],
      [east, north],
    ],
    z,
  ),
  flat(
    [
      [west, south],
      [east, north],
      [east, south],
    ],
    z,
  ),
]
const above = (box: Parameters<typeof below>[0], z: number): Triangle[] =>
  below(box, z).map(([a, b, c]): Triangle => [a, c, b])
const texts = (ring: readonly Point2[]) => ring.map(({ x, y }) => `${x} ${y}`).sort()

describe('the footprint of a body', () => {
  it('is its lower side, without the corners between triangles', () => {
    const [only, ...others] = footprintOf([...below([0, 0, 4, 3]), ...above([0, 0, 4, 3], 3)])
    expect(others).toEqual([])
    expect(texts(only?.outline ?? [])).toEqual(['0 0', '0 3', '4 0', '4 3'])
    expect(sizeOf(only?.outline ?? [])).toBe(12)
  })

  it('joins faces at different heights, such as a stage', () => {
    const [only, ...others] = footprintOf([...below([0, 0, 4, 3]), ...below([4, 0, 6, 3], 0.4)])
    expect(others).toEqual([])
    expect(texts(only?.outline ?? [])).toEqual(['0 0', '0 3', '6 0', '6 3'])
  })

  it('has holes, such as a shaft', () => {
    const around = [
      ...below([0, 0, 3, 1]),
      ...below([0, 1, 1, 2]),
      ...below([2, 1, 3, 2]),
      ...below([0, 2, 3, 3]),
    ]
    const cut = [...below([0, 0, 1, 1]), ...below([1, 0, 2, 1]), ...below([2, 0, 3, 1])]
    const top = [...below([0, 2, 1, 3]), ...below([1, 2, 2, 3]), ...below([2, 2, 3, 3])]
    const [only] = footprintOf([...cut, ...around.slice(2, 6), ...top])
    expect(sizeOf(only?.outline ?? [])).toBe(9)
    expect(only?.holes.map(sizeOf)).toEqual([-1])
  })

  it('keeps areas apart that meet in a corner', () => {
    const areas = footprintOf([...below([0, 0, 1, 1]), ...below([1, 1, 3, 3])])
    expect(areas.map(({ outline }) => sizeOf(outline))).toEqual([4, 1])
    expect(areas.map(({ outline }) => outline.length)).toEqual([4, 4])
  })

  it('is the upper side of a body that is written inside out', () => {
    const [only] = footprintOf(above([0, 0, 4, 3], 0))
    expect(sizeOf(only?.outline ?? [])).toBe(12)
  })

  it('is empty for a body without a floor', () => {
    expect(footprintOf([])).toEqual([])
    const wall = flat(
      [
        [0, 0],
        [4, 0],
        [4, 0],
      ],
      0,
    )
    expect(footprintOf([wall])).toEqual([])
  })
})
