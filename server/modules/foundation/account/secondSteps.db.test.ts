/** The second step over the API: what it requires, what it refuses, and attempts to bypass it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import { secondStepsOf } from '#tests/secondSteps.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { forgetSteps } from '../secondStep/index.ts'

let testApp: TestApp
const { personOf, login, eventsOf, messagesTo, codeOf, withApp, stepOf, byCode, beginAfresh } =
  secondStepsOf(() => testApp)
const { auth, waysIn, secondSteps, people, account } = contract
const QUARTER = 16 * 60_000

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => beginAfresh())

describe('signing in with an authenticator app', () => {
  it('asks for the second step after the right password, and opens a session by the code', async () => {
    const { secret } = await withApp('staff')
    const step = await stepOf('staff')
    expect(step.ways).toEqual(['authenticator', 'recovery'])
    const answer = await byCode(step.id, codeOf(secret))
    expect(answer.status).toBe(200)
    expect(answer.headers['authorization']).toBe(`Bearer ${answer.body.token}`)
    expect((await testApp.call(answer.body.token, auth.checkToken, {})).status).toBe(200)
  })
  it('says nothing of a second step after a wrong password', async () => {
    await withApp('staff')
    const wrong = await testApp.call(null, auth.login, {
      body: { email: 'staff@here.test', password: 'Wrong1234' },
    })
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).not.toContain('secondStep')
  })
  it('accepts no code twice, not even in another sign-in', async () => {
    const { secret } = await withApp('staff')
    const code = codeOf(secret)
    expect((await byCode((await stepOf('staff')).id, code)).status).toBe(200)
    expect((await byCode((await stepOf('staff')).id, code)).status).toBe(400)
    expect(await eventsOf('staff')).toContain('secondStepRefused')
  })
  it('accepts no code older than the last accepted one', async () => {
    const { secret } = await withApp('staff')
    expect((await byCode((await stepOf('staff')).id, codeOf(secret, 1))).status).toBe(200)
    expect((await byCode((await stepOf('staff')).id, codeOf(secret, 0))).status).toBe(400)
  })
  it('accepts no code of a minute ago, nor of a minute to come', async () => {
    const { secret } = await withApp('staff')
    const { id } = await stepOf('staff')
    expect((await byCode(id, codeOf(secret, -2))).status).toBe(400)
    expect((await byCode(id, codeOf(secret, 2))).status).toBe(400)
  })
  it('ends after five wrong codes, also for the right one', async () => {
    const { secret } = await withApp('staff')
    const { id } = await stepOf('staff')
    for (let turn = 0; turn < 5; turn += 1) expect((await byCode(id, '000000')).status).toBe(400)
    expect((await byCode(id, codeOf(secret))).status).toBe(410)
  })
  it('stops guessing over several sign-ins: ten wrong codes close it for a quarter of an hour', async () => {
    const { secret } = await withApp('staff')
    for (let round = 0; round < 2; round += 1) {
      const { id } = await stepOf('staff')
      for (let turn = 0; turn < 5; turn += 1) await byCode(id, '000000')
    }
    expect((await byCode((await stepOf('staff')).id, codeOf(secret))).status).toBe(429)
    testApp.clock.advance(QUARTER)
    expect((await byCode((await stepOf('staff')).id, codeOf(secret))).status).toBe(200)
  })
  it('ends after ten minutes, and when it was finished', async () => {
    const { secret } = await withApp('staff')
    const late = await stepOf('staff')
    testApp.clock.advance(10 * 60_000 + 1)
    expect((await byCode(late.id, codeOf(secret))).status).toBe(410)
    const { id } = await stepOf('staff')
    expect((await byCode(id, codeOf(secret))).status).toBe(200)
    testApp.clock.advance(30_000)
    expect((await byCode(id, codeOf(secret))).status).toBe(410)
  })
  it('finishes no other user’s step', async () => {
    const mine = await withApp('staff')
    await withApp('technician')
    const theirs = await stepOf('technician')
    expect((await byCode(theirs.id, codeOf(mine.secret))).status).toBe(400)
  })
  it('finishes only in the browser that began it', async () => {
    const { secret } = await withApp('staff')
    const cookie = (message: string) => ({ cookie: `plantroom-browser=${message.repeat(43)}` })
    const begun = await testApp.raw(
      null,
      'POST',
      '/api/public/login',
      { email: 'staff@here.test', password: PASSWORD },
      cookie('a'),
    )
    const { secondStep } = begun.body as { secondStep: { id: string } }
    const finish = (from: Record<string, string>) =>
      testApp.raw(
        null,
        'POST',
        '/api/public/second-step',
        { id: secondStep.id, answer: { kind: 'authenticator', code: codeOf(secret) } },
        from,
      )
    expect((await finish(cookie('b'))).status).toBe(410)
    expect((await finish({})).status).toBe(410)
    expect((await finish(cookie('a'))).status).toBe(200)
  })
  it('asks the same after a one-time code', async () => {
    await withApp('staff')
    await testApp.call(null, waysIn.requestOtp, { body: { email: 'staff@here.test' } })
    const code = /\d{6}/.exec((await messagesTo('staff@here.test')).at(-1)?.text ?? '')?.[0] ?? ''
    const answer = await testApp.call(null, waysIn.loginOtp, {
      body: { email: 'staff@here.test', code },
    })
    expect(answer.body).toMatchObject({
      token: null,
      secondStep: { ways: ['authenticator', 'recovery'] },
    })
  })
  it('keeps the secret sealed, and shows it never again', async () => {
    const { token, secret } = await withApp('staff')
    const personId = await personOf('staff')
    const [row] = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.authenticator).where(eq(tables.authenticator.personId, personId)),
    )
    expect(row?.secret).not.toContain(secret)
    expect(
      JSON.stringify((await testApp.call(token, secondSteps.getSecondSteps, {})).body),
    ).not.toContain(secret)
    expect((await testApp.call(token, secondSteps.beginAuthenticator, {})).status).toBe(409)
  })
  it('asks nothing of a user who never typed the first code', async () => {
    const token = await testApp.signIn('staff')
    await testApp.call(token, secondSteps.beginAuthenticator, {})
    expect(
      (await testApp.call(token, secondSteps.addAuthenticator, { body: { code: '000000' } }))
        .status,
    ).toBe(400)
    expect((await login('staff')).body.token).not.toBeNull()
  })
})

describe('recovery codes', () => {
  it('work once each, typed in any way, and notify their owner', async () => {
    const { codes } = await withApp('staff')
    expect(new Set(codes).size).toBe(10)
    const typed = ` ${(codes[0] ?? '').toUpperCase().replace('-', ' ')} `
    expect((await byCode((await stepOf('staff')).id, typed, 'recovery')).status).toBe(200)
    expect((await byCode((await stepOf('staff')).id, codes[0] ?? '', 'recovery')).status).toBe(400)
    expect((await byCode((await stepOf('staff')).id, codes[1] ?? '', 'recovery')).status).toBe(200)
    expect(await eventsOf('staff')).toContain('recoveryCodeUsed')
    expect((await messagesTo('staff@here.test')).at(-1)?.text).toContain('recovery code')
  })
  it('of another user open nothing', async () => {
    await withApp('staff')
    const { codes } = await withApp('technician')
    expect((await byCode((await stepOf('staff')).id, codes[0] ?? '', 'recovery')).status).toBe(400)
  })
  it('stop working when new ones are made, and are stored as hashes alone', async () => {
    const { token, codes } = await withApp('staff')
    const fresh = (await testApp.call(token, secondSteps.makeRecoveryCodes, {})).body.recoveryCodes
    expect((await byCode((await stepOf('staff')).id, codes[0] ?? '', 'recovery')).status).toBe(400)
    expect((await byCode((await stepOf('staff')).id, fresh[0] ?? '', 'recovery')).status).toBe(200)
    const rows = await asSystem(testApp.pool, (db) => db.select().from(tables.recoveryCode))
    for (const code of fresh) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
    expect((await testApp.call(token, secondSteps.getSecondSteps, {})).body.recoveryCodesLeft).toBe(
      9,
    )
  })
  it('do not exist without a second step', async () => {
    expect(
      (await testApp.call(await testApp.signIn('staff'), secondSteps.makeRecoveryCodes, {})).status,
    ).toBe(409)
  })
})

describe('a second step', () => {
  it('ends the sessions without one when it is the first, notifies its owner and is logged', async () => {
    const elsewhere = await testApp.signIn('staff')
    const { token } = await withApp('staff')
    expect((await testApp.call(elsewhere, auth.checkToken, {})).status).toBe(401)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(200)
    expect(await eventsOf('staff')).toEqual(
      expect.arrayContaining(['secondStepAdded', 'recoveryCodesMade']),
    )
    expect((await messagesTo('staff@here.test')).at(-1)?.text).toContain('was added')
  })
  it('ends the other sessions when it is removed, and is logged', async () => {
    const { token, secret } = await withApp('staff')
    const other = (await byCode((await stepOf('staff')).id, codeOf(secret))).body.token
    expect((await testApp.call(token, secondSteps.removeAuthenticator, {})).status).toBe(200)
    expect((await testApp.call(other, auth.checkToken, {})).status).toBe(401)
    expect(await eventsOf('staff')).toContain('secondStepRemoved')
  })
  it('can be removed by an administrator for a user who lost it, who is notified', async () => {
    const { token } = await withApp('staff')
    const admin = await testApp.signIn('administrator')
    expect(
      (await testApp.call(admin, people.resetSignIn, { params: { id: testApp.here.users.staff } }))
        .status,
    ).toBe(200)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
    expect((await login('staff')).body.token).not.toBeNull()
    expect(await eventsOf('staff')).toContain('signInReset')
    expect((await messagesTo('staff@here.test')).at(-1)?.text).toContain('administrator')
  })
  it('cannot be removed for a user with more rights, for oneself, or for a user of another company too', async () => {
    await withApp('administrator')
    const { id: roleId } = (
      await testApp.call(await adminToken(), people.createRole, {
        body: { name: 'Keeper of people', permissions: ['editor|users'] },
      })
    ).body
    const [keeper] = [testApp.here.users.technician]
    const admin = await adminToken()
    const { version } = (await testApp.call(admin, people.getUser, { params: { id: keeper } })).body
    await testApp.call(admin, people.updateUser, {
      params: { id: keeper },
      body: { version, roleIds: [roleId] },
    })
    const token = await testApp.signIn('technician')
    expect(
      (
        await testApp.call(token, people.resetSignIn, {
          params: { id: testApp.here.users.administrator },
        })
      ).status,
    ).toBe(403)
    expect((await testApp.call(token, people.resetSignIn, { params: { id: keeper } })).status).toBe(
      409,
    )
    const personId = await personOf('manager')
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.user)
        .set({ personId })
        .where(eq(tables.user.id, testApp.there.users.manager)),
    )
    expect(
      (
        await testApp.call(admin, people.resetSignIn, {
          params: { id: testApp.here.users.manager },
        })
      ).status,
    ).toBe(409)
  })
  it('is carried along with its proof when a session continues in another company', async () => {
    const { token } = await withApp('manager')
    const {
      people: { listTinyCompanies },
    } = contract
    expect((await testApp.call(token, listTinyCompanies, {})).body.length).toBe(3)
    const gone = (
      await testApp.call(token, auth.switchCompany, { body: { companyId: testApp.there.id } })
    ).body.token
    const personId = await personOf('manager')
    const [running] = await asSystem(testApp.pool, (db) =>
      db
        .select()
        .from(tables.session)
        .where(ofCompany(tables.session, testApp.there.id, eq(tables.session.personId, personId))),
    )
    expect(running?.hasSecondStep).toBe(true)
    testApp.clock.advance(11 * 60_000)
    expect(
      (await testApp.call(gone, account.endSession, { body: { sessionId: null } })).body,
    ).toMatchObject({ errors: [{ code: 'confirmFirst' }] })
  })
})

async function adminToken(): Promise<string> {
  const personId = await personOf('administrator')
  await asSystem(testApp.pool, (db) => forgetSteps(db, personId))
  const token = await testApp.signIn('administrator')
  const kept = {
    id: crypto.randomUUID(),
    personId,
    publicKey: 'AA',
    name: 'kept',
    createdAt: testApp.clock.now(),
  }
  await asSystem(testApp.pool, (db) => db.insert(tables.passkey).values(kept))
  return token
}
