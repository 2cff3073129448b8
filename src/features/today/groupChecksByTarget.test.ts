import { expect, it } from 'vitest'
import { asId } from '#lib/ids.ts'
import { groupChecksByTarget } from './groupChecksByTarget.ts'

const pump = { id: asId('equipment', 5), name: 'Infusion pump 156' }
const room = { id: asId('location', 5), name: 'Room A1' }

it('the queue’s objects are named once each, equipment before its room', () => {
  expect(
    groupChecksByTarget(
      [
        { equipment: pump, location: null, place: 'Room B2' },
        { equipment: pump, location: null, place: 'Room B2' },
        { equipment: null, location: room, place: 'Ward A' },
      ],
      '',
    ),
  ).toEqual([
    { kind: 'equipment', id: 5, name: 'Infusion pump 156', hint: 'Room B2' },
    { kind: 'location', id: 5, name: 'Room A1', hint: 'Ward A' },
  ])
})

it('the queue’s objects are filtered by a part of the name, in any case', () => {
  const checks = [
    { equipment: pump, location: null, place: null },
    { equipment: null, location: room, place: null },
  ]
  expect(groupChecksByTarget(checks, 'ROOM').map(({ name }) => name)).toEqual(['Room A1'])
})
