import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openPool } from '#db/pool.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { cutBefore } from '#tests/cutConnection.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { fireSteps } from './index.ts'

const hasSessions = inject('database').kind === 'postgres'
const { alerts, duties, tickets } = contract
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const MINUTE = 60_000
let app: RuleApp
let elsewhere: pg.Pool
let technician: Id<'user'>
let manager: Id<'user'>
let managers: string
let ticketTypeId: number

beforeAll(async () => {
  app = await openRuleApp()
  elsewhere = openPool(app.testApp.database.pool)
  ;({ technician, manager } = app.testApp.here.users)
  const type = await app.testApp.ok(app.admin, tickets.createTicketType, {
    body: {
      name: 'Called',
      colour: 'red',
      states: [
        { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'In work', category: 'inProgress', colour: 'orange', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
  ticketTypeId = type.id
})
afterAll(async () => {
  await elsewhere.end()
  await app.testApp.close()
})

const fire = () => fireSteps(app.testApp.app.kernel)
/** Sessions end while the clock advances. */
async function pass(minutes: number): Promise<void> {
  app.testApp.clock.advance(minutes * MINUTE)
  await fire()
  if (minutes === 0) return
  app.admin = await app.testApp.signIn('administrator')
  app.technician = await app.testApp.signIn('technician')
  managers = await app.testApp.signIn('manager')
}

let number = 0
const steps = () => [
  { minutes: 0, target: { to: 'onDuty' as const } },
  { minutes: 15, target: { to: 'user' as const, userId: Number(manager) } },
  { minutes: 15, target: { to: 'managers' as const } },
]
const dutyWith = (change: object = {}) =>
  app.testApp.ok(app.admin, duties.createDuty, {
    body: {
      name: `Calls ${(number += 1)}`,
      locationId: null,
      orgEntityId: null,
      weeks: 1,
      firstDay: '2026-11-16',
      isRoundTheClock: false,
      shifts: [
        { week: 1, days: EVERY_DAY, from: '00:00', to: '24:00', userId: Number(technician) },
      ],
      steps: steps(),
      ...change,
    },
  })
const forTickets = (change: object = {}) => dutyWith({ ticketTypeIds: [ticketTypeId], ...change })

const opened = async (title: string) => {
  const { id } = await app.testApp.ok(app.admin, tickets.openTicket, {
    body: { title, ticketTypeId: ticketTypeId },
  })
  await app.testApp.app.outbox.drain()
  return id
}
const callsOf = async (id: Id<'ticket'>) =>
  (
    await app.testApp.ok(app.admin, tickets.listTicketTimeline, {
      params: { id },
      body: { limit: 50, offset: 0 },
    })
  ).rows
    .filter((row) => row.kind === 'call')
    .toReversed()
const bell = async (token: string) =>
  (await app.testApp.ok(token, alerts.listAlerts, { body: { limit: 50 } })).rows
const onlyDuty = async (id: Id<'duty'>, work: () => Promise<void>) => {
  try {
    await work()
  } finally {
    app.admin = await app.testApp.signIn('administrator')
    await app.testApp.ok(app.admin, duties.deleteDuty, { params: { id } })
  }
}

const messages = () =>
  asSystem(app.testApp.pool, (db) =>
    db
      .select({
        channel: tables.message.channel,
        text: tables.message.text,
        path: tables.message.path,
      })
      .from(tables.message)
      .orderBy(tables.message.id),
  )

describe('messages of a step', () => {
  it('go once to the people called, by the channels that it names', async () => {
    const duty = await forTickets({
      steps: [
        { minutes: 0, target: { to: 'onDuty' }, channels: ['email'] },
        { minutes: 15, target: { to: 'user', userId: Number(manager) } },
      ],
    })
    await onlyDuty(duty.id, async () => {
      const before = (await messages()).length
      await opened('The fridge is warm')
      await pass(0)
      await pass(15)
      expect((await messages()).slice(before)).toEqual([
        {
          channel: 'email',
          text: 'You are called: “The fridge is warm”.',
          path: expect.stringMatching(/^\/ticket/),
        },
      ])
    })
  })
})

describe('a rule that opens a ticket and calls the duty of its type', () => {
  const nobody = { userIds: [], roleIds: [], available: false }
  it.each(['openTicket', 'sendAlert'] as const)(
    'calls once for both, with %s first, and I have it on either gives the ticket',
    async (firstKind) => {
      const duty = await forTickets()
      await onlyDuty(duty.id, async () => {
        const title = `Both, ${firstKind} first`
        const both = [
          { kind: 'openTicket', ticketTypeId, title, assign: null },
          {
            kind: 'sendAlert',
            channels: [],
            level: 'error',
            text: title,
            recipients: {
              ...nobody,
              userIds: [Number(technician)],
              followers: false,
              opener: false,
              assignee: false,
            },
            onlyWhoSeeEquipment: false,
            onlyWhoSeeLocation: false,
            dutyId: duty.id,
          },
        ]
        await app.rule(firstKind === 'openTicket' ? both : both.toReversed())
        await app.perform()
        await app.testApp.app.outbox.drain()
        await pass(0)
        const { rows } = await asSystem(app.testApp.pool, (db) =>
          db.execute(sql`select distinct ticket_id from duty_step where duty_id = ${duty.id}`),
        )
        expect(rows).toHaveLength(1)
        const own = (await bell(app.technician)).filter(
          ({ text, ticket }) => text === title || ticket?.title === title,
        )
        expect(own.filter(({ kind }) => kind === 'dutyCalled')).toHaveLength(1)
        const told = own.find(({ kind }) => kind === 'automation')
        await app.testApp.ok(app.technician, duties.takeAlert, { params: { id: told?.id ?? 0 } })
        const ticket = await app.testApp.ok(app.admin, tickets.getTicket, {
          params: { id: rows[0]?.['ticket_id'] as Id<'ticket'> },
        })
        expect(ticket.assignee?.id).toBe(technician)
      })
    },
  )
})

describe('steps of an alert', () => {
  it('call until somebody has it, from the bell', async () => {
    const duty = await dutyWith()
    await app.rule([
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
    await app.perform()
    await pass(0)
    const own = async () =>
      (await bell(app.technician)).filter(
        ({ kind, text }) => kind === 'dutyCalled' && text !== null,
      )
    const [call] = await own()
    expect(call).toMatchObject({ text: 'Too warm', call: { isOpen: true, takenBy: null } })
    await app.testApp.ok(app.technician, duties.takeAlert, { params: { id: call?.id ?? 0 } })
    await pass(60)
    expect((await own())[0]?.call).toMatchObject({ isOpen: false, takenBy: 'technician here' })
    const listed = await app.testApp.ok(app.technician, duties.listDutyCalls, {
      body: { alertId: call?.id ?? 0 },
    })
    expect(listed).toMatchObject([{ step: 1, outcome: 'called' }])
    const stranger = await app.testApp.call(managers, duties.takeAlert, {
      params: { id: call?.id ?? 0 },
    })
    expect(stranger.status).toBe(404)
  })
})

describe('calls end with their reason', () => {
  const ends = async (id: Id<'ticket'>) =>
    (
      await app.testApp.ok(app.admin, tickets.listTicketTimeline, {
        params: { id },
        body: { limit: 50, offset: 0 },
      })
    ).rows.filter((row) => row.kind === 'callEnd')
  const endInBell = async () =>
    (await bell(app.technician)).find(({ kind }) => kind === 'dutyCalled')?.call
  const move = async (token: string, id: Id<'ticket'>, category: string) => {
    const { version, nextStates } = await app.testApp.ok(token, tickets.getTicket, {
      params: { id },
    })
    const stateId = nextStates.find((one) => one.category === category)?.id ?? 0
    await app.testApp.ok(token, tickets.changeTicketState, {
      params: { id },
      body: { version, stateId },
    })
  }

  it('and a ticket that somebody else moved into work is theirs, not the assignee\u2019s', async () => {
    const duty = await forTickets()
    await onlyDuty(duty.id, async () => {
      const { id, version } = await app.testApp.ok(app.admin, tickets.openTicket, {
        body: { title: 'Asleep', ticketTypeId },
      })
      await app.testApp.ok(app.admin, tickets.assignTicket, {
        params: { id },
        body: { version, assigneeId: technician },
      })
      await app.testApp.app.outbox.drain()
      await pass(0)
      await move(app.admin, id, 'inProgress')
      await pass(1)
      const by = { why: 'taken', by: 'user', name: 'administrator here' }
      expect(await endInBell()).toEqual({
        isOpen: false,
        takenBy: 'administrator here',
        end: by,
      })
      expect(await ends(id)).toMatchObject([{ duty: duty.name, ...by }])
    })
  })

  it('and nobody has a ticket that somebody or a rule closed', async () => {
    const duty = await forTickets()
    await onlyDuty(duty.id, async () => {
      const id = await opened('Closed by hand')
      await pass(0)
      await move(app.admin, id, 'closed')
      await pass(1)
      const by = { why: 'closed', by: 'user', name: 'administrator here' }
      expect(await endInBell()).toEqual({ isOpen: false, takenBy: null, end: by })
      expect(await ends(id)).toMatchObject([by])

      const other = await opened('Closed by a rule')
      await pass(0)
      await move(app.admin, other, 'closed')
      await asSystem(app.testApp.pool, (db) =>
        db.execute(sql`update journal_entry set by_kind = 'automation', by_id = 1
          where entity = 'ticket' and entity_id = ${other}`),
      )
      await pass(1)
      const end = { why: 'closed', by: 'automation', name: null }
      expect(await endInBell()).toEqual({ isOpen: false, takenBy: null, end })
    })
  })
})

describe('steps of a ticket type', () => {
  it('call one after the other until somebody has it, and the timeline says who saw it when', async () => {
    const duty = await forTickets()
    await onlyDuty(duty.id, async () => {
      const id = await opened('The fridge warms')
      await pass(0)
      expect(await callsOf(id)).toMatchObject([
        { step: 1, outcome: 'called', people: [{ id: technician, seenAt: null }] },
      ])
      await pass(14)
      expect(await callsOf(id)).toHaveLength(1)
      await pass(2)
      expect(await callsOf(id)).toMatchObject([{ step: 1 }, { step: 2, people: [{ id: manager }] }])
      const [call] = await bell(managers)
      expect(call).toMatchObject({ kind: 'dutyCalled', level: 'error', call: { isOpen: true } })
      const taken = await app.testApp.ok(managers, duties.takeAlert, {
        params: { id: call?.id ?? 0 },
      })
      expect(taken.takenBy).toBe('manager here')
      const ticket = await app.testApp.ok(app.admin, tickets.getTicket, { params: { id } })
      expect([ticket.assignee?.id, ticket.state.category]).toEqual([manager, 'inProgress'])
      await pass(60)
      const calls = await callsOf(id)
      expect(calls).toHaveLength(2)
      expect(calls[1]?.people[0]?.seenAt).not.toBeNull()
      const late = (await bell(app.technician)).find(({ kind }) => kind === 'dutyCalled')
      expect(late?.call).toMatchObject({ isOpen: false, takenBy: 'manager here' })
    })
  })

  it('end when the ticket is taken up in any other way', async () => {
    const duty = await forTickets()
    await onlyDuty(duty.id, async () => {
      const id = await opened('Taken by hand')
      await pass(0)
      const { version, nextStates } = await app.testApp.ok(app.technician, tickets.getTicket, {
        params: { id },
      })
      await app.testApp.ok(app.technician, tickets.changeTicketState, {
        params: { id },
        body: {
          version,
          stateId: nextStates.find(({ category }) => category === 'inProgress')?.id ?? 0,
        },
      })
      await pass(120)
      expect(await callsOf(id)).toHaveLength(1)
    })
  })

  it('pass to the next step at once if nobody is on duty or the person may not handle tickets', async () => {
    const duty = await forTickets({
      shifts: [],
      steps: [
        { minutes: 0, target: { to: 'onDuty' } },
        { minutes: 30, target: { to: 'user', userId: Number(app.testApp.here.users.staff) } },
        { minutes: 30, target: { to: 'user', userId: Number(manager) } },
      ],
    })
    await onlyDuty(duty.id, async () => {
      const id = await opened('Nobody there')
      await pass(0)
      await fire()
      await fire()
      expect((await callsOf(id)).map(({ outcome }) => outcome)).toEqual([
        'nobody',
        'notEligible',
        'called',
      ])
    })
  })

  it('of a duty with a location call only for tickets there and below', async () => {
    const duty = await forTickets({ locationId: app.own.location })
    await onlyDuty(duty.id, async () => {
      const elsewhereId = await opened('Elsewhere')
      const { id } = await app.testApp.ok(app.admin, tickets.openTicket, {
        body: {
          title: 'There',
          ticketTypeId: ticketTypeId,
          locationId: app.own.location ?? 0,
        },
      })
      await app.testApp.app.outbox.drain()
      await pass(0)
      expect([await callsOf(elsewhereId), await callsOf(id)].map(({ length }) => length)).toEqual([
        0, 1,
      ])
    })
  })

  it('are off by default: a duty without steps calls nobody', async () => {
    const duty = await forTickets({ steps: [] })
    await onlyDuty(duty.id, async () => {
      const id = await opened('Quiet')
      await pass(60)
      expect(await callsOf(id)).toEqual([])
    })
  })
})

it('a rehearsal says who would have been called, and how long each ticket waited', async () => {
  const duty = await forTickets()
  const { rows } = await app.testApp.ok(app.admin, duties.rehearseDuty, { params: { id: duty.id } })
  const fridge = rows.find(({ title }) => title === 'The fridge warms')
  expect(fridge?.unansweredSeconds).toBe(16 * 60)
  expect(fridge?.calls.map(({ step, people }) => [step, people.map(({ id }) => id)])).toEqual([
    [1, [technician]],
    [2, [manager]],
  ])
  const quiet = rows.find(({ title }) => title === 'Quiet')
  expect([quiet?.answeredAt, quiet?.calls.length]).toEqual([null, 3])
  await app.testApp.ok(app.admin, duties.deleteDuty, { params: { id: duty.id } })
})

describe.runIf(hasSessions)('a server that dies', () => {
  const sent = async (id: Id<'ticket'>) => {
    const { rows } = await asSystem(app.testApp.pool, (db) =>
      db.execute<{ sent: number }>(sql`select count(*)::int as sent from alert
        where kind = 'dutyCalled' and ticket_id = ${id}`),
    )
    return rows[0]?.sent
  }

  it.each(['alert', 'alert_recipient', 'duty_step'])(
    'between two steps, before it writes %s, calls once, as do two servers together',
    async (table) => {
      const duty = await forTickets()
      await onlyDuty(duty.id, async () => {
        const id = await opened(`Cut before ${table}`)
        await pass(0)
        expect(await sent(id)).toBe(1)
        app.testApp.clock.advance(15 * MINUTE)
        await cutBefore(elsewhere, table, () => fire().catch(() => undefined))
        expect(await sent(id)).toBe(1)
        const other = { ...app.testApp.app.kernel, pool: elsewhere }
        await Promise.all([fireSteps(other), fire(), fireSteps(other)])
        expect(await sent(id)).toBe(2)
      })
    },
  )
})
