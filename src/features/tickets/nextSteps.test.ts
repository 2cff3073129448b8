import { expect, it } from 'vitest'
import type { TicketDetail } from '#contract/tickets.ts'
import { mayGoBack, stateAfterTaking, forwardSteps } from './nextSteps.ts'

type State = TicketDetail['state']
const state = (id: number, category: State['category']) =>
  ({ id, category, name: category, colour: 'blue' }) as State
const [open, work, wait, done, dropped] = [
  state(1, 'open'),
  state(2, 'inProgress'),
  state(3, 'waiting'),
  state(4, 'closed'),
  state(5, 'closed'),
]

it.each([
  ['what is open goes to work', open, [wait, work, done], work],
  ['what is open without work goes to its end', open, [done, dropped], done],
  ['what is in work goes to its end', work, [open, wait, done, dropped], done],
  ['what waits goes back to work', wait, [open, work, done], work],
  ['what is closed is at its end', done, [open, work], null],
  ['what may only wait has no way on', open, [wait], null],
])('the next step of a ticket is right: %s', (_what, from, nextStates, to) => {
  expect(forwardSteps({ state: from, nextStates })).toBe(to)
})

const me = 7
const mine = { id: me, name: 'me' } as TicketDetail['assignee']
it('a ticket is taken by beginning it, unless it is mine already or cannot be begun', () => {
  const ticket = { state: open, nextStates: [work, done], assignee: null }
  expect(stateAfterTaking(ticket, me)).toBe(work)
  expect(stateAfterTaking({ ...ticket, assignee: mine }, me)).toBeNull()
  expect(stateAfterTaking({ ...ticket, nextStates: [done] }, me)).toBeNull()
  expect(stateAfterTaking(ticket, null)).toBeNull()
})

it('a step of a ticket may be undone only while the ticket is as the step left it', () => {
  const ticket = { state: work, nextStates: [open, wait, done], assignee: mine }
  const moved = { kind: 'state', before: open, after: work.id, name: 'open' } as const
  expect(mayGoBack(moved, ticket)).toBe(true)
  expect(mayGoBack(moved, { ...ticket, nextStates: [done] })).toBe(false)
  expect(mayGoBack(moved, { ...ticket, state: wait, nextStates: [open, done] })).toBe(false)

  const given = { kind: 'assignee', before: null, after: me, name: 'nobody' } as const
  expect(mayGoBack(given, ticket)).toBe(true)
  expect(mayGoBack(given, { ...ticket, assignee: null })).toBe(false)

  const step = { assigneeBefore: null, assigneeAfter: me, name: 'open' }
  const taken = { ...step, kind: 'taken', before: open, after: work.id } as const
  expect(mayGoBack(taken, ticket)).toBe(true)
  expect(mayGoBack(taken, { ...ticket, assignee: null })).toBe(false)
})
