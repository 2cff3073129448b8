import { expect, it } from 'vitest'
import { legExtent, marksOfWay, type Way } from './way.ts'

const dress = {
  colour: 'red',
  startColour: 'blue',
  start: 'Start',
  goal: { id: 7, name: 'Pump 7' },
  onWord: (by: string, floor: string) => `${by} to ${floor}`,
}
const spot = (longitude: number) => ({ longitude, latitude: 50 })
const way: Way = {
  relation: 'floors',
  legs: [
    { floorId: 1, floorName: 'Ground', points: [spot(14), spot(14.1)], by: 'lift' },
    { floorId: 2, floorName: 'First', points: [spot(14.1), spot(14.2)], by: null },
  ],
}

it('the description of a way says on the first floor where it begins and how it continues', () => {
  const { lines, pins } = marksOfWay(way, 1, dress)
  expect(lines).toEqual([{ points: way.legs[0]?.points, colour: 'red', isDashed: false }])
  expect(pins?.map(({ label }) => label)).toEqual(['Start', 'lift to First'])
})

it('the description of a way says on the last floor where it ends, and on other floors nothing', () => {
  expect(marksOfWay(way, 2, dress).pins?.map(({ label }) => label)).toEqual(['', 'Pump 7'])
  expect(marksOfWay(way, 3, dress)).toEqual({})
})

it('a way that is only known as the crow flies is drawn with a line of its own', () => {
  const straight: Way = {
    relation: 'straight',
    legs: [{ floorId: 1, floorName: 'Ground', points: [spot(14), spot(14.1)], by: null }],
  }
  expect(marksOfWay(straight, 1, dress).lines?.[0]?.isDashed).toBe(true)
})

it('a way is brought into view by its middle and its reach', () => {
  const { longitude, metres } = legExtent(way, 1) ?? { longitude: 0, metres: 0 }
  expect(longitude).toBeCloseTo(14.05)
  expect(metres).toBeGreaterThan(3_500)
  expect(legExtent(way, 3)).toBeNull()
})
