import { expect, it } from 'vitest'
import type { WorkEntry } from '#contract/ticketWork/ticketWork.ts'
import type { TicketChange, TicketWork } from '#entities/unsent/device.ts'
import { entriesToCheck, minutesBefore, runningSince } from './workNow.ts'

const me = 4
const ticket = { assignee: null }
const entry = (change: Partial<WorkEntry>): WorkEntry => ({
  id: 1 as WorkEntry['id'],
  person: null,
  isOwn: true,
  startedAt: '2026-11-20T08:00:00.000Z',
  endedAt: null,
  minutes: 0,
  isFixed: false,
  isToCheck: false,
  note: null,
  version: 1,
  ...change,
})
const waits = (at: string, work: TicketWork, refused: number | null = null) => ({
  at,
  work,
  refused,
})
// The rule reads the category alone.
const state = (category: string, assigneeId?: number) =>
  ({
    kind: 'state',
    ticketId: 1,
    version: 1,
    state: { category },
    ...(assigneeId === undefined ? {} : { assignee: { id: assigneeId, name: '' } }),
  }) as TicketChange
const time = (act: 'start' | 'pause'): TicketWork => ({ kind: 'time', ticketId: 1, act })

it('runningSince() is the start of the own running entry, not of another person’s', () => {
  expect(runningSince({ entries: [entry({})] }, ticket, [], me)).toBe('2026-11-20T08:00:00.000Z')
  expect(runningSince({ entries: [entry({ isOwn: false })] }, ticket, [], me)).toBeNull()
})

it('runningSince() counts work that waits on the device, in its order', () => {
  const none = { entries: [] }
  expect(runningSince(none, ticket, [waits('09:00', time('start'))], me)).toBe('09:00')
  expect(
    runningSince(none, ticket, [waits('09:00', time('start')), waits('09:30', time('pause'))], me),
  ).toBeNull()
  expect(runningSince(none, ticket, [waits('09:00', state('inProgress', me))], me)).toBe('09:00')
  expect(runningSince(none, ticket, [waits('09:00', state('inProgress', 5))], me)).toBeNull()
  expect(
    runningSince({ entries: [entry({})] }, ticket, [waits('09:00', state('closed'))], me),
  ).toBeNull()
})

it('runningSince() ignores work that the server refused', () => {
  expect(runningSince({ entries: [] }, ticket, [waits('09:00', time('start'), 409)], me)).toBeNull()
})

it('entriesToCheck() lists own entries that ended without their person', () => {
  const entries = [
    entry({ isToCheck: true }),
    entry({ isToCheck: true, isOwn: false }),
    entry({ isToCheck: false }),
  ]
  expect(entriesToCheck({ entries })).toEqual([entries[0]])
})

it('earlier time is the own minutes of the ticket that ended before an entry', () => {
  const last = entry({ startedAt: '2026-11-20T12:00:00.000Z', minutes: 5 })
  const ended = { endedAt: '2026-11-20T10:00:00.000Z', minutes: 80 }
  const entries = [
    last,
    entry(ended),
    entry({ ...ended, isOwn: false }),
    entry({ ...ended, startedAt: '2026-11-20T13:00:00.000Z' }),
    entry({}),
  ]
  expect(minutesBefore({ entries }, last)).toBe(80)
})
