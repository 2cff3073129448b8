import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { newcomers } from '#tests/newcomers.ts'
import { openTicketDesk, stateNamed, type TicketDesk } from '#tests/ticketDesk.ts'

const { assignments, equipment, journal, people, referenceLists, tickets } = contract
let desk: TicketDesk
let pump: Id<'equipment'>
let pumpType: Id<'equipmentType'>
let bedType: Id<'equipmentType'>
let handling: Id<'role'>
const { settle, roleWith } = newcomers(() => ({ testApp: desk.testApp, admin: desk.as.admin }))

beforeAll(async () => {
  desk = await openTicketDesk()
  const newType = async (name: string) =>
    (await desk.testApp.ok(desk.as.admin, referenceLists.createEquipmentType, { body: { name } }))
      .id
  pumpType = await newType('Pump')
  bedType = await newType('Bed')
  pump = (
    await desk.testApp.ok(desk.as.admin, equipment.createEquipment, {
      body: { name: 'Pump 1', typeId: pumpType },
    })
  ).id
})
beforeEach(async () => {
  desk.testApp.clock.advance(16 * 60_000)
  desk.as.admin = await desk.testApp.signIn('administrator')
  handling = await roleWith('editor|tickets')
})
afterAll(() => desk.testApp.close())

type Person = Awaited<ReturnType<typeof settle>>
const repairer = (change: object = {}) => settle({ roleIds: [handling], ...change })
const seesOnly = (typeId: Id<'equipmentType'>) => ({
  allEquipment: false,
  equipmentTypeIds: [typeId],
})
const refusalOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...(body as { errors: { path: string; code: string }[] }).errors.map(
    ({ path, code }) => `${path} ${code}`,
  ),
]
const openFor = (assigneeId: Id<'user'>) => desk.open({ equipmentId: pump, assigneeId })
const assigneeOf = async ({ id }: TicketDetail) => (await desk.read(id)).assignee?.id ?? null
async function change(person: Person, body: object) {
  const { version } = await desk.testApp.ok(desk.as.admin, people.getUser, {
    params: { id: person.id },
  })
  return desk.testApp.call(desk.as.admin, people.updateUser, {
    params: { id: person.id },
    body: { version, ...body },
  })
}

describe('assigning a ticket by hand', () => {
  it('is refused for a person who may not see its equipment or handle tickets', async () => {
    const [bedsOnly, reader] = [await repairer(seesOnly(bedType)), await settle()]
    const ticket = await desk.open({ equipmentId: pump })
    const said = 'body.assigneeId mayNotSeeEquipment'
    expect(refusalOf(await desk.assign(ticket, bedsOnly.id))).toEqual([409, said])
    expect(refusalOf(await desk.assign(ticket, reader.id))).toEqual([
      409,
      'body.assigneeId mayNotHandleTickets',
    ])
    const opened = await desk.testApp.call(desk.as.admin, tickets.openTicket, {
      body: desk.asked({ equipmentId: pump, assigneeId: bedsOnly.id }),
    })
    expect(refusalOf(opened)).toEqual([409, said])
    const moved = await desk.testApp.call(desk.as.admin, tickets.changeTicketState, {
      params: { id: ticket.id },
      body: {
        stateId: stateNamed(ticket, 'In work'),
        assigneeId: bedsOnly.id,
        version: ticket.version,
      },
    })
    expect(refusalOf(moved)).toEqual([409, said])
    expect(await desk.read(ticket.id)).toMatchObject({ assignee: null, version: ticket.version })
    expect((await desk.open({ assigneeId: bedsOnly.id })).assignee?.id).toBe(bedsOnly.id)
  })

  it('is possible for a person who is not available', async () => {
    const person = await repairer()
    expect((await openFor(person.id)).assignee?.id).toBe(person.id)
  })

  it('offers those who can do it first, and says why others cannot', async () => {
    const busy = await repairer({ lastName: 'Zkusmá', availability: { kind: 'unlimited' } })
    const free = await repairer({ lastName: 'Zkusmá', availability: { kind: 'unlimited' } })
    const beds = await repairer({ lastName: 'Zkusmá', ...seesOnly(bedType) })
    await openFor(busy.id)
    const { count, rows } = await desk.testApp.ok(desk.as.admin, assignments.listAssignees, {
      body: { search: 'zkusma', equipmentId: pump, limit: 50 },
    })
    expect(count).toBe(3)
    expect(rows).toEqual([
      { id: free.id, name: 'Eva Zkusmá', load: 0, reasons: [] },
      { id: busy.id, name: 'Eva Zkusmá', load: 1, reasons: [] },
      {
        id: beds.id,
        name: 'Eva Zkusmá',
        load: 0,
        reasons: ['notAvailable', 'mayNotSeeEquipment'],
      },
    ])
  })
})

