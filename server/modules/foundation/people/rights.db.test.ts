import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { permissionGroups } from '#contract/people/permissions.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { newcomers } from '#tests/newcomers.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
const { people, auth, equipment } = contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000)
  admin = await testApp.signIn('administrator')
})

const { invite, settle, lastMessage, claimsOf, roleWith } = newcomers(() => ({
  testApp,
  admin,
}))

describe('rights', () => {
  it('are given by nobody beyond their own', async () => {
    const keeper = await settle({
      roleIds: [await roleWith('editor|users')],
      allEquipment: false,
      equipmentTypeIds: [own.equipmentType],
    })
    const wide = await roleWith('editor|company')
    const refusals = [
      await invite({ roleIds: [wide] }, keeper.token),
      await invite({}, keeper.token),
      await testApp.call(keeper.token, people.createRole, {
        body: { name: 'mine', permissions: ['editor|tickets'] },
      }),
      await testApp.call(keeper.token, people.updateUser, {
        params: { id: keeper.id },
        body: { roleIds: [wide], version: keeper.version },
      }),
    ]
    for (const answer of refusals) {
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({
        errors: expect.arrayContaining([
          expect.objectContaining({ code: 'beyondOwnRights' }),
        ]) as unknown,
      })
    }
    expect(
      (
        await invite(
          {
            allEquipment: false,
            equipmentTypeIds: [own.equipmentType],
            roleIds: [await roleWith()],
          },
          keeper.token,
        )
      ).status,
    ).toBe(200)
  })
  it('always leave an administrator: a user who may only invite cannot remove the last one', async () => {
    const keeper = await settle({ roleIds: [await roleWith('editor|users')] })
    const target = (
      await testApp.call(keeper.token, people.getUser, {
        params: { id: testApp.here.users.administrator },
      })
    ).body
    const tries = (token: string) =>
      Promise.all([
        testApp.call(token, people.updateUser, {
          params: { id: target.id },
          body: { roleIds: [], version: target.version },
        }),
        testApp.call(token, people.deactivateUser, {
          params: { id: target.id },
          body: { version: target.version },
        }),
      ])
    for (const { status, body } of await tries(keeper.token)) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ errors: [{ code: 'beyondOwnRights' }] })
    }
    const equal = await settle({ roleIds: [await roleWith(...permissionGroups)] })
    for (const { status, body } of await tries(equal.token)) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ errors: [{ code: 'lastAdministrator' }] })
    }
    expect((await testApp.call(admin, auth.checkToken, {})).status).toBe(200)
  })
  it('are not reached by way of another user’s address or phone', async () => {
    const keeper = await settle({ roleIds: [await roleWith('editor|users')] })
    const target = (
      await testApp.call(keeper.token, people.getUser, {
        params: { id: testApp.here.users.administrator },
      })
    ).body
    for (const change of [{ email: 'mine@here.test' }, { phone: '+420 601 999 999' }]) {
      const answer = await testApp.call(keeper.token, people.updateUser, {
        params: { id: target.id },
        body: { ...change, version: target.version },
      })
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({
        errors: [{ path: `body.${Object.keys(change)[0]}`, code: 'beyondOwnRights' }],
      })
    }
    // A person without more permissions can be changed, and their former address is notified.
    const plain = await settle()
    const now = (await testApp.call(admin, people.getUser, { params: { id: plain.id } })).body
    expect(
      (
        await testApp.call(admin, people.updateUser, {
          params: { id: plain.id },
          body: { email: 'new.address@here.test', version: now.version },
        })
      ).status,
    ).toBe(200)
    expect((await lastMessage(plain.email))?.text).toContain('new.address@here.test')
  })
  it('change with the next call, and the token says so', async () => {
    const roleId = await roleWith('editor|tickets')
    const person = await settle({ roleIds: [roleId] })
    expect(claimsOf(person.token).permissions).toEqual(['editor|tickets'])
    const role = (
      await testApp.call(admin, people.listRoles, { body: { search: `role`, limit: 500 } })
    ).body.rows.find(({ id }) => id === roleId)
    expect(role?.usedBy).toBe(1)
    expect(
      (
        await testApp.call(admin, people.updateRole, {
          params: { id: roleId },
          body: {
            permissions: ['editor|tickets', 'editor|management'],
            version: role?.version ?? 0,
          },
        })
      ).status,
    ).toBe(200)
    const answer = await testApp.call(person.token, auth.checkToken, {})
    expect(claimsOf(String(answer.headers['authorization']).slice(7)).permissions).toEqual([
      'editor|management',
      'editor|tickets',
    ])
    expect(
      (
        await testApp.call(person.token, contract.referenceLists.createTag, {
          body: { name: 'mine', colour: 'red' },
        })
      ).status,
    ).toBe(200)
    expect(
      (await testApp.call(admin, people.deleteRole, { params: { id: roleId } })).body,
    ).toMatchObject({ errors: [{ code: 'inUse' }] })
  })
  it('of the administrator’s role stay complete, and an administrator always remains', async () => {
    const role = (
      await testApp.call(admin, people.listRoles, { body: { search: 'administrator' } })
    ).body.rows[0]
    expect(role).toMatchObject({ key: 'administrator' })
    const body = { permissions: [], version: role?.version ?? 0 }
    expect(
      (await testApp.call(admin, people.updateRole, { params: { id: role?.id ?? 0 }, body }))
        .status,
    ).toBe(409)
    expect(
      (await testApp.call(admin, people.deleteRole, { params: { id: role?.id ?? 0 } })).status,
    ).toBe(409)
    const self = (
      await testApp.call(admin, people.getUser, {
        params: { id: testApp.here.users.administrator },
      })
    ).body
    const answer = await testApp.call(admin, people.updateUser, {
      params: { id: self.id },
      body: { roleIds: [], version: self.version },
    })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ errors: [{ code: 'lastAdministrator' }] })
    expect(
      (await testApp.call(admin, people.getUserImpact, { params: { id: self.id } })).body.hindrance,
    ).toBe('self')
  })
  it('of a user are explained by what gives them, and agree with what they see', async () => {
    const roleId = await roleWith('editor|tickets')
    const other = (
      await testApp.call(admin, contract.referenceLists.createEquipmentType, {
        body: { name: 'Lift' },
      })
    ).body
    const lift = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Lift A', typeId: other.id },
      })
    ).body
    const person = await settle({
      roleIds: [roleId],
      allEquipment: false,
      equipmentTypeIds: [other.id],
    })
    const { body } = await testApp.call(admin, people.explainRights, { params: { id: person.id } })
    expect(body.permissions.filter(({ roles }) => roles.length > 0)).toEqual([
      { group: 'editor|tickets', roles: [{ id: roleId, name: expect.any(String) as string }] },
    ])
    expect(body.equipment).toMatchObject({ all: false, seen: 1, total: 3 })
    expect(body.equipment.types.filter(({ isPermitted }) => isPermitted)).toMatchObject([
      { id: other.id, count: 1 },
    ])
    expect(body.locations).toMatchObject({ all: true })
    expect(
      (await testApp.call(person.token, equipment.listEquipment, { body: {} })).body.count,
    ).toBe(body.equipment.seen)
    const why = async (id: number) =>
      (
        await testApp.call(admin, people.explainThing, {
          params: { id: person.id },
          body: { thing: { kind: 'equipment', id } },
        })
      ).body
    expect(await why(lift.id)).toEqual({
      name: 'Lift A',
      type: 'Lift',
      sees: true,
      because: 'permittedType',
    })
    expect(await why(own.equipment ?? 0)).toMatchObject({
      sees: false,
      because: 'typeNotPermitted',
    })
    const self = await testApp.call(person.token, people.explainRights, {
      params: { id: person.id },
    })
    expect(self.body.equipment).toMatchObject({ seen: 1, total: 1, types: [{ id: other.id }] })
    expect(
      (
        await testApp.call(person.token, people.explainRights, {
          params: { id: testApp.here.users.staff },
        })
      ).status,
    ).toBe(403)
  })
})
