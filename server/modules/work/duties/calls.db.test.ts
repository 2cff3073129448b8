import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openDutyDesk, type DutyDesk } from '#tests/dutyDesk.ts'

/** Calls of a rule's alert and ticket, and why calls end. */
const { duties, tickets } = contract
let desk: DutyDesk
beforeAll(async () => {
  desk = await openDutyDesk()
})
afterAll(() => desk.close())

const unasked = { userIds: [], roleIds: [], available: false }

describe('a rule that opens a ticket and calls the duty of its type', () => {
  it.each(['openTicket', 'sendAlert'] as const)(
    'calls once for both, with %s first, and I have it on either gives the ticket',
    async (firstKind) => {
      const duty = await desk.forTickets()
      await desk.onlyDuty(duty.id, async () => {
        const title = `Both, ${firstKind} first`
        const both = [
          { kind: 'openTicket', ticketTypeId: desk.ticketTypeId, title, assign: null },
          {
            kind: 'sendAlert',
            channels: [],
            level: 'error',
            text: title,
            recipients: {
              ...unasked,
              userIds: [Number(desk.technician)],
              followers: false,
              opener: false,
              assignee: false,
            },
            onlyWhoSeeEquipment: false,
            onlyWhoSeeLocation: false,
            dutyId: duty.id,
          },
        ]
        await desk.app.rule(firstKind === 'openTicket' ? both : both.toReversed())
        await desk.app.perform()
        await desk.app.testApp.app.outbox.drain()
        await desk.pass(0)
        const { rows } = await asSystem(desk.app.testApp.pool, (db) =>
          db.execute(sql`select distinct ticket_id from duty_step where duty_id = ${duty.id}`),
        )
        expect(rows).toHaveLength(1)
        const own = (await desk.bell(desk.app.technician)).filter(
          ({ text, ticket }) => text === title || ticket?.title === title,
        )
        expect(own.filter(({ kind }) => kind === 'dutyCalled')).toHaveLength(1)
        const told = own.find(({ kind }) => kind === 'automation')
        await desk.app.testApp.ok(desk.app.technician, duties.takeAlert, {
          params: { id: told?.id ?? 0 },
        })
        const ticket = await desk.app.testApp.ok(desk.app.admin, tickets.getTicket, {
          params: { id: rows[0]?.['ticket_id'] as Id<'ticket'> },
        })
        expect(ticket.assignee?.id).toBe(desk.technician)
      })
    },
  )
})

it('a rule that calls a duty in two alerts calls once, about the first', async () => {
  const duty = await desk.dutyWith()
  const alert = (text: string) => ({
    kind: 'sendAlert',
    channels: [],
    level: 'error',
    text,
    recipients: { ...unasked, followers: false, opener: false, assignee: false },
    onlyWhoSeeEquipment: false,
    onlyWhoSeeLocation: false,
    dutyId: duty.id,
  })
  await desk.app.rule([alert('It is warm'), alert('Move the vaccines')])
  await desk.app.perform()
  await desk.pass(0)
  const called = async () =>
    (await desk.bell(desk.app.technician)).filter(({ kind }) => kind === 'dutyCalled')
  expect((await called()).map(({ text }) => text)).toEqual(['It is warm'])
  await desk.app.perform()
  await desk.pass(0)
  expect(await called()).toHaveLength(2)
})

