import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { newcomers } from '#tests/newcomers.ts'
import { PASSWORD, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
const { people, auth, waysIn, account, tickets, automations, procedures } = contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000)
  admin = await testApp.signIn('administrator')
})

const { invite, settle, login, lastMessage, linkIn, claimsOf, roleWith } = newcomers(() => ({
  testApp,
  admin,
}))

describe('an invitation', () => {
  it('answers with the stored phone, also if time passes while it is written', async () => {
    const read = testApp.clock.now.bind(testApp.clock)
    const ticking = vi.spyOn(testApp.clock, 'now').mockImplementation(() => {
      testApp.clock.advance(1)
      return read()
    })
    const { id, email, phone, isPhoneProven } = (await invite({ phone: '+420 601 222 333' })).body
    ticking.mockRestore()
    expect({ phone, isPhoneProven }).toEqual({ phone: '+420 601 222 333', isPhoneProven: false })
    expect((await testApp.call(admin, people.resendInvitation, { params: { id } })).status).toBe(
      200,
    )
    await testApp.call(null, waysIn.setNewPassword, {
      body: { token: linkIn((await lastMessage(email))?.text), password: PASSWORD },
    })
    expect((await testApp.call(admin, people.getUser, { params: { id } })).body).toMatchObject({
      phone: '+420 601 222 333',
      isPhoneProven: false,
      isEmailProven: true,
    })
  })
  it('leads a new user in by a link of their own, in their language, and only once', async () => {
    const invited = await invite()
    expect(invited.body).toMatchObject({ state: 'invited', isShared: false, lastSignInAt: null })
    const written = await lastMessage(invited.body.email)
    expect(written?.subject).toContain('Pozvánka')
    expect(written?.text).toContain('here company')
    const choose = { token: linkIn(written?.text), password: PASSWORD }
    expect((await testApp.call(null, waysIn.setNewPassword, { body: choose })).status).toBe(200)
    expect((await testApp.call(null, waysIn.setNewPassword, { body: choose })).status).toBe(410)
    expect((await login(invited.body.email)).status).toBe(200)
    expect(
      (await testApp.call(admin, people.getUser, { params: { id: invited.body.id } })).body,
    ).toMatchObject({ state: 'active' })
  })
  it('is seen to be used at once, and only the first time', async () => {
    const invited = await invite()
    await testApp.call(null, waysIn.setNewPassword, {
      body: { token: linkIn((await lastMessage(invited.body.email))?.text), password: PASSWORD },
    })
    const messagesHeard: unknown[] = []
    const leave = testApp.app.kernel.live.subscribe(testApp.here.id, (message) =>
      messagesHeard.push(...message.tags),
    )
    await login(invited.body.email)
    await vi.waitFor(
      () =>
        expect(messagesHeard).toEqual([{ type: 'User' }, { type: 'User', id: invited.body.id }]),
      10_000,
    )
    await login(invited.body.email)
    leave()
    expect(messagesHeard).toHaveLength(2)
  })
  it('can be sent again until the user comes, five times a quarter of an hour', async () => {
    const { id, email } = (await invite()).body
    const first = linkIn((await lastMessage(email))?.text)
    for (let turn = 0; turn < 5; turn += 1)
      expect((await testApp.call(admin, people.resendInvitation, { params: { id } })).status).toBe(
        200,
      )
    expect((await testApp.call(admin, people.resendInvitation, { params: { id } })).status).toBe(
      429,
    )
    expect(linkIn((await lastMessage(email))?.text)).not.toBe(first)
    expect(
      (
        await testApp.call(admin, people.resendInvitation, {
          params: { id: testApp.here.users.staff },
        })
      ).status,
    ).toBe(409) // accepted, although they never signed in
    const come = await settle()
    expect(
      (await testApp.call(admin, people.resendInvitation, { params: { id: come.id } })).status,
    ).toBe(409)
  })
  it('is refused for a member, in any case of the address', async () => {
    const answer = await invite({ email: 'STAFF@here.test' })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.email', code: 'taken' }] })
  })
  it.each([
    ['email', 'no address'],
    ['email', `${'a'.repeat(65)}@here.test`],
    ['phone', '1234'],
    ['firstName', ' '],
  ])('is refused with a %s of %j', async (field, value) => {
    const answer = await invite({ [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: `body.${field}` }] })
  })
})

