import { expect, it } from 'vitest'
import { cornersToShow } from './surroundings.ts'

const house = (key: string, x: number) => ({
  key,
  isBuilding: true,
  corners: [
    { x, y: 0 },
    { x: x + 100, y: 0 },
    { x: x + 100, y: 40 },
    { x, y: 40 },
  ],
})
const [next, far] = [house('next', 50), house('far', 400)]

it('the surroundings of an empty sheet show a building whole or not at all', () => {
  expect(cornersToShow([next, far], false)).toEqual(next.corners)
})

it('the surroundings of a new floor show the whole building', () => {
  expect(cornersToShow([next, far], true)).toHaveLength(8)
})
