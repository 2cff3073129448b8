import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { openTicketDesk, stateDrafts, stateNamed, type TicketDesk } from '#tests/ticketDesk.ts'

const { tickets } = contract
let desk: TicketDesk
beforeAll(async () => {
  desk = await openTicketDesk()
})
afterAll(() => desk.testApp.close())

const after = ({ openedAt }: TicketDetail, hours: number) =>
  new Date(Date.parse(openedAt) + hours * 3_600_000).toISOString()
const targets = [
  { priority: 'urgent' as const, respondHours: 1, resolveHours: 8 },
  { priority: 'high' as const, respondHours: 4, resolveHours: null },
]
const promising = async (name: string) =>
  (
    await desk.testApp.call(desk.as.admin, tickets.createTicketType, {
      body: { name, colour: 'red', states: stateDrafts, defaultPriority: 'high', targets },
    })
  ).body

describe('the priority of a ticket', () => {
  it('is its type’s, with the promised times, unless another is given', async () => {
    const type = await promising('Promises')
    expect(type).toMatchObject({ defaultPriority: 'high', targets })
    const times = { ticketTypeId: type.id }
    const usual = await desk.open(times)
    expect(usual).toMatchObject({
      priority: 'high',
      respondBy: after(usual, 4),
      dueBy: null,
      isOverdue: false,
    })
    const urgent = await desk.open({ ...times, priority: 'urgent' })
    expect(urgent).toMatchObject({
      priority: 'urgent',
      respondBy: after(urgent, 1),
      dueBy: after(urgent, 8),
    })
    expect(await desk.open({ ...times, priority: 'low' })).toMatchObject({
      respondBy: null,
      dueBy: null,
    })
    expect(await desk.open()).toMatchObject({ priority: 'normal', respondBy: null, dueBy: null })
  })

  it('recalculates the times from the opening when it changes, and only then', async () => {
    const made = await desk.open({ ticketTypeId: (await promising('Counts anew')).id })
    const edit = (body: object, version: number) =>
      desk.testApp.call(desk.as.admin, tickets.editTicket, {
        params: { id: made.id },
        body: { ...body, version },
      })
    const raised = (await edit({ priority: 'urgent' }, made.version)).body
    expect(raised).toMatchObject({ priority: 'urgent', dueBy: after(made, 8) })
    expect((await desk.timeline(made.id)).rows[0]).toMatchObject({
      entry: { changes: [{ field: 'priority', before: 'high', after: 'urgent' }] },
    })
    expect((await edit({ title: 'It floods' }, raised.version)).body).toMatchObject({
      dueBy: raised.dueBy,
      respondBy: raised.respondBy,
    })
  })

  it('counts the company’s working hours if the type says so, also after a change', async () => {
    const { testApp, as } = desk
    const { version } = (await testApp.call(as.admin, contract.companies.getCompany, {})).body
    const hours = { from: '08:00', to: '16:00' }
    const opened = testApp.clock.now()
    const days = [0, 1, 2, 3, 4, 5, 6]
    const closed = [0, 1, 2].map((away) => ({
      date: new Date(opened.getTime() + away * 86_400_000).toISOString().slice(0, 10),
      name: `Closed ${away}`,
      yearly: false,
    }))
    await testApp.call(as.admin, contract.companies.updateCompany, {
      body: {
        version,
        timezone: 'UTC',
        workingHours: days.map((day) => ({ day, ...hours })),
        holidays: closed,
      },
    })
    const body = {
      name: 'Working hours',
      colour: 'red' as const,
      states: stateDrafts,
      targets,
      targetClock: 'working' as const,
    }
    const type = (await testApp.call(as.admin, tickets.createTicketType, { body })).body
    expect(type).toMatchObject({ targetClock: 'working' })
    const third = new Date(opened.getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
    const made = await desk.open({ ticketTypeId: type.id, priority: 'high' })
    expect(made).toMatchObject({ respondBy: `${third}T12:00:00.000Z`, dueBy: null })
    const raised = await testApp.call(as.admin, tickets.editTicket, {
      params: { id: made.id },
      body: { priority: 'urgent', version: made.version },
    })
    expect(raised.body).toMatchObject({
      respondBy: `${third}T09:00:00.000Z`,
      dueBy: `${third}T16:00:00.000Z`,
    })
  })

  it.each([
    ['one priority twice', [targets[0], targets[0]]],
    ['being done before being taken up', [{ priority: 'low', respondHours: 9, resolveHours: 8 }]],
    ['hours without end', [{ priority: 'low', respondHours: 1e9, resolveHours: null }]],
    ['a priority that is none', [{ priority: 'now', respondHours: 1, resolveHours: null }]],
  ])('refuses target times that name %s', async (_what, wrong) => {
    const body = { name: 'Wrong', colour: 'red', states: stateDrafts, targets: wrong }
    expect((await desk.testApp.raw(desk.as.admin, 'POST', '/api/ticket-types', body)).status).toBe(
      400,
    )
  })
})

describe('overdue tickets', () => {
  it('are found by priority and by being overdue, and sorted by both', async () => {
    const { id: ticketTypeId } = await promising('Is found')
    const [low, high, urgent] = [
      await desk.open({ ticketTypeId, priority: 'low' }),
      await desk.open({ ticketTypeId }),
      await desk.open({ ticketTypeId, priority: 'urgent' }),
    ]
    const found = async (question: object) =>
      (await desk.listed(desk.as.admin, { ticketTypeIds: [ticketTypeId], ...question })).map(
        ({ id }) => id,
      )
    expect(await found({ sort: 'priority' })).toEqual([urgent.id, high.id, low.id])
    expect(await found({ sort: 'due' })).toEqual([urgent.id, high.id, low.id])
    expect(await found({ priorities: ['low', 'high'], sort: 'priority' })).toEqual([
      high.id,
      low.id,
    ])
    expect(await found({ isOverdue: true })).toEqual([])
    await desk.pass(2)
    expect(await found({ isOverdue: true })).toEqual([urgent.id])
    expect(await desk.read(urgent.id)).toMatchObject({ isOverdue: true })
    // once it is in work, the next deadline is the resolution time
    await desk.move(urgent, stateNamed(urgent, 'In work'))
    expect(await desk.read(urgent.id)).toMatchObject({ isOverdue: false })
    expect(await found({ isOverdue: true })).toEqual([])
    await desk.pass(7)
    expect(await found({ isOverdue: true, sort: 'due' })).toEqual([high.id, urgent.id])
    const late = await desk.read(urgent.id)
    await desk.move(late, stateNamed(late, 'Done'))
    expect(await desk.read(urgent.id)).toMatchObject({ isOverdue: false })
  })
})
