import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { exportAsCsv, exportList } from '#tests/listExport.ts'
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

describe('an export of tickets', () => {
  it('has the hours in each state, for states that a listed ticket is or was in', async () => {
    const { testApp } = desk
    const later = (minutes: number) => {
      testApp.clock.advance(minutes * 60_000)
      return testApp.signIn('administrator')
    }
    const made = await desk.open({ title: 'Timed in its states' }, await later(0))
    const taken = await desk.move(made, stateNamed(made, 'In work'), await later(30))
    await desk.move(taken.body, stateNamed(taken.body, 'Done'), await later(90))
    const token = await later(1_440)
    const what = { list: 'tickets', question: { search: 'Timed' } } as const
    const [row]: Record<string, string>[] = parse(await exportAsCsv(testApp, token, what), {
      bom: true,
      columns: true,
    })
    expect(row).toMatchObject({ hoursOpen: '2', 'hoursIn:New': '0.5', 'hoursIn:In work': '1.5' })
    expect(row).toMatchObject({ 'hoursIn:Done': '' })
    expect(row).not.toHaveProperty('hoursIn:Ordered')
    const words = String(await exportList(testApp, token, what, { format: 'csv' }))
    expect(words.split('\r\n')[0]).toMatch(/Hours in state: New,Hours in state: In work/)
  })
})
