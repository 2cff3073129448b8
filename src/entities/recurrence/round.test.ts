import { expect, it } from 'vitest'
import { roundAddress, roundField, type RoundPlace } from './round.ts'

const places: RoundPlace[] = [
  { kind: 'equipment', id: 12 },
  { kind: 'location', id: 3 },
  { kind: 'equipment', id: 15 },
]

it('a round opens its first place and keeps the others in the address', () => {
  const address = roundAddress(7, places, 3)
  expect(address).toBe('/procedure/7/perform?equipmentId=12&round=l3.e15&of=3')
  const kept = new URLSearchParams(address.split('?')[1]).get('round')
  expect(roundField.read(kept)).toEqual(places.slice(1))
  expect(roundAddress(7, places.slice(2), 3)).toBe('/procedure/7/perform?equipmentId=15&of=3')
})

it('a round leads to Today when nothing is left, and ignores a broken address', () => {
  expect(roundAddress(7, [], 3)).toBe('/')
  expect(roundField.read('x1.e.e0.l-3.e99999999999.l4')).toEqual([{ kind: 'location', id: 4 }])
  expect(roundField.read(null)).toEqual([])
})
