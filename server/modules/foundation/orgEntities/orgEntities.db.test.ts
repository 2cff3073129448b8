import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithBothFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
let staff: string
let own: Fixtures
let theirs: Fixtures
const { orgEntities: calls, equipment, locations, people, tickets, journal } = contract
type Org = Id<'orgEntity'>

let number = 0
const make = (name: string, parentId: Org | null = null, more: object = {}) =>
  testApp.call(admin, calls.createOrgEntity, {
    body: {
      name,
      code: `C-${(number += 1)}`,
      kind: 'department' as const,
      parentId,
      userIds: [],
      ...more,
    },
  })
const made = async (name: string, parentId: Org | null = null, more: object = {}) => {
  const { status, body } = await make(name, parentId, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const tree = async (token = admin) => (await testApp.call(token, calls.getOrgEntities, {})).body

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own, theirs } = await openTestAppWithBothFixtures())
  staff = await testApp.signIn('staff')
})
afterAll(() => testApp.close())

describe('the organisation', () => {
  it('is a tree, parents first, with its responsible people', async () => {
    const outer = await made('Outer', null, { userIds: [testApp.here.users.staff] })
    const inner = await made('Inner', outer.id, { kind: 'costCentre' })
    const { rows } = await tree(staff)
    const at = rows.findIndex(({ id }) => id === outer.id)
    expect(rows[at]).toMatchObject({
      name: 'Outer',
      path: [],
      responsible: [{ id: expect.any(Number) as unknown }],
    })
    expect(rows[at + 1]).toMatchObject({ id: inner.id, path: [{ id: outer.id, name: 'Outer' }] })
    expect(rows.map(({ id }) => id)).not.toContain(theirs.orgEntity)
  })

  it('refuses loops and codes that are taken, in any case, with a sentence', async () => {
    const outer = await made('A', null, { code: 'Code' })
    const inner = await made('B', outer.id)
    const move = (id: Org, parentId: Org) =>
      testApp.call(admin, calls.updateOrgEntity, { params: { id }, body: { version: 1, parentId } })
    for (const parentId of [outer.id, inner.id])
      expect((await move(outer.id, parentId)).body).toMatchObject({
        errors: [{ path: 'body.parentId', code: 'circle' }],
      })
    expect((await make('C', null, { code: 'cODE' })).body).toMatchObject({
      errors: [{ code: 'alreadyThere' }],
    })
    const byInner = await testApp.call(admin, calls.replaceOrgEntity, {
      params: { id: outer.id },
      body: { by: inner.id },
    })
    expect(byInner.body).toMatchObject({ errors: [{ path: 'body.by', code: 'circle' }] })
  })

  it('accepts no person, parent or owner of another company', async () => {
    expect((await make('D', theirs.orgEntity as Org)).status).toBe(404)
    expect((await make('D', null, { userIds: [theirs.user] })).status).toBe(404)
    const answer = await testApp.call(admin, equipment.createEquipment, {
      body: {
        name: 'Pump',
        typeId: own.equipmentType ?? 0,
        orgEntityId: theirs.orgEntity as Org,
      },
    })
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ path: 'body.orgEntityId' }] } })
  })

  it('is changed by managers of reference lists only', async () => {
    const { status } = await testApp.call(staff, calls.createOrgEntity, {
      body: { name: 'E', code: 'E', kind: 'contractor', parentId: null, userIds: [] },
    })
    expect(status).toBe(403)
  })

  it('owns locations, equipment, people and tickets; an entity in use stays, or is replaced', async () => {
    const { id } = await made('Owner')
    const orgEntityId = id
    const thing = await testApp.call(admin, equipment.createEquipment, {
      body: { name: 'Owned pump', typeId: own.equipmentType ?? 0, orgEntityId },
    })
    expect(thing.body.orgEntity).toEqual({ id, name: 'Owner' })
    const place = await testApp.call(admin, locations.createLocation, {
      body: { name: 'Owned room', typeId: own.locationType ?? 0, orgEntityId },
    })
    expect(place.body.orgEntity).toEqual({ id, name: 'Owner' })
    const ticket = await testApp.call(admin, tickets.openTicket, {
      body: { title: 'Owned', ticketTypeId: own.ticketType ?? 0, orgEntityId },
    })
    expect(ticket.body.orgEntity).toEqual({ id, name: 'Owner' })
    const userId = testApp.here.users.technician
    const person = await testApp.call(admin, people.getUser, { params: { id: userId } })
    const changed = await testApp.call(admin, people.updateUser, {
      params: { id: userId },
      body: { version: person.body.version, orgEntityId },
    })
    expect(changed.body.orgEntity).toEqual({ id, name: 'Owner' })
    const row = (await tree()).rows.find((one) => one.id === id)
    expect(row).toMatchObject({
      usedBy: 4,
      owns: { locations: 1, equipment: 1, users: 1, tickets: 1 },
    })
    const staffed = await testApp.call(admin, people.listUsers, {
      body: { orgEntityIds: [orgEntityId] },
    })
    expect(staffed.body.rows.map((one) => one.id)).toEqual([userId])
    const gone = await testApp.call(admin, calls.deleteOrgEntity, { params: { id } })
    expect(gone).toMatchObject({ status: 409, body: { errors: [{ code: 'inUse', message: '4' }] } })

    const heir = await made('Heir')
    const replaced = await testApp.call(admin, calls.replaceOrgEntity, {
      params: { id },
      body: { by: heir.id },
    })
    expect(replaced.body).toEqual({ replaced: 4 })
    const after = await testApp.call(admin, equipment.getEquipment, {
      params: { id: thing.body.id },
    })
    expect(after.body.orgEntity).toEqual({ id: heir.id, name: 'Heir' })
    const told = await testApp.call(admin, journal.listJournal, {
      body: { entity: 'equipment', entityId: thing.body.id, limit: 1 },
    })
    expect(told.body.rows[0]?.changes).toMatchObject([{ field: 'orgEntity', after: 'Heir' }])
  })

  it('filters lists by what it and everything below it owns', async () => {
    const outer = await made('Filter outer')
    const inner = await made('Filter inner', outer.id)
    const of = (name: string, orgEntityId: Org | null) =>
      testApp.call(admin, equipment.createEquipment, {
        body: { name, typeId: own.equipmentType ?? 0, orgEntityId },
      })
    const [one, two] = [await of('Outer pump', outer.id), await of('Inner pump', inner.id)]
    await of('Free pump', null)
    const listed = async (orgEntityIds: Org[]) =>
      (
        await testApp.call(admin, equipment.listEquipment, { body: { filter: { orgEntityIds } } })
      ).body.rows
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
    expect(await listed([outer.id])).toEqual([one.body.id, two.body.id])
    expect(await listed([inner.id])).toEqual([two.body.id])
    expect(await listed([theirs.orgEntity as Org])).toEqual([])
    const ticket = await testApp.call(admin, tickets.openTicket, {
      body: { title: 'On it', ticketTypeId: own.ticketType ?? 0, equipmentId: two.body.id },
    })
    const theirOwn = await testApp.call(admin, tickets.openTicket, {
      body: { title: 'Its own', ticketTypeId: own.ticketType ?? 0, orgEntityId: inner.id },
    })
    const found = await testApp.call(admin, tickets.listTickets, {
      body: { filter: { orgEntityIds: [outer.id] } },
    })
    expect(found.body.rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      ticket.body.id,
      theirOwn.body.id,
    ])
    expect((await tree()).rows.find(({ id }) => id === outer.id)).toMatchObject({
      owns: { equipment: 2, tickets: 2 },
    })
    const places = await testApp.call(admin, locations.listLocations, {
      body: { filter: { orgEntityIds: [outer.id] } },
    })
    expect(places.body.count).toBe(0)
  })

  it('is a dimension of distributions', async () => {
    const { body } = await testApp.call(admin, contract.reports.getDistributions, {
      body: {
        type: 'performances',
        distributionBy: 'orgEntity',
        ranges: [{ from: '2026-01-01', to: '2027-01-01' }],
      },
    })
    const [range] = body
    expect(range?.results.reduce((sum, { counted }) => sum + counted, 0)).toBe(range?.counted)
  })
})
