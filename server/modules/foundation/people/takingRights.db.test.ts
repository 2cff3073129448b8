import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { stateDrafts } from '#tests/ticketDesk.ts'

let testApp: TestApp
let admin: string
const { people, auth, tickets } = contract

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

async function roleWith(name: string, ...permissions: PermissionGroup[]): Promise<Id<'role'>> {
  return (await testApp.call(admin, people.createRole, { body: { name, permissions } })).body.id
}

async function become(who: 'staff' | 'technician', roleId: Id<'role'>): Promise<void> {
  const {
    id: companyId,
    users: { [who]: userId },
  } = testApp.here
  const { version } = (await testApp.call(admin, people.getUser, { params: { id: userId } })).body
  await testApp.call(admin, people.updateUser, {
    params: { id: userId },
    body: { roleIds: [roleId], version },
  })
  const rows = await asSystem(testApp.pool, (db) => db.select().from(tables.userRole))
  expect(rows.filter((row) => row.companyId === companyId && row.userId === userId)).toMatchObject([
    { roleId },
  ])
}

it('a user without a right cannot take it away: no role, no reach, no location, no session', async () => {
  const wide = await roleWith('Wide', 'editor|company')
  const empty = await roleWith('Empty')
  await become('staff', await roleWith('Keeper', 'editor|users'))
  await become('technician', wide)
  const self = (
    await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.staff } })
  ).body
  await testApp.call(admin, people.updateUser, {
    params: { id: self.id },
    body: { allEquipment: false, equipmentTypeIds: [], version: self.version },
  })
  const [keeper, target] = [await testApp.signIn('staff'), await testApp.signIn('technician')]
  const row = (
    await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.technician } })
  ).body
  const { rows } = (await testApp.call(admin, people.listRoles, { body: { limit: 500 } })).body
  const role = rows.find(({ id }) => id === wide)
  const refusals = [
    await testApp.call(keeper, people.updateUser, {
      params: { id: row.id },
      body: { roleIds: [], version: row.version },
    }),
    await testApp.call(keeper, people.updateUser, {
      params: { id: row.id },
      body: { allEquipment: false, version: row.version },
    }),
    await testApp.call(keeper, people.deactivateUser, {
      params: { id: row.id },
      body: { version: row.version },
    }),
    await testApp.call(keeper, people.endUserSessions, { params: { id: row.id } }),
    await testApp.call(keeper, people.updateRole, {
      params: { id: wide },
      body: { permissions: [], version: role?.version ?? 1 },
    }),
    await testApp.call(keeper, people.replaceRole, { params: { id: wide }, body: { by: empty } }),
    await testApp.call(keeper, people.updateRole, {
      params: { id: wide },
      body: { name: 'Harmless', version: role?.version ?? 1 },
    }),
    await testApp.call(keeper, people.deleteRole, { params: { id: wide } }),
  ]
  for (const answer of refusals) {
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ errors: [{ code: 'beyondOwnRights' }] })
  }
  expect(
    (await testApp.call(keeper, people.getUserImpact, { params: { id: row.id } })).body.hindrance,
  ).toBe('moreRights')
  expect((await testApp.call(target, auth.checkToken, {})).status).toBe(200)
})

it('PUT /api/users/{id} changes name, language and availability of nobody with more rights', async () => {
  await become('staff', await roleWith('Keeper of names', 'editor|users'))
  await become('technician', await roleWith('Plain'))
  const keeper = await testApp.signIn('staff')
  const rename = async (userId: Id<'user'>, name: object) => {
    const { version } = await testApp.ok(admin, people.getUser, { params: { id: userId } })
    return testApp.call(keeper, people.updateUser, {
      params: { id: userId },
      body: { ...name, version },
    })
  }
  const { administrator, technician, staff } = testApp.here.users
  const { version } = await testApp.ok(admin, people.getUser, { params: { id: staff } })
  await testApp.ok(admin, people.updateUser, {
    params: { id: staff },
    body: { allEquipment: true, version },
  })
  const refused = await rename(administrator, { lastName: 'Robbed' })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    errors: [{ path: 'body.lastName', code: 'beyondOwnRights' }],
  })
  for (const change of [{ language: 'ar' }, { availability: { kind: 'unlimited' } }])
    expect((await rename(administrator, change)).status).toBe(403)
  // An unchanged name may be saved along, and users without more permissions may be renamed.
  const { firstName, lastName } = await testApp.ok(admin, people.getUser, {
    params: { id: administrator },
  })
  expect((await rename(administrator, { firstName, lastName })).status).toBe(200)
  expect((await rename(technician, { lastName: 'Novák' })).status).toBe(200)
  expect((await rename(staff, { lastName: 'Nováková' })).status).toBe(200)
})

it('replacing a role counts and hands over the tickets that its people could no longer handle', async () => {
  const { technician, staff, administrator } = testApp.here.users
  const handling = await roleWith('Handling', 'editor|tickets')
  const reading = await roleWith('Reading', 'viewer|reports')
  await become('technician', handling)
  const type = await testApp.ok(admin, tickets.createTicketType, {
    body: { name: 'Repair', colour: 'red', states: stateDrafts },
  })
  const open = async (assigneeId: Id<'user'>) => {
    const { id, version } = await testApp.ok(admin, tickets.openTicket, {
      body: { title: 'It leaks', ticketTypeId: type.id },
    })
    await testApp.ok(admin, tickets.assignTicket, {
      params: { id },
      body: { assigneeId, version },
    })
    return id
  }
  const theirs = await open(technician)
  await become('staff', handling)
  const another = await open(staff)
  await become('staff', reading)
  const assigneeOf = async (id: Id<'ticket'>) =>
    (await testApp.ok(admin, tickets.getTicket, { params: { id } })).assignee?.id
  expect(
    await testApp.ok(admin, people.countUnableTicketsOfRole, {
      params: { id: handling },
      body: { permissions: ['viewer|reports'] },
    }),
  ).toEqual({ unable: 1, all: 1 })
  await testApp.ok(admin, people.replaceRole, {
    params: { id: handling },
    body: { by: reading, ticketsTo: administrator },
  })
  expect(await assigneeOf(theirs)).toBe(administrator)
  expect(await assigneeOf(another)).toBe(staff)
})
