import { expect, it } from 'vitest'
import type { TicketDetail } from '#contract/tickets.ts'
import { asId } from '#lib/ids.ts'
import type { TicketWork } from '#entities/unsent/device.ts'
import { withWaitingWork, applyWaitingWork } from './waitingWork.ts'

const state = (id: number, category: TicketDetail['state']['category']) => ({
  id: asId('ticketState', id),
  name: `State ${id}`,
  category,
  colour: 'blue' as const,
})
const [fresh, begun, done] = [state(1, 'open'), state(2, 'inProgress'), state(3, 'closed')]
const me = { id: asId('user', 9), name: 'Noa' }
const ticket = {
  id: 7,
  state: fresh,
  assignee: null,
  nextStates: [begun],
  states: [
    { ...fresh, nextIds: [begun.id] },
    { ...begun, nextIds: null },
    { ...done, nextIds: [] },
  ],
} as unknown as TicketDetail
const taking = {
  work: { kind: 'state', ticketId: 7, version: 1, state: begun, assignee: me },
  refused: null,
} as const

it('a ticket is shown as stored while nothing waits', () => {
  expect(withWaitingWork(ticket, [])).toBe(ticket)
})
it('a ticket has the state and assignee of what waits, and the moves from there', () => {
  const next = withWaitingWork(ticket, [taking])
  expect(next).toMatchObject({ state: begun, assignee: me })
  expect(next.nextStates.map(({ id }) => Number(id))).toEqual([1, 3])
})
it('a ticket follows waiting changes one after the other', () => {
  const closing = {
    work: { kind: 'state', ticketId: 7, version: 1, state: done },
    refused: null,
  } as const
  const leaving = {
    work: { kind: 'assignee', ticketId: 7, version: 1, assignee: null },
    refused: null,
  } as const
  expect(withWaitingWork(ticket, [taking, closing, leaving])).toMatchObject({
    state: done,
    assignee: null,
    nextStates: [],
  })
})
it('a ticket is not changed by what was refused, or is another user’s', () => {
  expect(withWaitingWork(ticket, [{ ...taking, refused: 409 }])).toBe(ticket)
  expect(withWaitingWork(ticket, [{ ...taking, refused: 409 }, taking])).toBe(ticket)
  expect(withWaitingWork(ticket, [{ ...taking, work: { ...taking.work, ticketId: 8 } }])).toBe(
    ticket,
  )
})
it('a ticket leaves my list when I closed it or reassigned it', () => {
  const mine = { ...ticket, assignee: me }
  const base = { ticketId: 7, version: 1 }
  const left = (work: TicketWork) =>
    applyWaitingWork([mine], [{ work, refused: null }], me.id).map((one) => one.state.name)
  expect(left({ kind: 'comment', ticketId: 7, text: 'Seen' })).toEqual(['State 1'])
  expect(left({ ...base, kind: 'state', state: begun })).toEqual(['State 2'])
  expect(left({ ...base, kind: 'state', state: done })).toEqual([])
  expect(left({ ...base, kind: 'assignee', assignee: null })).toEqual([])
})
