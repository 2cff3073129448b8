/**
 * An address counts only after its owner proved it: attempts of one company to take over a person
 * of another.
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let attacker: string
let victimsAdministrator: string
const { auth, waysIn, people, account, memberships, rrules } = contract

beforeAll(async () => {
  testApp = await openTestApp({ demo: true })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000) // past every rate limit of the previous test
  attacker = await testApp.signIn('administrator', 'there')
  victimsAdministrator = await testApp.signIn('administrator', 'here')
})

let counter = 0
const fresh = (name: string) => `${name}${(counter += 1)}@mail.test`
const accessScope = {
  allEquipment: true,
  allLocations: true,
  allProcedures: true,
  equipmentTypeIds: [],
  locationTypeIds: [],
  procedureTypeIds: [],
}
const messagesTo = (to: string) =>
  asSystem(testApp.pool, (db) =>
    db.select().from(tables.message).where(eq(tables.message.to, to)).orderBy(tables.message.id),
  )
const textOf = async (to: string) => (await messagesTo(to)).at(-1)?.text ?? ''
const linkTo = async (to: string) => /token=([\w-]+)/.exec(await textOf(to))?.[1] ?? ''
const codeTo = async (to: string) => /\b\d{6}\b/.exec(await textOf(to))?.[0] ?? ''
const login = (email: string, password: string, cookie = '') =>
  testApp.raw(null, 'POST', '/api/public/login', { email, password }, { cookie })
const choose = (token: string, password: string) =>
  testApp.call(null, waysIn.setNewPassword, { body: { token, password } })
const personOf = async (email: string) =>
  (
    await asSystem(testApp.pool, (db) =>
      db.select().from(tables.person).where(eq(tables.person.email, email)),
    )
  )[0]

async function invite(
  token: string,
  company: 'here' | 'there',
  email: string,
  phone: string | null = null,
) {
  const roles = await inCompany(testApp.pool, testApp[company].id, (db) =>
    db.select().from(tables.role).where(eq(tables.role.key, 'staff')),
  )
  const answer = await testApp.call(token, people.inviteUser, {
    body: {
      email,
      phone,
      firstName: 'Some',
      lastName: 'One',
      language: 'en',
      roleIds: roles.map(({ id }) => id),
      ...accessScope,
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

async function ownAccomplice() {
  const email = fresh('accomplice')
  const made = await invite(attacker, 'there', email)
  expect((await choose(await linkTo(email), 'Attack3r!pass')).status).toBe(200)
  return { email, made }
}

describe('an address that is not proved', () => {
  it('takes over no account: changed to the victim’s, it stays the accomplice’s until the victim follows the link', async () => {
    const victim = fresh('victim')
    const { email, made } = await ownAccomplice()
    const changed = await testApp.call(attacker, people.updateUser, {
      params: { id: made.id },
      body: { email: victim, version: made.version },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ email, pendingEmail: victim })
    expect(await personOf(victim)).toBeUndefined()
    expect(await textOf(email)).toContain(victim)
    await invite(victimsAdministrator, 'here', victim)
    expect((await login(victim, 'Attack3r!pass')).status).toBe(400)
    expect((await choose(await linkTo(victim), 'V1ctim-pass-word')).status).toBe(200)
    expect((await login(victim, 'V1ctim-pass-word')).status).toBe(200)
    const session = (await login(email, 'Attack3r!pass')).body as { token: string }
    const companies = await testApp.call(session.token, people.listTinyCompanies, {})
    expect(companies.body.map(({ id }) => id)).not.toContain(testApp.here.id)
  })

  it('prepared by another company is not touched by one’s own, and the owner begins with nothing of it', async () => {
    const victim = fresh('victim')
    await invite(attacker, 'there', victim, '+420 777 000 111')
    const invited = await invite(victimsAdministrator, 'here', victim)
    expect(invited).toMatchObject({ isEmailProven: false, phone: null, state: 'invited' })
    // The attacker's second message does not carry the attacker's phone over.
    const theirs = (await testApp.call(attacker, people.listUsers, { body: { search: victim } }))
      .body.rows[0]
    await testApp.call(attacker, people.updateUser, {
      params: { id: theirs?.id ?? (0 as never) },
      body: { phone: '+420 777 000 111', version: theirs?.version ?? 1 },
    })
    testApp.clock.advance(16 * 60_000)
    await testApp.call(attacker, people.resendInvitation, {
      params: { id: theirs?.id ?? (0 as never) },
    })
    await testApp.call(victimsAdministrator, people.resendInvitation, {
      params: { id: invited.id },
    })
    expect((await choose(await linkTo(victim), 'V1ctim-pass-word')).status).toBe(200)
    const { body } = await testApp.call(
      await testApp.signIn('administrator', 'here'),
      people.getUser,
      {
        params: { id: invited.id },
      },
    )
    expect(body).toMatchObject({
      isEmailProven: true,
      phone: null,
      state: 'active',
      isShared: false,
    })
  })

  it('opens nothing: no password, no code, no reset', async () => {
    const victim = fresh('victim')
    await invite(attacker, 'there', victim, '+420 777 000 222')
    await asSystem(testApp.pool, async (db) => {
      const [known] = await db
        .select()
        .from(tables.person)
        .where(eq(tables.person.email, 'staff@there.test'))
      await db
        .update(tables.person)
        .set({ passwordHash: known?.passwordHash ?? null })
        .where(eq(tables.person.email, victim))
    })
    expect((await login(victim, PASSWORD)).status).toBe(400)
    for (const way of ['email', 'sms'] as const) {
      await testApp.call(null, waysIn.requestOtp, { body: { email: victim, way } })
      testApp.clock.advance(61_000)
    }
    expect(await messagesTo('+420 777 000 222')).toHaveLength(0)
    expect(await codeTo(victim)).toBe('')
    await testApp.call(null, waysIn.requestReset, { body: { email: victim } })
    expect(await textOf(victim)).toContain('invites you')
  })
})

describe('the link to a new address', () => {
  it('gives the account to its follower, and nothing to the former owner', async () => {
    const victim = fresh('victim')
    const { email, made } = await ownAccomplice()
    const before = (await login(email, 'Attack3r!pass')).body as { token: string }
    await testApp.call(attacker, people.updateUser, {
      params: { id: made.id },
      body: { email: victim, phone: '+420 777 000 333', version: made.version },
    })
    expect((await choose(await linkTo(victim), 'V1ctim-pass-word')).status).toBe(200)
    expect((await testApp.call(before.token, auth.checkToken, {})).status).toBe(401)
    expect((await login(victim, 'Attack3r!pass')).status).toBe(400)
    expect((await login(victim, 'V1ctim-pass-word')).status).toBe(200)
    expect(await personOf(victim)).toMatchObject({ phone: null, phoneProvenAt: null })
    expect(await textOf(email)).toContain('changed the address')
  })

  it('ends the calendar’s secret address, which the former owner has', async () => {
    const successor = fresh('successor')
    const { email, made } = await ownAccomplice()
    const before = (await login(email, 'Attack3r!pass')).body as { token: string }
    const {
      body: { url },
    } = await testApp.call(before.token, rrules.createCalendarFeed, {})
    const read = () => testApp.raw(null, 'GET', new URL(url).pathname)
    expect((await read()).status).toBe(200)
    await testApp.call(attacker, people.updateUser, {
      params: { id: made.id },
      body: { email: successor, version: made.version },
    })
    expect((await choose(await linkTo(successor), 'V1ctim-pass-word')).status).toBe(200)
    expect((await read()).status).toBe(404)
  })

  it('ends once the user belongs to another company', async () => {
    const elsewhere = fresh('elsewhere')
    const { email, made } = await ownAccomplice()
    await testApp.call(attacker, people.updateUser, {
      params: { id: made.id },
      body: { email: elsewhere, version: made.version },
    })
    const link = await linkTo(elsewhere)
    await invite(victimsAdministrator, 'here', email)
    const own = (await login(email, 'Attack3r!pass')).body as { token: string }
    const accepted = await testApp.call(own.token, memberships.acceptMembership, {
      body: { companyId: testApp.here.id },
    })
    expect(accepted.status).toBe(200)
    expect((await choose(link, 'Attack3r!pass')).status).toBe(410)
    expect(await personOf(email)).toBeDefined()
  })

  it('of an address with an account becomes an invitation, and leaves that account’s password alone', async () => {
    const other = fresh('other')
    await invite(victimsAdministrator, 'here', other)
    await choose(await linkTo(other), 'V1ctim-pass-word')
    const { made } = await ownAccomplice()
    await testApp.call(attacker, people.updateUser, {
      params: { id: made.id },
      body: { email: other, version: made.version },
    })
    const followed = await choose(await linkTo(other), 'Another-pass-2')
    expect(followed.status).toBe(409)
    expect(followed.body).toMatchObject({ errors: [{ code: 'signInInstead' }] })
    expect((await login(other, 'Another-pass-2')).status).toBe(400)
    const session = (await login(other, 'V1ctim-pass-word')).body as { token: string }
    const listed = await testApp.ok(session.token, memberships.listMemberships, {})
    expect(listed.rows).toMatchObject([
      { companyId: testApp.there.id, state: 'invited' },
      { companyId: testApp.here.id, state: 'active' },
    ])
  })
})

describe('a user’s own address and phone', () => {
  const signedIn = async () => {
    const { email } = await ownAccomplice()
    return { email, token: ((await login(email, 'Attack3r!pass')).body as { token: string }).token }
  }

  it('change by the code that is returned, end the other sessions, and notify the former address', async () => {
    const { email, token } = await signedIn()
    const other = ((await login(email, 'Attack3r!pass')).body as { token: string }).token
    const next = fresh('next')
    await testApp.call(null, waysIn.requestReset, { body: { email } })
    const reset = await linkTo(email)
    expect(
      (await testApp.call(token, account.askEmailChange, { body: { email: next } })).status,
    ).toBe(200)
    expect(
      (await testApp.call(token, account.confirmEmailChange, { body: { code: '000000' } })).status,
    ).toBe(400)
    expect(
      (
        await testApp.call(token, account.confirmEmailChange, {
          body: { code: await codeTo(next) },
        })
      ).status,
    ).toBe(200)
    expect(await personOf(next)).toMatchObject({ emailProvenAt: expect.any(Date) })
    expect(await textOf(email)).toContain(next)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(200)
    expect((await testApp.call(other, auth.checkToken, {})).status).toBe(401)
    expect((await choose(reset, 'Attack3r!again')).status).toBe(410)
  })

  it('stay if another user has proved the address', async () => {
    const { token } = await signedIn()
    await testApp.call(token, account.askEmailChange, { body: { email: 'staff@here.test' } })
    const answer = await testApp.call(token, account.confirmEmailChange, {
      body: { code: await codeTo('staff@here.test') },
    })
    expect(answer.status).toBe(409)
  })

  it('stay after five wrong codes, and after ten minutes', async () => {
    const { token } = await signedIn()
    const next = fresh('next')
    await testApp.call(token, account.askEmailChange, { body: { email: next } })
    const code = await codeTo(next)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let turn = 0; turn < 5; turn += 1)
      await testApp.call(token, account.confirmEmailChange, { body: { code: wrong } })
    expect((await testApp.call(token, account.confirmEmailChange, { body: { code } })).status).toBe(
      400,
    )
    await testApp.call(token, account.askEmailChange, { body: { email: next } })
    testApp.clock.advance(10 * 60_000 + 1)
    expect(
      (
        await testApp.call(token, account.confirmEmailChange, {
          body: { code: await codeTo(next) },
        })
      ).status,
    ).toBe(400)
  })

  it('receive codes by text message only after one was returned', async () => {
    const { email, token } = await signedIn()
    const phone = '+420 777 123 456'
    expect((await testApp.call(token, account.askPhoneChange, { body: { phone } })).body).toEqual({
      state: 'asked',
    })
    const code = await codeTo(phone)
    await testApp.call(null, waysIn.requestOtp, { body: { email, way: 'sms' } })
    expect(await messagesTo(phone)).toHaveLength(1)
    expect((await testApp.call(token, account.confirmPhoneChange, { body: { code } })).status).toBe(
      200,
    )
    testApp.clock.advance(61_000)
    await testApp.call(null, waysIn.requestOtp, { body: { email, way: 'sms' } })
    const answer = await testApp.raw(null, 'POST', '/api/public/login-otp', {
      email,
      code: await codeTo(phone),
    })
    expect(answer.status).toBe(200)
  })
})

describe('a sign-in code', () => {
  it('works in the browser that asked for it, and one asked for elsewhere does not end it', async () => {
    const [mine, theirs] = ['m', 't'].map((letter_) => `plantroom-browser=${letter_.repeat(43)}`)
    const ask = (cookie = '') =>
      testApp.raw(null, 'POST', '/api/public/request-otp', { email: 'staff@here.test' }, { cookie })
    const enter = (code: string, cookie = '') =>
      testApp.raw(
        null,
        'POST',
        '/api/public/login-otp',
        { email: 'staff@here.test', code },
        { cookie },
      )
    expect((await ask(mine)).status).toBe(200)
    const code = await codeTo('staff@here.test')
    testApp.clock.advance(61_000)
    expect((await ask(theirs)).status).toBe(200)
    expect((await enter(code, theirs)).status).toBe(400)
    expect((await enter(code)).status).toBe(400)
    expect((await enter(code, mine)).status).toBe(200)
  })
})

describe('guessing from elsewhere', () => {
  it('does not lock the owner out of a known browser and network', async () => {
    const email = 'manager@here.test'
    const cookie = `plantroom-browser=${'k'.repeat(43)}`
    const from = (ip: string, password: string, own = '') =>
      testApp.raw(
        null,
        'POST',
        '/api/public/login',
        { email, password },
        { 'x-forwarded-for': ip, cookie: own },
      )
    expect((await from('203.0.113.1', PASSWORD, cookie)).status).toBe(200)
    for (let turn = 0; turn < 12; turn += 1) await from(`198.51.100.${turn}`, 'Guess1234')
    expect((await from('198.51.100.77', PASSWORD)).status).toBe(429)
    expect((await from('203.0.113.1', PASSWORD)).status).toBe(200)
    expect((await from('198.51.100.78', PASSWORD, cookie)).status).toBe(200)
    const rows = await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .select()
        .from(tables.securityEvent)
        .where(eq(tables.securityEvent.userId, testApp.here.users.manager)),
    )
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length
    expect([count('signInRefused'), count('lockedOut')]).toEqual([10, 1])
  })
})

describe('text messages', () => {
  it('end at the company’s ceiling of the day, with the same answer', async () => {
    const phone = '+420 777 999 000'
    await asSystem(testApp.pool, async (db) => {
      const [member] = await db
        .select()
        .from(tables.user)
        .where(eq(tables.user.id, testApp.here.users.technician))
      await db
        .update(tables.person)
        .set({ phone, phoneProvenAt: testApp.clock.now() })
        .where(eq(tables.person.id, member?.personId ?? 0))
    })
    const settings = await testApp.call(victimsAdministrator, contract.companies.getCompany, {})
    const lowered = await testApp.call(victimsAdministrator, contract.companies.updateCompany, {
      body: { textMessagesADay: 2, version: settings.body.version },
    })
    expect(lowered.status).toBe(200)
    for (let turn = 0; turn < 4; turn += 1) {
      expect(
        (
          await testApp.call(null, waysIn.requestOtp, {
            body: { email: 'technician@here.test', way: 'sms' },
          })
        ).status,
      ).toBe(200)
      testApp.clock.advance(61_000)
    }
    expect(await messagesTo(phone)).toHaveLength(2)
  })
})
