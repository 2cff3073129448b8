import { expect, it } from 'vitest'
import { asId } from '#lib/ids.ts'
import { roundCalls } from './roundCalls.ts'

const check = (procedure: number, equipment: number | null, location: number | null) => ({
  procedure: { id: asId('procedure', procedure), name: 'A check' },
  equipment: equipment === null ? null : { id: asId('equipment', equipment), name: 'A pump' },
  location: location === null ? null : { id: asId('location', location), name: 'A room' },
})

it('the calls of a round keep my tickets, each procedure and each object of the queue once, in its order', () => {
  expect(roundCalls([check(1, 10, 5), check(1, 11, 5), check(2, null, 5)], [7, 7])).toEqual([
    { what: 'ticket', id: 7 },
    { what: 'procedure', id: 1 },
    { what: 'equipment', id: 10 },
    { what: 'equipment', id: 11 },
    { what: 'procedure', id: 2 },
    { what: 'location', id: 5 },
  ])
})

it('the calls of a round cover a shift, however long the queue is', () => {
  const queue = Array.from({ length: 5_000 }, (_, index) => check(1, index + 1, null))
  expect(roundCalls(queue, [])).toHaveLength(200)
})
