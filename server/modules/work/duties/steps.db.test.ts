import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { cutBefore } from '#tests/cutConnection.ts'
import { openDutyDesk, type DutyDesk } from '#tests/dutyDesk.ts'
import { fireSteps } from './index.ts'

const hasSessions = inject('database').kind === 'postgres'
const { duties, tickets } = contract
const MINUTE = 60_000
let desk: DutyDesk
beforeAll(async () => {
  desk = await openDutyDesk()
})
afterAll(() => desk.close())

describe('messages of a step', () => {
  it('go once to the people called, by the channels that it names', async () => {
    const duty = await desk.forTickets({
      steps: [
        { minutes: 0, target: { to: 'onDuty' }, channels: ['email'] },
        { minutes: 15, target: { to: 'user', userId: Number(desk.manager) } },
      ],
    })
    await desk.onlyDuty(duty.id, async () => {
      const before = (await desk.messages()).length
      await desk.opened('The fridge is warm')
      await desk.pass(0)
      await desk.pass(15)
      expect((await desk.messages()).slice(before)).toEqual([
        {
          channel: 'email',
          text: 'You are called: “The fridge is warm”.',
          path: expect.stringMatching(/^\/ticket/),
        },
      ])
    })
  })
})

describe('steps of a ticket type', () => {
  it('call one after the other until somebody has it, and the timeline says who saw it when', async () => {
    const duty = await desk.forTickets()
    await desk.onlyDuty(duty.id, async () => {
      const id = await desk.opened('The fridge warms')
      await desk.pass(0)
      expect(await desk.callsOf(id)).toMatchObject([
        { step: 1, outcome: 'called', people: [{ id: desk.technician, seenAt: null }] },
      ])
      await desk.pass(14)
      expect(await desk.callsOf(id)).toHaveLength(1)
      await desk.pass(2)
      expect(await desk.callsOf(id)).toMatchObject([
        { step: 1 },
        { step: 2, people: [{ id: desk.manager }] },
      ])
      const [call] = await desk.bell(desk.managers)
      expect(call).toMatchObject({ kind: 'dutyCalled', level: 'error', call: { isOpen: true } })
      const taken = await desk.app.testApp.ok(desk.managers, duties.takeAlert, {
        params: { id: call?.id ?? 0 },
      })
      expect(taken.takenBy).toBe('manager here')
      const ticket = await desk.app.testApp.ok(desk.app.admin, tickets.getTicket, {
        params: { id },
      })
      expect([ticket.assignee?.id, ticket.state.category]).toEqual([desk.manager, 'inProgress'])
      await desk.pass(60)
      const calls = await desk.callsOf(id)
      expect(calls).toHaveLength(2)
      expect(calls[1]?.people[0]?.seenAt).not.toBeNull()
      const late = (await desk.bell(desk.app.technician)).find(({ kind }) => kind === 'dutyCalled')
      expect(late?.call).toMatchObject({ isOpen: false, takenBy: 'manager here' })
    })
  })

  it('end on the page of the ticket, for those who are called and nobody else', async () => {
    const duty = await desk.forTickets()
    await desk.onlyDuty(duty.id, async () => {
      const id = await desk.opened('Seen on its page')
      await desk.pass(0)
      const callOf = async (token: string) =>
        (await desk.app.testApp.ok(token, tickets.getTicket, { params: { id } })).callAlertId
      await desk.pass(1)
      expect([await callOf(desk.managers), await callOf(desk.app.admin)]).toEqual([null, null])
      const alertId = (await callOf(desk.app.technician)) ?? 0
      await desk.app.testApp.ok(desk.app.technician, duties.takeAlert, { params: { id: alertId } })
      expect(await callOf(desk.app.technician)).toBeNull()
      await desk.pass(60)
      expect(await desk.callsOf(id)).toHaveLength(1)
      expect(await desk.endsOf(id)).toMatchObject([
        { why: 'taken', by: 'user', name: 'technician here' },
      ])
    })
  })

  it('end when the ticket is taken up in any other way', async () => {
    const duty = await desk.forTickets()
    await desk.onlyDuty(duty.id, async () => {
      const id = await desk.opened('Taken by hand')
      await desk.pass(0)
      const { version, nextStates } = await desk.app.testApp.ok(
        desk.app.technician,
        tickets.getTicket,
        {
          params: { id },
        },
      )
      await desk.app.testApp.ok(desk.app.technician, tickets.changeTicketState, {
        params: { id },
        body: {
          version,
          stateId: nextStates.find(({ category }) => category === 'inProgress')?.id ?? 0,
        },
      })
      await desk.pass(120)
      expect(await desk.callsOf(id)).toHaveLength(1)
    })
  })

  it('pass to the next step at once if nobody is on duty or the person may not handle tickets', async () => {
    const duty = await desk.forTickets({
      shifts: [],
      steps: [
        { minutes: 0, target: { to: 'onDuty' } },
        { minutes: 30, target: { to: 'user', userId: Number(desk.app.testApp.here.users.staff) } },
        { minutes: 30, target: { to: 'user', userId: Number(desk.manager) } },
      ],
    })
    await desk.onlyDuty(duty.id, async () => {
      const id = await desk.opened('Nobody there')
      await desk.pass(0)
      await desk.fire()
      await desk.fire()
      expect((await desk.callsOf(id)).map(({ outcome }) => outcome)).toEqual([
        'nobody',
        'notEligible',
        'called',
      ])
    })
  })

  it('of a duty with a location call only for tickets there and below', async () => {
    const duty = await desk.forTickets({ locationId: desk.app.own.location })
    await desk.onlyDuty(duty.id, async () => {
      const elsewhereId = await desk.opened('Elsewhere')
      const { id } = await desk.app.testApp.ok(desk.app.admin, tickets.openTicket, {
        body: {
          title: 'There',
          ticketTypeId: desk.ticketTypeId,
          locationId: desk.app.own.location ?? 0,
        },
      })
      await desk.app.testApp.app.outbox.drain()
      await desk.pass(0)
      expect(
        [await desk.callsOf(elsewhereId), await desk.callsOf(id)].map(({ length }) => length),
      ).toEqual([0, 1])
    })
  })

  it('are off by default: a duty without steps calls nobody', async () => {
    const duty = await desk.forTickets({ steps: [] })
    await desk.onlyDuty(duty.id, async () => {
      const id = await desk.opened('Quiet')
      await desk.pass(60)
      expect(await desk.callsOf(id)).toEqual([])
    })
  })
})

