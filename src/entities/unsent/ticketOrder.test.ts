import { describe, expect, it } from 'vitest'
import type { TicketWork } from './device.ts'
import { raiseVersions, timeAfter, waitsForEarlierChange, waitsForLog } from './ticketOrder.ts'

const assigned = (ticketId: number, version: number): TicketWork => ({
  kind: 'assignee',
  ticketId,
  version,
  assignee: null,
})
const said = (ticketId: number): TicketWork => ({ kind: 'comment', ticketId, text: 'Seen' })
const item = (clientKey: string, minute: number, work: TicketWork, userId = 1) => ({
  clientKey,
  companyId: 1,
  userId,
  at: `2026-11-23T08:0${minute}:00.000Z`,
  work,
})

describe('the order of waiting ticket changes', () => {
  const [first, second, other] = [
    item('a', 1, assigned(7, 3)),
    item('b', 2, assigned(7, 3)),
    item('c', 3, assigned(8, 3)),
  ]
  const all = [first, second, other]

  it('is that in which they were made, ticket by ticket', () => {
    expect(all.map((one) => waitsForEarlierChange(one, all))).toEqual([false, true, false])
    expect(waitsForEarlierChange(second, [second, other])).toBe(false)
  })
  it('does not hold back comments', () => {
    expect(waitsForEarlierChange(item('d', 4, said(7)), all)).toBe(false)
    expect(waitsForEarlierChange(second, [item('d', 0, said(7)), second])).toBe(false)
  })
  it('puts a change of state after the logs that this user performed for its ticket', () => {
    const closing = item('e', 5, {
      kind: 'state',
      ticketId: 7,
      version: 3,
      state: { id: 3 as never, name: 'Done', category: 'closed', colour: 'blue' },
    })
    const log = (ticketId: number | undefined, userId = 1) => ({
      companyId: 1,
      userId,
      submission: { ticketId },
    })
    expect(waitsForLog(closing, [log(undefined), log(8), log(7, 2)])).toBe(false)
    expect(waitsForLog(closing, [log(7)])).toBe(true)
    expect(waitsForLog(first, [log(7)])).toBe(false)
  })
  it('ignores another user on the same device', () => {
    expect(waitsForEarlierChange(second, [item('a', 1, assigned(7, 3), 2), second])).toBe(false)
  })
})

describe('a change made on a version of a ticket', () => {
  const first = item('a', 1, assigned(7, 3))

  it('continues from its own earlier change', () => {
    const second = item('b', 2, assigned(7, 3))
    expect(raiseVersions(first, [first, second])).toEqual([{ ...second, work: assigned(7, 4) }])
  })
  it('stays where another user’s version, another ticket or another user is concerned', () => {
    const rest = [
      item('b', 2, assigned(7, 5)),
      item('c', 2, assigned(8, 3)),
      item('d', 2, assigned(7, 3), 2),
      item('e', 2, said(7)),
    ]
    expect(raiseVersions(first, rest)).toEqual([])
    expect(raiseVersions(item('e', 1, said(7)), rest)).toEqual([])
  })
})

it('a new change is later than all that waits, whatever the clock does', () => {
  const all = [item('a', 5, said(7)), item('b', 2, said(7))]
  expect(timeAfter(all, new Date('2026-11-23T09:00:00Z'))).toBe('2026-11-23T09:00:00.000Z')
  expect(timeAfter(all, new Date('2026-11-23T08:00:00Z'))).toBe('2026-11-23T08:05:00.001Z')
  expect(timeAfter([], new Date(0))).toBe('1970-01-01T00:00:00.000Z')
})
