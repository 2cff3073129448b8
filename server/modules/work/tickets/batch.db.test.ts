import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { openClosingDesk, type ClosingDesk } from '#tests/closingDesk.ts'
import { statementsOf } from '#tests/statements.ts'
import { stateNamed } from '#tests/ticketDesk.ts'

const { ticketBatches, tickets } = contract
type Order = Input<typeof ticketBatches.changeTickets>['body']
let desk: ClosingDesk
beforeAll(async () => {
  desk = await openClosingDesk()
})
afterAll(() => desk.testApp.close())

const chosen = (some: readonly TicketDetail[]): Order['which'] => ({
  tickets: some.map(({ id, version }) => ({ id, version })),
})
const change = (body: Order, by = desk.as.admin) =>
  desk.testApp.call(by, ticketBatches.changeTickets, { body })
const changed = async (body: Order) => {
  const answer = await change(body)
  expect(answer.status).toBe(200)
  return answer.body
}
const preview = (body: Order) =>
  desk.testApp.ok(desk.as.admin, ticketBatches.previewTicketBatch, { body })
const undo = (id: Id<'ticketBatch'> | null, by = desk.as.admin) =>
  desk.testApp.call(by, ticketBatches.undoTicketBatch, {
    params: { id: id ?? (0 as Id<'ticketBatch'>) },
  })
const closing: Order['change'] = { kind: 'state', to: { category: 'closed' } }
const leak = (): Order['failures'] => [
  { ticketTypeId: desk.typeId, failure: { problem: { codeId: desk.codes.leak } } },
]