describe('a person of two companies', () => {
  it('is invited as anybody else, accepts in their own session, and then keeps address and phone', async () => {
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.person)
        .set({ phone: '+420 777 000 000' })
        .where(eq(tables.person.email, 'manager@there.test')),
    )
    const joined = await invite({
      email: 'manager@there.test',
      phone: '+420 601 222 333',
      roleIds: [await roleWith('editor|tickets')],
    })
    expect(joined.status).toBe(200)
    expect(joined.body).toMatchObject({
      state: 'invited',
      isShared: false,
      isEmailProven: false,
      phone: '+420 601 222 333',
    })
    expect((await lastMessage('manager@there.test'))?.text).toContain('/invitation?token=')
    const own = (await login('manager@there.test')).body.token
    const accepted = await testApp.call(own, contract.memberships.acceptMembership, {
      body: { companyId: testApp.here.id },
    })
    expect(accepted.status).toBe(200)
    const { id, version } = joined.body
    const member = (await testApp.call(admin, people.getUser, { params: { id } })).body
    expect(member).toMatchObject({ state: 'active', isShared: true, phone: '+420 777 000 000' })
    for (const change of [{ email: 'taken.over@here.test' }, { phone: '+420 601 000 000' }]) {
      const answer = await testApp.call(admin, people.updateUser, {
        params: { id },
        body: { ...change, version },
      })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ errors: [{ code: 'shared' }] })
    }
  })
  it('switches: the other company answers, the former token ends, and strangers’ companies are not found', async () => {
    const token = (await login('manager@there.test')).body.token
    const from = claimsOf(token).companyId
    const other = from === testApp.here.id ? testApp.there.id : testApp.here.id
    const companies = (await testApp.call(token, people.listTinyCompanies, {})).body
    expect(companies.map(({ id }) => id)).toEqual([null, testApp.here.id, testApp.there.id])
    testApp.clock.advance(1000)
    const switched = await testApp.call(token, auth.switchCompany, { body: { companyId: other } })
    expect(switched.status).toBe(200)
    expect(claimsOf(switched.body.token).companyId).toBe(other)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
    expect((await testApp.call(switched.body.token, auth.getSession, {})).body.company.id).toBe(
      other,
    )
    expect(
      (await testApp.call(admin, auth.switchCompany, { body: { companyId: testApp.there.id } }))
        .status,
    ).toBe(404)
    expect(claimsOf((await login('manager@there.test')).body.token).companyId).toBe(other)
  })
})

describe('the deactivation of a user', () => {
  it('signs them out at once, switches off rules that name them, and keeps their open tickets', async () => {
    const leaver = await settle({ roleIds: [await roleWith('editor|tickets')] })
    const heir = await settle({ roleIds: [await roleWith('editor|tickets')] })
    const procedure = (
      await testApp.call(admin, procedures.createProcedure, {
        body: {
          name: 'Leaver check',
          typeId: own.procedureType ?? 0,
          target: 'either',
          questions: [],
        },
      })
    ).body
    await testApp.call(admin, procedures.updateProcedure, {
      params: { id: procedure.id },
      body: {
        version: procedure.version,
        triggeredEvents: [
          {
            id: null,
            name: 'names the leaver',
            event: { kind: 'procedureDone' },
            filters: [],
            actions: [
              {
                kind: 'openTicket',
                ticketTypeId: own.ticketType ?? 0,
                title: null,
                assign: { by: 'user', userId: leaver.id },
              },
            ],
            isActive: true,
            validFrom: null,
            validTo: null,
          },
        ],
      },
    })
    const ticket = (
      await testApp.call(admin, tickets.openTicket, {
        body: { title: 'Theirs', ticketTypeId: own.ticketType ?? 0, assigneeId: leaver.id },
      })
    ).body
    const impact = (await testApp.call(admin, people.getUserImpact, { params: { id: leaver.id } }))
      .body
    expect(impact).toMatchObject({
      automations: [{ name: 'names the leaver', procedure: 'Leaver check' }],
      openTickets: 1,
      sessions: 1,
      hindrance: null,
    })
    const { version } = (await testApp.call(admin, people.getUser, { params: { id: leaver.id } }))
      .body
    expect(
      (
        await testApp.call(admin, people.deactivateUser, {
          params: { id: leaver.id },
          body: { version: version + 1 },
        })
      ).status,
    ).toBe(409)
    const left = await testApp.call(admin, people.deactivateUser, {
      params: { id: leaver.id },
      body: { version, ticketsTo: heir.id },
    })
    expect(left.body).toMatchObject({ state: 'inactive' })
    expect((await testApp.call(leaver.token, auth.checkToken, {})).status).toBe(401)
    expect((await login(leaver.email)).status).toBe(400)
    expect(
      (await testApp.call(admin, tickets.getTicket, { params: { id: ticket.id } })).body.assignee
        ?.id,
    ).toBe(heir.id)
    const rule = (
      await testApp.call(admin, automations.listAutomations, {
        body: { procedureId: procedure.id },
      })
    ).body.rows[0]
    expect(rule).toMatchObject({
      isActive: false,
      needsReview: true,
      missing: [{ kind: 'user', name: 'Eva Malá' }],
    })
    const back = await testApp.call(admin, people.reactivateUser, {
      params: { id: leaver.id },
      body: { version: left.body.version },
    })
    expect(back.body).toMatchObject({
      state: 'active',
      roles: [{ name: expect.any(String) as string }],
    })
    expect((await login(leaver.email)).status).toBe(200)
  })
  it('is refused for oneself', async () => {
    const { version } = (
      await testApp.call(admin, people.getUser, {
        params: { id: testApp.here.users.administrator },
      })
    ).body
    expect(
      (
        await testApp.call(admin, people.deactivateUser, {
          params: { id: testApp.here.users.administrator },
          body: { version },
        })
      ).body,
    ).toMatchObject({ errors: [{ code: 'self' }] })
  })
})

