import { expect, it } from 'vitest'
import { presentAt } from './replay.ts'

const at = (minute: number, floorId: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  floorId,
  longitude: 14,
  latitude: 50,
})
const tracks = [
  { equipment: { id: 1, name: 'Pump 10' }, points: [at(0, 3), at(10, 4)] },
  { equipment: { id: 2, name: 'Pump 9' }, points: [at(5, 3), at(6, 3)] },
]

it('tells who was on a floor at a moment, by name: nobody before they came or after they went', () => {
  const namesAt = (minute: number) => presentAt(tracks, minute * 60_000, 3).map(({ name }) => name)
  expect(namesAt(-1)).toEqual([])
  expect(namesAt(2)).toEqual(['Pump 10'])
  expect(namesAt(7)).toEqual(['Pump 9', 'Pump 10'])
  expect(namesAt(12)).toEqual(['Pump 9'])
})
