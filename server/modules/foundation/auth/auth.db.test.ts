import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { TokenClaims } from '#contract/auth/auth.ts'
import * as tables from '#db/schema/index.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import { makeSetupLink } from './setup.ts'

let testApp: TestApp
const { auth } = contract
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const login = (email: string, password: string) =>
  testApp.call(null, auth.login, { body: { email, password, source: 'web' } })
const claimsOf = (token: string | null) =>
  JSON.parse(Buffer.from((token ?? '').split('.')[1] ?? '', 'base64url').toString()) as TokenClaims

describe('POST /api/public/login', () => {
  it('gives the token in the body and in the header, with what the page needs to know', async () => {
    const answer = await login('  Administrator@HERE.test ', PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.headers['authorization']).toBe(`Bearer ${answer.body.token}`)
    expect(claimsOf(answer.body.token)).toMatchObject({
      userId: testApp.here.users.administrator,
      companyId: testApp.here.id,
      tz: 'Asia/Jerusalem',
      language: 'en',
      ae: true,
      al: true,
      ap: true,
    })
  })
  it('answers a wrong password and an unknown address alike', async () => {
    const wrong = await login('administrator@here.test', 'Wrong1234')
    const unknown = await login('nobody@here.test', 'Wrong1234')
    expect(wrong.status).toBe(400)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body).toMatchObject({ message: 'Wrong email or password' })
  })
  it('closes after ten wrong passwords, also for the right one, and opens a quarter of an hour later', async () => {
    for (let turn = 0; turn < 10; turn += 1)
      expect((await login('manager@here.test', 'Wrong1234')).status).toBe(400)
    const shut = await login('manager@here.test', PASSWORD)
    expect(shut.status).toBe(429)
    expect(Number(shut.headers['retry-after'])).toBeGreaterThan(0)
    testApp.clock.advance(15 * 60_000 + 1)
    expect((await login('manager@here.test', PASSWORD)).status).toBe(200)
  })
  it('is never closed by right passwords', async () => {
    for (let turn = 0; turn < 12; turn += 1)
      expect((await login('technician@here.test', PASSWORD)).status).toBe(200)
  })
})

describe('a session', () => {
  it('is renewed in use past half of its life, and expires unused', async () => {
    const token = await testApp.signIn('staff')
    testApp.clock.advance(20 * 60_000)
    const renewed = await testApp.call(token, auth.checkToken, {})
    const fresh = String(renewed.headers['authorization']).slice('Bearer '.length)
    expect(claimsOf(fresh).jti).toBe(claimsOf(token).jti)
    testApp.clock.advance(20 * 60_000)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
    expect((await testApp.call(fresh, auth.checkToken, {})).status).toBe(200)
  })
  it('ends on the server at sign-out', async () => {
    const token = await testApp.signIn('staff')
    expect((await testApp.call(token, auth.logout, {})).status).toBe(200)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
  })
  it('ends when the user is deactivated', async () => {
    const token = await testApp.signIn('staff')
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .update(tables.user)
        .set({ isActive: false })
        .where(eq(tables.user.id, testApp.here.users.staff)),
    )
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
    expect((await login('staff@here.test', PASSWORD)).status).toBe(400)
  })
  it('keeps the language that a user chooses', async () => {
    const token = await testApp.signIn('administrator')
    const answer = await testApp.call(token, auth.setLanguage, { body: { language: 'he' } })
    expect(claimsOf(answer.body.token).language).toBe('he')
    expect((await testApp.call(answer.body.token, auth.getSession, {})).body).toMatchObject({
      language: 'he',
      user: { email: 'administrator@here.test' },
      company: { name: 'here company' },
    })
  })
})

describe('the set-up of the first company', () => {
  const facts = {
    companyName: 'Mlýn',
    timezone: 'Europe/Prague',
    language: 'cs' as const,
    firstName: 'Eva',
    lastName: 'Malá',
    email: 'eva@mlyn.test',
    password: 'Tajemstv1',
  }
  it('works once by its link, and leaves a company that can open a ticket', async () => {
    const token = await makeSetupLink(testApp)
    const made = await testApp.call(null, auth.setUp, { body: { token, ...facts } })
    expect(made.status).toBe(200)
    const types = await testApp.call(made.body.token, contract.tickets.getTicketTypes, {})
    expect(types.body.rows).toMatchObject([
      {
        name: 'Oprava',
        states: [
          { category: 'open' },
          { category: 'inProgress' },
          { category: 'waiting' },
          { category: 'closed' },
        ],
      },
    ])
    const again = await testApp.call(null, auth.setUp, {
      body: { token, ...facts, email: 'other@mlyn.test' },
    })
    expect(again.status).toBe(410)
  })
  it('refuses a made-up link and a weak password', async () => {
    expect(
      (await testApp.call(null, auth.setUp, { body: { token: 'guess', ...facts } })).status,
    ).toBe(410)
    const weak = await testApp.call(null, auth.setUp, {
      body: { token: await makeSetupLink(testApp), ...facts, password: 'weak' },
    })
    expect(weak.status).toBe(400)
    expect(weak.body).toMatchObject({ errors: [{ path: 'body.password' }] })
  })
  it('stops an earlier link when a new one is made', async () => {
    const old = await makeSetupLink(testApp)
    await makeSetupLink(testApp)
    expect(
      (
        await testApp.call(null, auth.setUp, {
          body: { token: old, ...facts, email: 'x@mlyn.test' },
        })
      ).status,
    ).toBe(410)
  })
})
