import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { codesIn } from '#tests/codesIn.ts'
import { namedEndpoints } from '#tests/namedEndpoints.ts'
import { openTestApp, PASSWORD, urlOf, type TestApp } from '#tests/testApp.ts'
import { sampleOf } from '#tests/samples.ts'
import { SoftPasskey } from '#tests/softPasskey.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

let testApp: TestApp
const { auth, secondSteps, account, people, companies, referenceData, devices } = contract
const ELEVEN_MINUTES = 11 * 60_000

beforeAll(async () => {
  testApp = await openTestApp({ demo: true })
})
afterAll(() => testApp.close())
beforeEach(() => {
  testApp.clock.advance(16 * 60_000)
})

const confirm = (
  token: string,
  answer: Parameters<typeof testApp.call<typeof secondSteps.confirmSession>>[2]['body']['answer'],
) => testApp.call(token, secondSteps.confirmSession, { body: { answer } })
const endOthers = (token: string) =>
  testApp.call(token, account.endSession, { body: { sessionId: null } })

/** A session that is eleven minutes old. */
async function oldSession(who: 'administrator' | 'manager' | 'technician' | 'staff') {
  const token = await testApp.signIn(who)
  testApp.clock.advance(ELEVEN_MINUTES)
  return token
}

describe('the confirmation of one’s identity', () => {
  it('is asked for by every endpoint that declares it, once the sign-in is ten minutes old', async () => {
    const token = await oldSession('administrator')
    const sensitive = namedEndpoints.filter(({ endpoint }) => endpoint.confirmed)
    expect(sensitive.map(({ name }) => name).sort()).toEqual([
      'addAuthenticator',
      'addPasskey',
      'anonymiseUser',
      'askEmailChange',
      'askPhoneChange',
      'beginAuthenticator',
      'beginPasskey',
      'createApiKey',
      'createCalendarFeed',
      'deleteApiKey',
      'downloadDataExport',
      'endSession',
      'endUserSessions',
      'exportOwnData',
      'leaveCompany',
      'makeApiHookSecret',
      'makeRecoveryCodes',
      'makeResetLink',
      'removeAuthenticator',
      'removePasskey',
      'resetSignIn',
      'rotateSigningKey',
      'setRetention',
      'startDataExport',
      'updateApiKey',
    ])
    for (const { name, endpoint } of sensitive) {
      const { params, body } = sampleOf(endpoint, () => testApp.here.users.staff)
      const answer = await testApp.raw(token, endpoint.method, urlOf(endpoint.path, params), body)
      expect(answer.status, name).toBe(403)
      expect(codesIn(answer.body), name).toEqual(['confirmFirst'])
    }
  })
  it('is not asked for within ten minutes of signing in, nor after the password was given again', async () => {
    const fresh = await testApp.signIn('staff')
    expect((await endOthers(fresh)).status).toBe(200)
    testApp.clock.advance(ELEVEN_MINUTES)
    expect((await endOthers(fresh)).status).toBe(403)
    expect((await confirm(fresh, { kind: 'password', password: PASSWORD })).status).toBe(200)
    expect((await endOthers(fresh)).status).toBe(200)
    testApp.clock.advance(ELEVEN_MINUTES)
    expect((await endOthers(fresh)).status).toBe(403)
  })
  it('has ten attempts, also for a user who changes between two companies', async () => {
    const both = 'manager@here.test'
    await asSystem(testApp.pool, async (db) => {
      const [{ personId } = { personId: 0 }] = await db
        .select({ personId: tables.user.personId })
        .from(tables.user)
        .where(eq(tables.user.id, testApp.here.users.manager))
      await db.insert(tables.user).values({
        companyId: testApp.there.id,
        personId,
        firstName: 'Two',
        lastName: 'Houses',
        language: 'en',
        acceptedAt: testApp.clock.now(),
        allEquipment: true,
        allLocations: true,
        allProcedures: true,
      })
    })
    let { token } = (
      await testApp.call(null, auth.login, { body: { email: both, password: PASSWORD } })
    ).body
    let looked = 0
    for (let turn = 0; turn < 4; turn += 1) {
      for (let guess = 0; guess < 6; guess += 1) {
        looked += Number(
          (await confirm(token ?? '', { kind: 'password', password: `Guess${turn}${guess}` }))
            .status === 400,
        )
      }
      const companyId = turn % 2 === 0 ? testApp.there.id : testApp.here.id
      const gone = await testApp.call(token, auth.switchCompany, { body: { companyId } })
      expect(gone.status).toBe(200)
      token = gone.body.token
    }
    expect(looked).toBe(10)
    const change = await testApp.call(token, account.changePassword, {
      body: { current: 'Guess1234', password: 'Stairs-under-4-lamps' },
    })
    expect(change.status).toBe(400)
  })
  it('is asked for by a change that turns out to be sensitive: address, phone, sign-in settings, hook secrets', async () => {
    const token = await oldSession('administrator')
    const { id } = { id: testApp.here.users.staff }
    const { version, email, firstName } = (
      await testApp.call(token, people.getUser, { params: { id } })
    ).body
    const change = (body: object) =>
      testApp.call(token, people.updateUser, { params: { id }, body: { version, ...body } })
    expect(codesIn((await change({ email: 'other@here.test' })).body)).toEqual(['confirmFirst'])
    expect(codesIn((await change({ phone: '+420 601 000 009' })).body)).toEqual(['confirmFirst'])
    expect((await change({ email, firstName })).status).toBe(200)
    const company = (await testApp.call(token, companies.getCompany, {})).body
    const settle = (body: object) =>
      testApp.call(token, companies.updateCompany, { body: { version: company.version, ...body } })
    const [role] = (await testApp.ok(token, people.listRoles, { body: { limit: 1 } })).rows
    expect(codesIn((await settle({ secondStepRoleIds: [role?.id] })).body)).toEqual([
      'confirmFirst',
    ])
    expect(codesIn((await settle({ forceSso: true })).body)).toEqual(['confirmFirst'])
    expect(codesIn((await settle({ sessionHours: 300 })).body)).toEqual(['confirmFirst'])
    expect(codesIn((await settle({ textMessagesADay: 9 })).body)).toEqual(['confirmFirst'])
    const hook = {
      name: 'Ward bell',
      url: 'https://hooks.sample.test/in',
      method: 'POST' as const,
      isActive: true,
    }
    const made = await testApp.call(token, referenceData.createApiHook, { body: hook })
    expect(made.status).toBe(200)
    const secret = 'a secret of sixteen messages'
    expect(
      codesIn(
        (
          await testApp.call(token, referenceData.createApiHook, {
            body: { ...hook, name: 'Other', secret },
          })
        ).body,
      ),
    ).toEqual(['confirmFirst'])
    const renewed = await testApp.call(token, referenceData.updateApiHook, {
      params: { id: made.body.id },
      body: { version: made.body.version, secret },
    })
    expect(codesIn(renewed.body)).toEqual(['confirmFirst'])
  })
  it('needs the second step of a user who has one, also for a new password', async () => {
    const token = await testApp.signIn('staff')
    const { secret } = (await testApp.call(token, secondSteps.beginAuthenticator, {})).body
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: testApp.clock.now().getTime(),
      })
    expect(
      (await testApp.call(token, secondSteps.addAuthenticator, { body: { code: code() } })).status,
    ).toBe(200)
    testApp.clock.advance(ELEVEN_MINUTES)
    expect((await testApp.call(token, secondSteps.beginConfirm, {})).body).toEqual({
      ways: ['authenticator', 'recovery'],
      passkey: null,
    })
    expect(codesIn((await confirm(token, { kind: 'password', password: PASSWORD })).body)).toEqual([
      'wayClosed',
    ])
    expect(
      codesIn(
        (
          await testApp.call(token, account.changePassword, {
            body: { current: PASSWORD, password: 'Sample9xyz' },
          })
        ).body,
      ),
    ).toEqual(['confirmFirst'])
    expect((await confirm(token, { kind: 'authenticator', code: '000000' })).status).toBe(400)
    expect((await confirm(token, { kind: 'authenticator', code: code() })).status).toBe(200)
    expect((await testApp.call(token, secondSteps.removeAuthenticator, {})).status).toBe(200)
  })
  it('works by a passkey, in the session that asked', async () => {
    const token = await testApp.signIn('staff')
    const key = new SoftPasskey()
    const { id, options } = (await testApp.call(token, secondSteps.beginPasskey, {})).body
    await testApp.call(token, secondSteps.addPasskey, {
      body: { id, name: 'Key', response: key.make(options) },
    })
    testApp.clock.advance(ELEVEN_MINUTES)
    const asked = (await testApp.call(token, secondSteps.beginConfirm, {})).body.passkey
    if (asked === null) throw new Error('No passkey was asked for')
    const answer = { kind: 'passkey' as const, id: asked.id, response: key.answer(asked.options) }
    expect((await confirm(await testApp.signIn('technician'), answer)).status).toBe(409)
    expect((await confirm(token, answer)).status).toBe(200)
    expect((await confirm(token, answer)).status).toBe(410)
    await testApp.call(token, secondSteps.removePasskey, { body: { id: key.id } })
  })
  it('works by a code sent to the proven address: once, for this session alone, five attempts, one a minute', async () => {
    const token = await oldSession('technician')
    const other = await oldSession('technician')
    const ask = () => testApp.call(token, secondSteps.sendConfirmCode, {})
    const lastCode = async () =>
      /\d{6}/.exec(
        (
          await asSystem(testApp.pool, (db) =>
            db
              .select()
              .from(tables.message)
              .where(eq(tables.message.to, 'technician@here.test'))
              .orderBy(tables.message.id),
          )
        ).at(-1)?.text ?? '',
      )?.[0] ?? ''
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    const code = await lastCode()
    expect((await confirm(other, { kind: 'email', code })).status).toBe(400)
    expect((await confirm(token, { kind: 'email', code })).status).toBe(200)
    expect((await confirm(token, { kind: 'email', code })).status).toBe(400)
    testApp.clock.advance(61_000)
    await ask()
    for (let turn = 0; turn < 5; turn += 1)
      expect((await confirm(token, { kind: 'email', code: '000000' })).status).toBe(400)
    expect((await confirm(token, { kind: 'email', code: await lastCode() })).status).toBe(400)
    expect(
      (
        await testApp.call(null, contract.waysIn.loginOtp, {
          body: { email: 'technician@here.test', code: await lastCode() },
        })
      ).status,
    ).toBe(400)
  })
  it('closes after ten wrong passwords, for that session alone', async () => {
    const token = await oldSession('technician')
    for (let turn = 0; turn < 10; turn += 1)
      expect((await confirm(token, { kind: 'password', password: 'Wrong1234' })).status).toBe(400)
    expect((await confirm(token, { kind: 'password', password: PASSWORD })).status).toBe(429)
    expect(
      (await confirm(await testApp.signIn('technician'), { kind: 'password', password: PASSWORD }))
        .status,
    ).toBe(200)
  })
})

it('an API key is created by a confirmed user only', async () => {
  const token = await oldSession('administrator')
  await confirm(token, { kind: 'password', password: PASSWORD })
  const sample = sampleOf(devices.createApiKey, () => 1)
  expect(
    (await testApp.raw(token, 'POST', devices.createApiKey.path, sample.body)).status,
  ).not.toBe(403)
})
