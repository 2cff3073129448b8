import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openTicketDesk, type TicketDesk } from '#tests/ticketDesk.ts'

const { equipment, referenceLists, ticketLinks, tickets } = contract
let desk: TicketDesk
beforeAll(async () => {
  desk = await openTicketDesk()
})
afterAll(() => desk.testApp.close())

const merge = (id: Id<'ticket'>, ticketIds: Id<'ticket'>[], by = desk.as.admin) =>
  desk.testApp.call(by, ticketLinks.mergeTickets, { params: { id }, body: { ticketIds } })
const undo = (id: Id<'ticket'>, by = desk.as.admin) =>
  desk.testApp.call(by, ticketLinks.undoMerge, { params: { id } })
const links = async (id: Id<'ticket'>, by = desk.as.admin) =>
  (await desk.testApp.call(by, ticketLinks.getTicketLinks, { params: { id } })).body
const link = (id: Id<'ticket'>, otherId: Id<'ticket'>, kind: 'blocks' | 'blockedBy' | 'relates') =>
  desk.testApp.call(desk.as.admin, ticketLinks.linkTicket, {
    params: { id },
    body: { otherId, kind },
  })
const say = (id: Id<'ticket'>, text: string) =>
  desk.testApp.call(desk.as.admin, tickets.commentTicket, { params: { id }, body: { text } })
const codeOf = (answer: { body: unknown }) =>
  (answer.body as { errors?: { code: string }[] }).errors?.[0]?.code

describe('a merged ticket', () => {
  it('is closed, counted and read with the ticket that continues, and comes back as it was', async () => {
    const [kept, twin] = [await desk.open({ title: 'Leak' }), await desk.open({ title: 'Water' })]
    await say(twin.id, 'It drips')
    const merged = await merge(kept.id, [twin.id])
    expect(merged).toMatchObject({
      status: 200,
      body: { merged: [{ id: twin.id, title: 'Water', state: { category: 'closed' } }] },
    })
    expect(await desk.read(kept.id)).toMatchObject({ repeatCount: 1 })
    expect(await desk.read(twin.id)).toMatchObject({ state: { category: 'closed' } })
    expect(await links(twin.id)).toMatchObject({ mergedInto: { ticket: { id: kept.id } } })
    expect((await desk.timeline(kept.id)).rows).toContainEqual(
      expect.objectContaining({ kind: 'comment', text: 'It drips', ticketId: twin.id }),
    )
    const changes = (await desk.timeline(twin.id)).rows.flatMap((row) =>
      row.kind === 'change' ? row.entry.changes : [],
    )
    expect(changes.find(({ field }) => field === 'mergedInto')).toMatchObject({
      after: `#${kept.id}`,
    })

    const ofKept = (await desk.timeline(kept.id)).rows.flatMap((row) =>
      row.kind === 'change' ? row.entry.changes : [],
    )
    expect(ofKept).toContainEqual(
      expect.objectContaining({ field: 'mergedFrom', after: `#${twin.id}` }),
    )

    expect(await undo(twin.id)).toMatchObject({ status: 200, body: { mergedInto: null } })
    const back = await desk.read(twin.id)
    expect(back).toMatchObject({ state: { id: twin.state.id }, closedAt: null })
    expect(await desk.read(kept.id)).toMatchObject({ repeatCount: 0 })
    expect((await desk.timeline(kept.id)).rows).not.toContainEqual(
      expect.objectContaining({ text: 'It drips' }),
    )
    expect(codeOf(await undo(twin.id))).toBe('undoneAlready')
  })

  it('takes comments, but its state and assignee are changed on the other ticket', async () => {
    const [kept, twin] = [await desk.open(), await desk.open()]
    await merge(kept.id, [twin.id])
    expect((await say(twin.id, 'Still there')).status).toBe(200)
    const now = await desk.read(twin.id)
    const moved = await desk.move(now, now.nextStates[0]?.id ?? twin.state.id)
    expect([moved.status, codeOf(moved)]).toEqual([409, 'ticketMerged'])
    expect(codeOf(await desk.assign(now, null))).toBe('ticketMerged')
  })

  it('is not closed before, not merged twice, not a ticket with merged ones, not another company’s', async () => {
    const [kept, twin, third] = [await desk.open(), await desk.open(), await desk.open()]
    expect((await merge(kept.id, [kept.id])).status).toBe(400)
    expect((await merge(kept.id, [twin.id], desk.as.stranger)).status).toBe(404)
    await merge(kept.id, [twin.id])
    expect(codeOf(await merge(third.id, [twin.id]))).toBe('ticketMerged')
    expect(codeOf(await merge(twin.id, [third.id]))).toBe('ticketMerged')
    expect(codeOf(await merge(third.id, [kept.id]))).toBe('ticketHasMerged')
    const done = third.states.find(({ category }) => category === 'closed')
    const open = await desk.move(third, third.nextStates[0]?.id ?? third.state.id)
    await desk.move(open.body, done?.id ?? third.state.id)
    expect(codeOf(await merge(kept.id, [third.id]))).toBe('ticketClosed')
    expect(codeOf(await merge(third.id, [kept.id]))).toBe('ticketClosed')
  })
})