it('a rehearsal says who would have been called, and how long each ticket waited', async () => {
  const duty = await desk.forTickets()
  const { rows } = await desk.app.testApp.ok(desk.app.admin, duties.rehearseDuty, {
    params: { id: duty.id },
  })
  const fridge = rows.find(({ title }) => title === 'The fridge warms')
  expect(fridge?.unansweredSeconds).toBe(16 * 60)
  expect(fridge?.calls.map(({ step, people }) => [step, people.map(({ id }) => id)])).toEqual([
    [1, [desk.technician]],
    [2, [desk.manager]],
  ])
  const quiet = rows.find(({ title }) => title === 'Quiet')
  expect([quiet?.answeredAt, quiet?.calls.length]).toEqual([null, 3])
  await desk.app.testApp.ok(desk.app.admin, duties.deleteDuty, { params: { id: duty.id } })
})

describe.runIf(hasSessions)('a server that dies', () => {
  const sent = async (id: Id<'ticket'>) => {
    const { rows } = await asSystem(desk.app.testApp.pool, (db) =>
      db.execute<{ sent: number }>(sql`select count(*)::int as sent from alert
        where kind = 'dutyCalled' and ticket_id = ${id}`),
    )
    return rows[0]?.sent
  }

  it.each(['alert', 'alert_recipient', 'duty_step'])(
    'between two steps, before it writes %s, calls once, as do two servers together',
    async (table) => {
      const duty = await desk.forTickets()
      await desk.onlyDuty(duty.id, async () => {
        const id = await desk.opened(`Cut before ${table}`)
        await desk.pass(0)
        expect(await sent(id)).toBe(1)
        desk.app.testApp.clock.advance(15 * MINUTE)
        await cutBefore(desk.elsewhere, table, () => desk.fire().catch(() => undefined))
        expect(await sent(id)).toBe(1)
        const other = { ...desk.app.testApp.app.kernel, pool: desk.elsewhere }
        await Promise.all([fireSteps(other), desk.fire(), fireSteps(other)])
        expect(await sent(id)).toBe(2)
      })
    },
  )
})
