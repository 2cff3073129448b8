import { expect, it } from 'vitest'
import { readAddress, writeAddress } from '#lib/addressState.ts'
import { isNarrowed, ticketsQuestion, ticketsShape } from './ticketsAddress.ts'

const read = (search: string) => readAddress(ticketsShape, new URLSearchParams(search))

it('the tickets’ address asks for what is not closed unless all are wanted', () => {
  expect(ticketsQuestion(read(''))).toEqual({ categories: ['open', 'inProgress', 'waiting'] })
  expect(ticketsQuestion(read('list=mine'))).toEqual({
    assigned: 'me',
    categories: ['open', 'inProgress', 'waiting'],
  })
  expect(ticketsQuestion(read('list=all'))).toEqual({})
})

it('the tickets’ address carries every filter', () => {
  const state = read(
    'list=all&types=1.2&states=7&category=closed&assignees=3&equipment=9&org=4&priorities=high.urgent.none&overdue=1&failure=5.6&ownField=8&ownText=PO&sort=-state',
  )
  expect(ticketsQuestion(state)).toEqual({
    ticketTypeIds: [1, 2],
    stateIds: [7],
    assigneeIds: [3],
    filter: { equipmentIds: [9], orgEntityIds: [4] },
    categories: ['closed'],
    priorities: ['urgent', 'high'],
    isOverdue: true,
    failureCodeIds: [5, 6],
    ownField: { fieldId: 8, text: 'PO' },
  })
  expect(ticketsQuestion(read('list=all&ownField=8'))).toEqual({})
  expect(isNarrowed(read('overdue=1'))).toBe(true)
  expect(isNarrowed(state)).toBe(true)
  expect(isNarrowed(read('org=4'))).toBe(true)
  expect(state.sort).toBe('-state')
  expect(read('sort=nonsense').sort).toBe('-openedAt')
})

it('the tickets’ address asks for unassigned tickets, which are never mine', () => {
  expect(ticketsQuestion(read('assignees=0&overdue=1'))).toEqual({
    assigned: 'nobody',
    isOverdue: true,
    categories: ['open', 'inProgress', 'waiting'],
  })
  expect(isNarrowed(read('assignees=0'))).toBe(true)
  expect(ticketsQuestion(read('assignees=0&list=mine'))).toMatchObject({ assigned: 'me' })
})

it('the tickets’ address still reads a saved one whose list was `tab` and panel’s tab `part`', () => {
  const kept = 'tab=all&id=7&part=comments'
  expect(read(kept)).toMatchObject({ list: 'all', id: 7, tab: 'timeline' })
  const change = (patch: Parameters<typeof writeAddress<typeof ticketsShape>>[2]) =>
    writeAddress(ticketsShape, new URLSearchParams(kept), patch).toString()
  expect(read(change({ list: 'open' }))).toMatchObject({ list: 'open', id: 7, tab: 'timeline' })
  expect(change({ tab: 'facts' })).toBe('id=7&list=all')
  expect(read('list=mine&tab=journal')).toMatchObject({ list: 'mine', tab: 'timeline' })
  expect(read('tab=facts')).toMatchObject({ list: 'open', tab: 'facts' })
})