describe('a change of many tickets', () => {
  it('previews what closing asks, and closes with the answers that are given once', async () => {
    const working = [await desk.inWork({}), await desk.inWork({})]
    const fresh = await desk.open()
    const which = chosen([...working, fresh])
    expect(await preview({ which, change: closing })).toMatchObject({
      total: 3,
      change: 2,
      left: [{ reason: 'transition', count: 1 }],
      asks: [
        { ticketTypeId: desk.typeId, name: 'Repair', count: 2, asks: { problem: 'required' } },
      ],
    })
    expect(await changed({ which, change: closing })).toMatchObject({ id: null, change: 0 })
    expect(await changed({ which, change: closing, failures: leak() })).toMatchObject({
      change: 2,
      left: [{ reason: 'transition', count: 1 }],
    })
    for (const { id } of working)
      expect(await desk.read(id)).toMatchObject({
        state: { category: 'closed' },
        failure: { problem: { name: 'Leak' } },
      })
  })

  it('keeps an answer that a ticket has', async () => {
    const ticket = await desk.inWork({})
    const said = await desk.testApp.ok(desk.as.admin, tickets.editTicket, {
      params: { id: ticket.id },
      body: { version: ticket.version, failure: { problem: { text: 'It hissed' } } },
    })
    await changed({ which: chosen([said]), change: closing, failures: leak() })
    expect((await desk.read(ticket.id)).failure.problem?.name).toBe('It hissed')
  })

  it('refuses an answer of another type’s list', async () => {
    const ticket = await desk.inWork({})
    const answer = await change({
      which: chosen([ticket]),
      change: closing,
      failures: [{ ticketTypeId: desk.typeId, failure: { problem: { codeId: desk.foreignCode } } }],
    })
    expect(answer.status).toBe(404)
  })

  it('leaves tickets that somebody changed since, and those that are as wished', async () => {
    const [one, other] = [await desk.open(), await desk.open({ priority: 'urgent' })]
    await desk.assign(one, desk.testApp.here.users.administrator)
    expect(
      await changed({
        which: chosen([one, other]),
        change: { kind: 'priority', priority: 'urgent' },
      }),
    ).toMatchObject({ change: 0, same: 1, left: [{ reason: 'stale', count: 1 }] })
  })

  it('changes all that match the list, and journals each', async () => {
    const title = 'Broken lamp in the yard'
    const some = [await desk.open({ title }), await desk.open({ title })]
    const done = await changed({
      which: { question: { search: 'lamp in the yard' } },
      change: { kind: 'priority', priority: 'high' },
    })
    expect(done).toMatchObject({ total: 2, cut: 0, change: 2 })
    for (const { id } of some)
      expect((await desk.timeline(id)).rows[0]).toMatchObject({
        entry: { changes: [{ field: 'priority', before: 'normal', after: 'high' }] },
      })
  })

  it('gives tickets only to a person who may see them', async () => {
    await desk.setUser('technician', { allEquipment: false, equipmentTypeIds: [] })
    const [free, hidden] = [await desk.open(), await desk.open({ equipmentId: desk.pump })]
    expect(
      await changed({
        which: chosen([free, hidden]),
        change: { kind: 'assignee', assigneeId: desk.testApp.here.users.technician },
      }),
    ).toMatchObject({ change: 1, left: [{ reason: 'assignee', count: 1 }] })
    expect((await desk.read(free.id)).assignee?.id).toBe(desk.testApp.here.users.technician)
    expect(
      await change({
        which: chosen([hidden]),
        change: { kind: 'assignee', assigneeId: desk.testApp.here.users.staff },
      }),
    ).toMatchObject({ status: 409 })
  })

  it('needs no more statements for forty tickets than for four', async () => {
    const counted = async (number: number) => {
      const some: TicketDetail[] = []
      for (let made = 0; made < number; made++) some.push(await desk.open())
      const sent = await statementsOf(desk.testApp.pool, () =>
        change({ which: chosen(some), change: { kind: 'state', to: { category: 'inProgress' } } }),
      )
      return sent.statements.length
    }
    expect(await counted(40)).toBeLessThanOrEqual(await counted(4))
  })

  it('refuses a ticket that is not there, and a state of another company', async () => {
    const ticket = await desk.open()
    const lower = { kind: 'priority', priority: 'low' } as const
    const missing = { id: 999_999 as Id<'ticket'>, version: 1 }
    expect((await change({ which: { tickets: [missing] }, change: lower })).status).toBe(404)
    const stateId = 999_999 as Id<'ticketState'>
    const to: Order['change'] = { kind: 'state', to: { stateId } }
    expect((await change({ which: chosen([ticket]), change: to })).status).toBe(404)
  })

  it('leaves tickets of a type without the state', async () => {
    const ticket = await desk.inWork({})
    const foreign = await desk.testApp.ok(desk.as.admin, tickets.createTicketType, {
      body: { name: 'Wish', colour: 'blue', states: desk.states },
    })
    const other = await desk.open({ ticketTypeId: foreign.id })
    const stateId = stateNamed(ticket, 'Ordered')
    expect(
      await changed({ which: chosen([ticket, other]), change: { kind: 'state', to: { stateId } } }),
    ).toMatchObject({ change: 1, left: [{ reason: 'otherType', count: 1 }] })
  })
})

describe('the undo of a change of many tickets', () => {
  it('restores state and answers, and leaves a ticket that was changed since', async () => {
    const [one, other] = [await desk.inWork({}), await desk.inWork({})]
    const batch = await changed({
      which: chosen([one, other]),
      change: closing,
      failures: leak(),
    })
    const closed = await desk.read(other.id)
    await desk.testApp.ok(desk.as.admin, tickets.editTicket, {
      params: { id: other.id },
      body: { version: closed.version, title: 'Still leaks' },
    })
    expect((await undo(batch.id)).body).toEqual({ restored: 1, left: 1 })
    expect(await desk.read(one.id)).toMatchObject({
      state: { name: 'In work' },
      closedAt: null,
      failure: { problem: null },
    })
    expect((await desk.read(other.id)).state.category).toBe('closed')
    expect((await undo(batch.id)).body).toEqual({ restored: 0, left: 2 })
  })

  it('is refused for somebody else, and after a day', async () => {
    const ticket = await desk.open()
    const batch = await changed({
      which: chosen([ticket]),
      change: { kind: 'priority', priority: 'low' },
    })
    const technician = await desk.testApp.signIn('technician')
    expect((await undo(batch.id, technician)).status).toBe(404)
    await desk.pass(25)
    expect((await undo(batch.id)).status).toBe(404)
  })
})
