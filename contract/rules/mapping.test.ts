import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isInside } from '#contract/venue/polygon.ts'
import { isRoom, randomSpotInRoom } from './mapping.ts'

const cupboard = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [14, 50],
      [14.00001, 50],
      [14.00001, 50.00001],
      [14, 50.00001],
      [14, 50],
    ],
  ] as [number, number][][],
}
const middle = { longitude: 14.000005, latitude: 50.000005 }

it('spotIn() puts equipment into its room, however small the room is', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (numbers) => {
      expect(
        isInside(
          cupboard,
          randomSpotInRoom(cupboard, middle, () => numbers.next().value ?? 0),
        ),
      ).toBe(true)
    }),
  )
})

it('spotIn() leaves a centre that lies beside its room where it is', () => {
  const beside = { longitude: 15, latitude: 50 }
  expect(randomSpotInRoom(cupboard, beside, () => 1)).toEqual(beside)
})

it.each([
  ['חדר 12', true],
  ['חדר־ניתוח', true],
  ['חֲדַר המתנה', true],
  ['החדרים', true],
  ['חדרן', false],
  ['משאבה', false],
])('isRoom() reads the Hebrew word for a room in %j: %s', (name, expected) => {
  const settings = { roomEquipmentTypeId: null, roomEquipmentTypeWord: null }
  expect(isRoom({ name, typeId: 1, typeName: 'x' }, settings)).toBe(expected)
})