describe('the list of people', () => {
  it('is filtered by name and address, by role and by state, and counts its matches', async () => {
    const roleId = await roleWith('viewer|journal')
    const { id, email } = (await invite({ roleIds: [roleId], lastName: 'Hledaná' })).body
    const ask = async (body: object) => (await testApp.call(admin, people.listUsers, { body })).body
    expect(await ask({ search: 'hledaná eva' })).toMatchObject({ count: 1, rows: [{ id }] })
    expect(await ask({ search: email })).toMatchObject({ count: 1 })
    expect(await ask({ roleIds: [roleId], states: ['invited'] })).toMatchObject({
      count: 1,
      rows: [{ id, roles: [{ id: roleId }] }],
    })
    expect(await ask({ roleIds: [roleId], states: ['active'] })).toMatchObject({ count: 0 })
    const sorted = (await ask({ sort: '-email', limit: 500 })).rows.map((row) => row.email)
    expect(sorted).toEqual([...sorted].sort((a, b) => (a < b ? 1 : -1)))
    expect(sorted.some((one) => one.endsWith('@there.test') && one !== 'manager@there.test')).toBe(
      false,
    )
  })
})

describe('a user’s own account', () => {
  it('changes the password by the present one, and ends every other session', async () => {
    const person = await settle()
    const elsewhere = (await login(person.email)).body.token
    const change = (current: string) =>
      testApp.call(person.token, account.changePassword, {
        body: { current, password: 'Another-1x' },
      })
    expect((await change('Wrong1234')).body).toMatchObject({ errors: [{ path: 'body.current' }] })
    expect((await change(PASSWORD)).status).toBe(200)
    expect((await testApp.call(elsewhere, auth.checkToken, {})).status).toBe(401)
    expect((await testApp.call(person.token, auth.checkToken, {})).status).toBe(200)
    expect((await login(person.email, 'Another-1x')).status).toBe(200)
  })
  it('lets nobody with a stolen session guess the password', async () => {
    const person = await settle()
    for (let turn = 0; turn < 10; turn += 1)
      await testApp.call(person.token, account.changePassword, {
        body: { current: `Wrong123${turn}`, password: 'Another-1x' },
      })
    expect(
      (
        await testApp.call(person.token, account.changePassword, {
          body: { current: PASSWORD, password: 'Another-1x' },
        })
      ).status,
    ).toBe(429)
  })
  it('shows the open sessions and ends one, or all but this one, and never a stranger’s', async () => {
    const person = await settle()
    const elsewhere = (await login(person.email)).body.token
    await login(person.email)
    const { sessions } = (await testApp.call(person.token, account.getAccount, {})).body
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(sessions).toHaveLength(3)
    const end = (sessionId: string | null, by = person.token) =>
      testApp.call(by, account.endSession, { body: { sessionId } })
    expect((await end(claimsOf(elsewhere).jti, admin)).status).toBe(404)
    expect((await end(claimsOf(elsewhere).jti)).body).toEqual({ ended: 1 })
    expect((await testApp.call(elsewhere, auth.checkToken, {})).status).toBe(401)
    expect((await end(null)).body).toEqual({ ended: 1 })
    expect((await testApp.call(person.token, account.getAccount, {})).body.sessions).toHaveLength(1)
  })
  it('is available for so many hours, without end, or not', async () => {
    const person = await settle()
    const set = async (availability: object) =>
      (
        await testApp.call(person.token, account.setAvailability, {
          body: { availability: availability as never },
        })
      ).body.availability
    expect(await set({ kind: 'hours', hours: 4 })).toEqual({
      kind: 'until',
      until: new Date(testApp.clock.now().getTime() + 4 * 3_600_000).toISOString(),
    })
    testApp.clock.advance(5 * 60_000)
    expect(await set({ kind: 'unlimited' })).toEqual({ kind: 'unlimited' })
    expect(await set({ kind: 'none' })).toEqual({ kind: 'none' })
  })
})
