import { expect, it } from 'vitest'
import { dueTimes, nextDue, ticketTargetFaults, type TicketTarget } from './ticketDue.ts'

const target = (
  priority: TicketTarget['priority'],
  respondHours: number | null,
  resolveHours: number | null,
): TicketTarget => ({ priority, respondHours, resolveHours })

it.each([
  ['nothing promised', [], []],
  ['one for each', [target('urgent', 1, 8), target('high', 4, 24)], []],
  ['only one of the two', [target('urgent', null, 8), target('low', 72, null)], []],
  ['the same priority twice', [target('low', 1, 2), target('low', 2, 3)], ['samePriority']],
  ['taken up after it is done', [target('high', 9, 8)], ['respondAfterResolve']],
])('ticketTargetFaults() judges: %s', (_what, targets, faults) => {
  expect(ticketTargetFaults(targets)).toEqual(faults)
})

it('dueTimes() counts every hour from the opening, nights and weekends too', () => {
  const friday = new Date('2026-11-20T16:00:00Z')
  expect(dueTimes([target('high', 4, 72)], 'high', friday)).toEqual({
    respondBy: new Date('2026-11-20T20:00:00Z'),
    dueBy: new Date('2026-11-23T16:00:00Z'),
  })
})

it('dueTimes() owes nothing if the type promises nothing for the priority', () => {
  const none = { respondBy: null, dueBy: null }
  expect(dueTimes([target('high', 4, 72)], 'low', new Date(0))).toEqual(none)
  expect(dueTimes([], 'urgent', new Date(0))).toEqual(none)
})

it.each([
  ['open', '08:00', '12:00', { at: '08:00', to: 'respond' }],
  ['open', null, '12:00', { at: '12:00', to: 'resolve' }],
  ['open', '08:00', null, { at: '08:00', to: 'respond' }],
  ['inProgress', '08:00', '12:00', { at: '12:00', to: 'resolve' }],
  ['waiting', '08:00', null, null],
  ['closed', '08:00', '12:00', null],
] as const)('nextDue() of a ticket that is %s with %s and %s', (category, respond, due, next) => {
  const at = (time: string | null) => (time === null ? null : `2026-11-23T${time}:00Z`)
  expect(nextDue({ category, respondBy: at(respond), dueBy: at(due) })).toEqual(
    next && { ...next, at: at(next.at) },
  )
})
