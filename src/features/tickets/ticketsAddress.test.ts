import { expect, it } from 'vitest'
import { readAddress } from '../../lib/addressState.ts'
import { isNarrowed, ticketsQuestion, ticketsShape } from './ticketsAddress.ts'

const read = (search: string) => readAddress(ticketsShape, new URLSearchParams(search))

it('asks for what is not closed unless all are wanted', () => {
  expect(ticketsQuestion(read(''))).toEqual({ categories: ['open', 'inProgress', 'waiting'] })
  expect(ticketsQuestion(read('tab=mine'))).toEqual({
    assigned: 'me',
    categories: ['open', 'inProgress', 'waiting'],
  })
  expect(ticketsQuestion(read('tab=all'))).toEqual({})
})

it('carries every filter of the address', () => {
  const state = read(
    'tab=all&types=1.2&states=7&category=closed&assignees=3&equipment=9&sort=-state',
  )
  expect(ticketsQuestion(state)).toEqual({
    ticketTypeIds: [1, 2],
    stateIds: [7],
    assigneeIds: [3],
    filter: { equipmentIds: [9] },
    categories: ['closed'],
  })
  expect(isNarrowed(state)).toBe(true)
  expect(state.sort).toBe('-state')
  expect(read('sort=nonsense').sort).toBe('-openedAt')
})
