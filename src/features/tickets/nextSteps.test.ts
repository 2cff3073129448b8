import { expect, it } from 'vitest'
import type { TicketDetail } from '#contract/tickets'
import { stepOfTaking, stepOnwards } from './nextSteps.ts'

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
])('%s', (_what, from, nextStates, to) => {
  expect(stepOnwards({ state: from, nextStates })).toBe(to)
})

const me = 7
const mine = { id: me, name: 'me' } as TicketDetail['assignee']
it('is taken by beginning it, unless it is mine already or cannot be begun', () => {
  const ticket = { state: open, nextStates: [work, done], assignee: null }
  expect(stepOfTaking(ticket, me)).toBe(work)
  expect(stepOfTaking({ ...ticket, assignee: mine }, me)).toBeNull()
  expect(stepOfTaking({ ...ticket, nextStates: [done] }, me)).toBeNull()
  expect(stepOfTaking(ticket, null)).toBeNull()
})