it('a ticket is found by its number', async () => {
  const ticket = await desk.open({ title: 'Squeaks' })
  for (const search of [String(ticket.id), `#${ticket.id}`])
    expect((await desk.listed(desk.as.admin, { search })).map(({ id }) => id)).toContain(ticket.id)
})

describe('linked tickets', () => {
  it('are seen from both sides, once, and unlinked from either', async () => {
    const [one, two] = [await desk.open({ title: 'Pump' }), await desk.open({ title: 'Valve' })]
    expect(await link(one.id, two.id, 'blockedBy')).toMatchObject({
      status: 200,
      body: { links: [{ kind: 'blockedBy', ticket: { id: two.id, title: 'Valve' } }] },
    })
    const seen = await links(two.id)
    expect(seen.links).toMatchObject([{ kind: 'blocks', ticket: { id: one.id } }])
    expect(codeOf(await link(two.id, one.id, 'relates'))).toBe('alreadyThere')
    expect((await link(one.id, one.id, 'relates')).status).toBe(400)
    const gone = await desk.testApp.call(desk.as.admin, ticketLinks.unlinkTicket, {
      params: { id: two.id, linkId: seen.links[0]?.id ?? 0 },
    })
    expect(gone).toMatchObject({ status: 200, body: { links: [] } })
    expect((await link(two.id, one.id, 'relates')).body.links).toMatchObject([{ kind: 'relates' }])
  })

  it('have at most 50 links each', async () => {
    const one = await desk.open()
    for (let index = 0; index < 50; index += 1)
      expect((await link(one.id, (await desk.open()).id, 'relates')).status).toBe(200)
    expect(codeOf(await link(one.id, (await desk.open()).id, 'relates'))).toBe('tooManyLinks')
  })
})

describe('the open tickets of an equipment that is to be deleted', () => {
  const settle = (id: number, moveTo: number | null) =>
    desk.testApp.call(desk.as.admin, ticketLinks.settleOpenTickets, {
      params: { id },
      body: { moveTo },
    })
  const add = async (name: string) => {
    const type = await desk.testApp.call(desk.as.admin, referenceLists.createEquipmentType, {
      body: { name: `${name} type` },
    })
    const made = await desk.testApp.call(desk.as.admin, equipment.createEquipment, {
      body: { name, typeId: type.body.id },
    })
    expect(made.status).toBe(200)
    return made.body.id
  }

  it('move to another equipment, or are closed where their states allow it', async () => {
    const [old, next] = [await add('Old bed'), await add('New bed')]
    const moved = await desk.open({ equipmentId: old })
    expect(await settle(old, old)).toMatchObject({ status: 400 })
    expect(await settle(old, next)).toMatchObject({ status: 200, body: { settled: 1, left: 0 } })
    expect(await desk.read(moved.id)).toMatchObject({ equipment: { id: next } })
    // A new ticket of this type must be taken before it can be closed.
    expect(await settle(next, null)).toMatchObject({ body: { settled: 0, left: 1 } })
    const ticket = await desk.read(moved.id)
    await desk.move(ticket, ticket.nextStates[0]?.id ?? ticket.state.id)
    expect(await settle(next, null)).toMatchObject({ body: { settled: 1, left: 0 } })
    expect(await desk.read(moved.id)).toMatchObject({ state: { category: 'closed' } })
  })
})

it('a merge can be undone for a day', async () => {
  const [kept, twin] = [await desk.open(), await desk.open()]
  await merge(kept.id, [twin.id])
  desk.testApp.clock.advance(25 * 3_600_000)
  expect(codeOf(await undo(twin.id, await desk.testApp.signIn('administrator')))).toBe(
    'mergeTooOld',
  )
})