it('a known problem does not call again while its ticket still calls', async () => {
  const duty = await desk.dutyWith()
  const type = await desk.app.testApp.ok(desk.app.admin, tickets.createTicketType, {
    body: {
      name: 'Known problems',
      colour: 'red',
      states: [
        { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'In work', category: 'inProgress', colour: 'orange', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
  const actions = [
    {
      kind: 'openTicket',
      ticketTypeId: type.id,
      title: 'Known',
      assign: null,
      ifOpen: 'add',
    },
    {
      kind: 'sendAlert',
      channels: [],
      level: 'error',
      text: 'It is warm again',
      recipients: { ...unasked, followers: false, opener: false, assignee: false },
      onlyWhoSeeEquipment: false,
      onlyWhoSeeLocation: false,
      dutyId: duty.id,
    },
  ]
  await desk.app.rule(actions)
  const called = async () =>
    (await desk.bell(desk.app.technician)).filter(
      ({ kind, ticket }) => kind === 'dutyCalled' && ticket?.title === 'Known',
    )
  await desk.app.perform()
  await desk.pass(0)
  const [first] = await called()
  await desk.app.perform()
  await desk.pass(1)
  expect(await called()).toHaveLength(1)
  await desk.app.testApp.ok(desk.app.technician, duties.takeAlert, {
    params: { id: first?.id ?? 0 },
  })
  for (const times of [2, 2]) {
    await desk.app.perform()
    await desk.pass(0)
    expect(await called()).toHaveLength(times)
  }
})

describe('steps of an alert', () => {
  it('call until somebody has it, from the bell', async () => {
    const duty = await desk.dutyWith()
    await desk.app.rule([
      {
        kind: 'sendAlert',
        channels: [],
        level: 'error',
        text: 'Too warm',
        recipients: {
          userIds: [],
          roleIds: [],
          available: false,
          followers: false,
          opener: false,
          assignee: false,
        },
        onlyWhoSeeEquipment: true,
        onlyWhoSeeLocation: true,
        dutyId: duty.id,
      },
    ])
    await desk.app.perform()
    await desk.pass(0)
    const own = async () =>
      (await desk.bell(desk.app.technician)).filter(
        ({ kind, text }) => kind === 'dutyCalled' && text !== null,
      )
    const [call] = await own()
    expect(call).toMatchObject({ text: 'Too warm', call: { isOpen: true, takenBy: null } })
    await desk.app.testApp.ok(desk.app.technician, duties.takeAlert, {
      params: { id: call?.id ?? 0 },
    })
    await desk.pass(60)
    expect((await own())[0]?.call).toMatchObject({ isOpen: false, takenBy: 'technician here' })
    const listed = await desk.app.testApp.ok(desk.app.technician, duties.listDutyCalls, {
      body: { alertId: call?.id ?? 0 },
    })
    expect(listed).toMatchObject([{ step: 1, outcome: 'called' }])
    const stranger = await desk.app.testApp.call(desk.managers, duties.takeAlert, {
      params: { id: call?.id ?? 0 },
    })
    expect(stranger.status).toBe(404)
  })
})

describe('calls end with their reason', () => {
  const endInBell = async () =>
    (await desk.bell(desk.app.technician)).find(({ kind }) => kind === 'dutyCalled')?.call
  const move = async (token: string, id: Id<'ticket'>, category: string) => {
    const { version, nextStates } = await desk.app.testApp.ok(token, tickets.getTicket, {
      params: { id },
    })
    const stateId = nextStates.find((one) => one.category === category)?.id ?? 0
    await desk.app.testApp.ok(token, tickets.changeTicketState, {
      params: { id },
      body: { version, stateId },
    })
  }

  it('and a ticket that somebody else moved into work is theirs, not the assignee\u2019s', async () => {
    const duty = await desk.forTickets()
    await desk.onlyDuty(duty.id, async () => {
      const { id, version } = await desk.app.testApp.ok(desk.app.admin, tickets.openTicket, {
        body: { title: 'Asleep', ticketTypeId: desk.ticketTypeId },
      })
      await desk.app.testApp.ok(desk.app.admin, tickets.assignTicket, {
        params: { id },
        body: { version, assigneeId: desk.technician },
      })
      await desk.app.testApp.app.outbox.drain()
      await desk.pass(0)
      await move(desk.app.admin, id, 'inProgress')
      await desk.pass(1)
      const by = { why: 'taken', by: 'user', name: 'administrator here' }
      expect(await endInBell()).toEqual({
        isOpen: false,
        takenBy: 'administrator here',
        end: by,
      })
      expect(await desk.endsOf(id)).toMatchObject([{ duty: duty.name, ...by }])
    })
  })

  it('and nobody has a ticket that somebody or a rule closed', async () => {
    const duty = await desk.forTickets()
    await desk.onlyDuty(duty.id, async () => {
      const id = await desk.opened('Closed by hand')
      await desk.pass(0)
      await move(desk.app.admin, id, 'closed')
      await desk.pass(1)
      const by = { why: 'closed', by: 'user', name: 'administrator here' }
      expect(await endInBell()).toEqual({ isOpen: false, takenBy: null, end: by })
      expect(await desk.endsOf(id)).toMatchObject([by])

      const other = await desk.opened('Closed by a rule')
      await desk.pass(0)
      await move(desk.app.admin, other, 'closed')
      await asSystem(desk.app.testApp.pool, (db) =>
        db.execute(sql`update journal_entry set by_kind = 'automation', by_id = 1
          where entity = 'ticket' and entity_id = ${other}`),
      )
      await desk.pass(1)
      const end = { why: 'closed', by: 'automation', name: null }
      expect(await endInBell()).toEqual({ isOpen: false, takenBy: null, end })
    })
  })
})
