import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import { cleanUp } from '../../operation/retention/index.ts'

let testApp: TestApp
let administrator: string
const { security, people, auth } = contract

beforeAll(async () => {
  testApp = await openTestApp()
  administrator = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const events = async (
  body: Parameters<typeof testApp.call<typeof security.listSecurityEvents>>[2]['body'] = {},
) => (await testApp.call(administrator, security.listSecurityEvents, { body })).body
const kinds = async () => (await events({ limit: 500 })).rows.map(({ kind }) => kind)

describe('the security log', () => {
  it('records a sign-in, a refused one, and a missing right, with user and network', async () => {
    const staff = await testApp.signIn('staff')
    await testApp.raw(
      null,
      'POST',
      '/api/public/login',
      { email: 'staff@here.test', password: 'Wrong1234' },
      { 'x-forwarded-for': '203.0.113.9' },
    )
    await testApp.call(staff, people.listUsers, { body: {} })
    await testApp.call(staff, people.listUsers, { body: {} })
    const { rows } = await events({ userId: testApp.here.users.staff })
    expect(rows.map(({ kind }) => kind)).toEqual(['rightRefused', 'signInRefused', 'signedIn'])
    expect(rows[1]).toMatchObject({
      network: '203.0.113.9',
      by: null,
      user: { id: testApp.here.users.staff },
    })
  })

  it('records views of personal data once, changed rights, and exports', async () => {
    const id = testApp.here.users.technician
    const { body: before } = await testApp.call(administrator, people.getUser, { params: { id } })
    await testApp.call(administrator, people.getUser, { params: { id } })
    await testApp.call(administrator, people.updateUser, {
      params: { id },
      body: { lastName: 'New', version: before.version },
    })
    await exportAsCsv(testApp, administrator, { list: 'equipment', question: {} })
    const recorded = await kinds()
    for (const kind of ['personalDataViewed', 'rightsChanged', 'exported'])
      expect(
        recorded.filter((each) => each === kind),
        kind,
      ).toHaveLength(1)
    expect((await events({ kinds: ['exported'] })).count).toBe(1)
  })

  it('is read by those with the right, and says nothing of another company', async () => {
    const manager = await testApp.signIn('manager')
    expect((await testApp.call(manager, security.listSecurityEvents, { body: {} })).status).toBe(
      403,
    )
    await testApp.signIn('staff', 'there')
    const { rows } = await events({ limit: 500 })
    expect(
      rows.some(
        ({ user }) =>
          user !== null &&
          Object.values(testApp.there.users).includes(user.id) &&
          !Object.values(testApp.here.users).includes(user.id),
      ),
    ).toBe(false)
  })

  it('cannot be changed or emptied from inside a company', async () => {
    for (const statement of [
      sql`update security_event set kind = 'signedOut'`,
      sql`delete from security_event`,
    ]) {
      await expect(
        inCompany(testApp.pool, testApp.here.id, (db) => db.execute(statement)),
      ).rejects.toThrow('Failed query')
    }
  })

  it('is exported as a file that no spreadsheet runs', async () => {
    const what = { list: 'securityEvents', question: {} } as const
    expect(await exportAsCsv(testApp, administrator, what)).toContain('signInRefused')
    const manager = await testApp.signIn('manager')
    await expect(exportAsCsv(testApp, manager, what)).rejects.toThrow('viewer|security')
  })

  it('contains no address, phone or secret', async () => {
    await testApp.raw(null, 'POST', '/api/public/login', {
      email: 'staff@here.test',
      password: PASSWORD,
    })
    const text = JSON.stringify(
      (await events({ limit: 500 })).rows.map(({ detail, network }) => ({ detail, network })),
    )
    expect(text).not.toMatch(/@|Passw0rd|\+420/)
  })

  it('drops what is older than its time', async () => {
    testApp.clock.advance(401 * 86_400_000)
    await cleanUp(testApp.app.kernel)
    administrator = await testApp.signIn('administrator')
    expect(await kinds()).toEqual(['signedIn'])
  })
})

describe('a session token', () => {
  it('of the same secret for another purpose opens nothing', async () => {
    const { SignJWT } = await import('jose')
    const { SECRET } = await import('#tests/testApp.ts')
    const token = await testApp.signIn('staff')
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, unknown>
    expect(claims).toMatchObject({ iss: 'plantroom', aud: 'plantroom-api' })
    const { aud: _aud, ...rest } = claims
    const other = await new SignJWT({ ...rest, aud: 'something-else' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRET))
    expect((await testApp.call(other, auth.checkToken, {})).status).toBe(401)
  })
})

describe('GET /.well-known/security.txt', () => {
  it('says where to report a weakness', async () => {
    const answer = await testApp.raw(null, 'GET', '/.well-known/security.txt')
    expect(answer.status).toBe(200)
    expect(String(answer.body)).toMatch(/^Contact: mailto:\S+@\S+\nExpires: 20\d\d-/)
  })
})
