import { expect, it } from 'vitest'
import { useOfRoom } from './roomUse.ts'

const room = { kind: 'room', category: null, name: '', locationType: null } as const

it('useOfRoom() makes a corridor, a lift and stairs walkable, whatever their names', () => {
  for (const kind of ['corridor', 'lift', 'stairs'] as const)
    expect(useOfRoom({ ...room, kind, name: 'Storage' })).toBe('circulation')
  expect(useOfRoom({ ...room, kind: 'toilet' })).toBe('sanitary')
  expect(useOfRoom({ ...room, kind: 'closed' })).toBe('closed')
})

it('useOfRoom() takes the IMDF category before the location’s type, and that before a name', () => {
  expect(useOfRoom({ ...room, category: 'conferenceroom', name: 'Ward 3' })).toBe('office')
  expect(useOfRoom({ ...room, category: 'room', locationType: 'Storage', name: 'Ward' })).toBe(
    'store',
  )
  expect(useOfRoom({ ...room, category: 'room', name: 'Waiting area' })).toBe('public')
})

it('useOfRoom() reads names in six languages, the narrow word before the wide one', () => {
  for (const [name, use] of [
    ['Operating theatre 2', 'treatment'],
    ['Patient bathroom', 'sanitary'],
    ['Operační sál', 'treatment'],
    ['Sklad', 'store'],
    ['Палата 4', 'care'],
    ['مختبر', 'treatment'],
    ['מחסן ציוד', 'store'],
    ['Izba 12', 'care'],
    ['Plant room', 'technical'],
  ] as const)
    expect([name, useOfRoom({ ...room, name })]).toEqual([name, use])
})

it('useOfRoom() guesses nothing for an unknown room', () => {
  expect(useOfRoom({ ...room, category: 'unspecified', name: 'Room A0.01' })).toBe('other')
})