describe('taking rights away from an assignee', () => {
  it('counts the open tickets that they would no longer see, before anything is stored', async () => {
    const person = await repairer()
    const ticket = await openFor(person.id)
    await desk.open({ assigneeId: person.id })
    const counted = (body: object) =>
      desk.testApp.ok(desk.as.admin, people.countUnableTickets, {
        params: { id: person.id },
        body,
      })
    expect(await counted({})).toEqual({ unable: 0, all: 2 })
    expect(await counted(seesOnly(bedType))).toEqual({ unable: 1, all: 2 })
    expect(await counted(seesOnly(pumpType))).toEqual({ unable: 0, all: 2 })
    expect(await counted({ roleIds: [] })).toEqual({ unable: 2, all: 2 })
    expect(await assigneeOf(ticket)).toBe(person.id)
  })

  it('hands exactly those tickets over in the same step, and the journal says so', async () => {
    const [person, heir] = [await repairer(), await repairer()]
    const [hidden, visible] = [await openFor(person.id), await desk.open({ assigneeId: person.id })]
    expect((await change(person, { ...seesOnly(bedType), ticketsTo: heir.id })).status).toBe(200)
    expect([await assigneeOf(hidden), await assigneeOf(visible)]).toEqual([heir.id, person.id])
    const entries = await desk.testApp.ok(desk.as.admin, journal.listJournal, {
      body: { entity: 'ticket', entityId: hidden.id, limit: 1 },
    })
    expect(JSON.stringify(entries.rows[0])).toContain(String(heir.id))
  })

  it('changes nothing if the new assignee cannot see one of the tickets', async () => {
    const [person, heir] = [await repairer(), await repairer(seesOnly(bedType))]
    const ticket = await openFor(person.id)
    const answer = await change(person, { roleIds: [], ticketsTo: heir.id })
    expect(refusalOf(answer)).toEqual([409, 'body.ticketsTo cannotTakeAll'])
    expect(await assigneeOf(ticket)).toBe(person.id)
    const { roles } = await desk.testApp.ok(desk.as.admin, people.getUser, {
      params: { id: person.id },
    })
    expect(roles).toHaveLength(1)
  })

  it('keeps the tickets if nothing is said, and the list finds them', async () => {
    const person = await repairer()
    const [hidden, visible] = [await openFor(person.id), await desk.open({ assigneeId: person.id })]
    await change(person, seesOnly(bedType))
    expect(await assigneeOf(hidden)).toBe(person.id)
    const found = (await desk.listed(desk.as.admin, { assigned: 'unable' })).map(({ id }) => id)
    expect(found).toContain(hidden.id)
    expect(found).not.toContain(visible.id)
  })

  it('by absence hands over all their open tickets', async () => {
    const person = await repairer({ availability: { kind: 'unlimited' } })
    const ticket = await openFor(person.id)
    await change(person, { availability: { kind: 'none' }, ticketsTo: null })
    expect(await assigneeOf(ticket)).toBeNull()
  })

  it('by a role counts and hands over those of its people without another such role', async () => {
    const second = await roleWith('editor|tickets')
    const [alone, both] = [await repairer(), await repairer({ roleIds: [handling, second] })]
    const [lost, kept] = [await openFor(alone.id), await openFor(both.id)]
    const counted = await desk.testApp.ok(desk.as.admin, people.countUnableTicketsOfRole, {
      params: { id: handling },
      body: { permissions: [] },
    })
    expect(counted).toEqual({ unable: 1, all: 2 })
    const { rows } = await desk.testApp.ok(desk.as.admin, people.listRoles, {
      body: { ids: [handling], limit: 1 },
    })
    const changed = await desk.testApp.call(desk.as.admin, people.updateRole, {
      params: { id: handling },
      body: { permissions: [], version: rows[0]?.version ?? 0, ticketsTo: null },
    })
    expect(changed.status).toBe(200)
    expect([await assigneeOf(lost), await assigneeOf(kept)]).toEqual([null, both.id])
  })
})
