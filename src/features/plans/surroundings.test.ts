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

it('shows a house beside an empty sheet whole or not at all', () => {
  expect(cornersToShow([next, far], false)).toEqual(next.corners)
})

it('shows of the building that a floor is added to everything', () => {
  expect(cornersToShow([next, far], true)).toHaveLength(8)
})
