import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openTicketDesk, stateNamed, type TicketDesk } from '#tests/ticketDesk.ts'

const { tickets } = contract
let desk: TicketDesk
beforeAll(async () => {
  desk = await openTicketDesk()
})
afterAll(() => desk.testApp.close())

describe('the timeline of a ticket', () => {
  it('shows comments and changes in one order, newest first, a page at a time', async () => {
    const made = await desk.open()
    desk.testApp.clock.advance(60_000)
    await desk.testApp.call(desk.as.staff, tickets.commentTicket, {
      params: { id: made.id },
      body: { text: 'It is getting worse' },
    })
    desk.testApp.clock.advance(60_000)
    const taken = await desk.testApp.call(desk.as.admin, tickets.changeTicketState, {
      params: { id: made.id },
      body: {
        stateId: stateNamed(made, 'In work'),
        assigneeId: desk.testApp.here.users.administrator,
        version: made.version,
      },
    })
    expect(taken.body).toMatchObject({
      state: { name: 'In work' },
      assignee: { name: 'administrator here' },
      version: made.version + 1,
    })
    const { count, rows } = await desk.timeline(made.id)
    expect(count).toBe(3)
    expect(rows).toMatchObject([
      {
        kind: 'change',
        entry: {
          by: { kind: 'user', name: 'administrator here' },
          changes: [
            { field: 'state', before: 'New', after: 'In work' },
            { field: 'assignee', before: null, after: { name: 'administrator here' } },
          ],
        },
      },
      { kind: 'comment', author: { name: 'staff here' }, text: 'It is getting worse' },
      { kind: 'change', entry: { change: 'created' } },
    ])
    expect(await desk.timeline(made.id, { limit: 1, offset: 1 })).toEqual({
      count: 3,
      rows: [rows[1]],
    })
  })

  it('is for those who see the ticket, in their company', async () => {
    const made = await desk.open()
    const answer = await desk.testApp.call(desk.as.stranger, tickets.listTicketTimeline, {
      params: { id: made.id },
      body: { limit: 10, offset: 0 },
    })
    expect(answer.status).toBe(404)
  })

  it('shows no assignment of a user who is not there while it is moved', async () => {
    const made = await desk.open()
    const answer = await desk.testApp.call(desk.as.admin, tickets.changeTicketState, {
      params: { id: made.id },
      body: {
        stateId: stateNamed(made, 'In work'),
        assigneeId: 999_999 as Id<'user'>,
        version: made.version,
      },
    })
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ path: 'body.assigneeId' }] } })
    expect((await desk.read(made.id)).state.name).toBe('New')
  })
})
