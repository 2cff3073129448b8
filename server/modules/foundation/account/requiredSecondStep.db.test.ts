import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { codesIn } from '#tests/codesIn.ts'
import { namedEndpoints } from '#tests/namedEndpoints.ts'
import type { Id } from '#contract/ids.ts'
import { openTestApp, urlOf, type TestApp } from '#tests/testApp.ts'
import { sampleOf } from '#tests/samples.ts'
import { SoftPasskey } from '#tests/softPasskey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { forgetSteps } from '../secondStep/index.ts'

let testApp: TestApp
const { auth, secondSteps, account, companies } = contract

beforeAll(async () => {
  testApp = await openTestApp({ demo: true })
})
afterAll(() => testApp.close())
beforeEach(() => {
  testApp.clock.advance(16 * 60_000)
})

const roleId = (key: string) =>
  asSystem(testApp.pool, async (db): Promise<Id<'role'>> => {
    const rows = await db.select().from(tables.role).where(ofCompany(tables.role, testApp.here.id))
    const found = rows.find((row) => row.key === key)
    if (!found) throw new Error(`No role ${key}`)
    return found.id
  })
const require = async (...roleIds: Id<'role'>[]) => {
  const admin = await testApp.signIn('administrator')
  const { version } = (await testApp.call(admin, companies.getCompany, {})).body
  const kept = await testApp.call(admin, companies.updateCompany, {
    body: { version, secondStepRoleIds: roleIds },
  })
  expect(kept.status).toBe(200)
}

describe('a role that requires a second step', () => {
  it('refuses every call of a user without one, except those that set one up', async () => {
    await require(await roleId('manager'))
    const token = await testApp.signIn('manager')
    expect((await testApp.call(token, auth.getSession, {})).body.mustSetUpSecondStep).toBe(true)
    const guarded = namedEndpoints.filter(({ endpoint }) => endpoint.access !== 'public')
    const open = guarded
      .filter(({ endpoint }) => endpoint.duringSetUp)
      .map(({ name }) => name)
      .sort()
    expect(open).toEqual([
      'addAuthenticator',
      'addPasskey',
      'beginAuthenticator',
      'beginConfirm',
      'beginPasskey',
      'checkToken',
      'confirmSession',
      'getSecondSteps',
      'getSession',
      'logout',
      'readTogether',
      'sendConfirmCode',
      'setLanguage',
    ])
    for (const { name, endpoint } of guarded) {
      if (endpoint.duringSetUp) continue
      const { params, body } = sampleOf(endpoint, () => 1)
      const answer = await testApp.raw(
        token,
        endpoint.method,
        urlOf(endpoint.path, params),
        endpoint.method === 'GET' ? undefined : body,
      )
      expect(answer.status, name).toBe(403)
      expect(codesIn(answer.body), name).toEqual(['secondStepRequired'])
    }
    const together = await testApp.call(token, contract.together.readTogether, {
      body: {
        calls: [
          { method: 'GET', path: account.getAccount.path },
          { method: 'GET', path: auth.checkToken.path },
        ],
      },
    })
    expect(together.body.answers).toEqual([null, { body: { valid: true } }])
    expect((await testApp.call(await testApp.signIn('staff'), account.getAccount, {})).status).toBe(
      200,
    )
  })
  it('allows every call once one is set up, and keeps the last one', async () => {
    await require(await roleId('manager'))
    const token = await testApp.signIn('manager')
    const key = new SoftPasskey()
    const { id, options } = (await testApp.call(token, secondSteps.beginPasskey, {})).body
    expect(
      (
        await testApp.call(token, secondSteps.addPasskey, {
          body: { id, name: 'Key', response: key.make(options) },
        })
      ).status,
    ).toBe(200)
    expect((await testApp.call(token, account.getAccount, {})).status).toBe(200)
    const kept = await testApp.call(token, secondSteps.removePasskey, { body: { id: key.id } })
    expect(codesIn(kept.body)).toEqual(['lastSecondStep'])
    expect((await testApp.call(token, secondSteps.getSecondSteps, {})).body).toMatchObject({
      isRequired: true,
      passkeys: [{ id: key.id }],
    })
    const [row] = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.user).where(eq(tables.user.id, testApp.here.users.manager)),
    )
    await asSystem(testApp.pool, (db) => forgetSteps(db, row?.personId ?? 0))
    expect((await testApp.call(token, account.getAccount, {})).status).toBe(403)
  })
  it('leaves users of a provider to the provider', async () => {
    await require(await roleId('manager'))
    const token = await testApp.signIn('manager')
    expect((await testApp.call(token, account.getAccount, {})).status).toBe(403)
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.session)
        .set({ idp: 'sso' })
        .where(eq(tables.session.userId, testApp.here.users.manager)),
    )
    expect((await testApp.call(token, account.getAccount, {})).status).toBe(200)
  })
  it('belongs to its company: another company’s role is not found, and requires nothing elsewhere', async () => {
    const [foreign] = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.role).where(ofCompany(tables.role, testApp.there.id)),
    )
    const admin = await testApp.signIn('administrator')
    const { version } = (await testApp.call(admin, companies.getCompany, {})).body
    const refused = await testApp.call(admin, companies.updateCompany, {
      body: { version, secondStepRoleIds: [foreign?.id ?? (0 as Id<'role'>)] },
    })
    expect(refused.status).toBe(404)
    // Even a stored value would have no effect.
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.companySettings)
        .set({ secondStepRoleIds: foreign ? [foreign.id] : [] })
        .where(ofCompany(tables.companySettings, testApp.here.id)),
    )
    expect(
      (await testApp.call(await testApp.signIn('administrator', 'there'), account.getAccount, {}))
        .status,
    ).toBe(200)
  })
})
