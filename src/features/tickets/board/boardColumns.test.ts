import { describe, expect, it } from 'vitest'
import { asId } from '#lib/ids.ts'
import { readAddress } from '#lib/addressState.ts'
import { ticketsShape } from '../ticketsAddress.ts'
import { boardColumns, columnQuestion } from './boardColumns.ts'

const state = (id: number, category: 'open' | 'closed') => ({
  id: asId('ticketState', id),
  name: `State ${id}`,
  category,
  colour: 'blue' as const,
})
const types = [
  { id: asId('ticketType', 1), states: [state(11, 'open'), state(12, 'closed')] },
  { id: asId('ticketType', 2), states: [state(21, 'open')] },
]
const address = (query: string) => readAddress(ticketsShape, new URLSearchParams(query))
const keysOf = (query: string) => boardColumns(types, address(query)).map(({ key }) => key)

describe('the columns of the board', () => {
  it('are categories unless exactly one type is chosen', () => {
    expect(keysOf('')).toEqual(['open', 'inProgress', 'waiting', 'closed'])
    expect(keysOf('types=1.2')).toEqual(['open', 'inProgress', 'waiting', 'closed'])
    expect(keysOf('types=1')).toEqual(['11', '12'])
  })

  it('follow the filters of state and category', () => {
    expect(keysOf('category=closed')).toEqual(['closed'])
    expect(keysOf('types=1&states=12')).toEqual(['12'])
  })

  it('keep every other filter of the list, and show closed tickets in each list', () => {
    const now = address('list=mine&priorities=high&search=pump')
    const closed = boardColumns(types, now).at(-1)
    if (closed === undefined) throw new Error('No column')
    expect(columnQuestion(now, closed)).toEqual({
      assigned: 'me',
      priorities: ['high'],
      search: 'pump',
      categories: ['closed'],
      sort: '-openedAt',
    })
  })
})
