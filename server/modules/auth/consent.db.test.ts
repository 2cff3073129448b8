/**
 * A membership by consent, and what a session may do that one company's provider vouches for: a hostile
 * company `there` with a provider of its own, and people of `here`.
 */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { UserDetail } from '#contract/people'
import { company, message, person, securityEvent, user } from '../../db/schema/index.ts'
import { asSystem, inCompany } from '../../kernel/transaction.ts'
import {
  identityTokenOf,
  startIdentityProvider,
  type IdentityProviderProcess,
} from '../../../tests/identityProvider.ts'
import { sampleOf } from '../../../tests/samples.ts'
import { statementsOf } from '../../../tests/statements.ts'
import { openTestApp, PASSWORD, urlOf, type TestApp } from '../../../tests/testApp.ts'
import { stateDrafts } from '../../../tests/ticketDesk.ts'
import { userDraft } from '../../../tests/userDraft.ts'

const { account, auth, invitations, memberships, people, secondSteps, tickets, waysIn } = contract
const callback = 'http://localhost:4000/auth-callback'

let testApp: TestApp
let sso: IdentityProviderProcess
let auth0: IdentityProviderProcess
let here: string
let there: string

beforeAll(async () => {
  sso = await startIdentityProvider([callback])
  auth0 = await startIdentityProvider([callback])
  testApp = await openTestApp({
    demo: true,
    providers: [
      { idp: 'sso', issuer: sso.issuer, clientId: sso.clientId },
      { idp: 'auth0', issuer: auth0.issuer, clientId: auth0.clientId },
    ],
  })
})
afterAll(async () => {
  await testApp.close()
  await Promise.all([sso.close(), auth0.close()])
})
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000) // past every limit of the test before
  await choose('there', 'sso')
  await choose('here', null)
  here = await testApp.signIn('administrator', 'here')
  there = await testApp.signIn('administrator', 'there')
})

/** The company's provider from now on. */
const choose = (which: 'here' | 'there', idp: 'sso' | 'auth0' | null) =>
  asSystem(testApp.pool, (db) =>
    db.update(company).set({ idp }).where(eq(company.id, testApp[which].id)),
  )

let serial = 0
const draftFor = (email: string, change: object = {}) =>
  userDraft({ firstName: 'Eva', lastName: 'Malá', email, ...change })
const freshAddress = () => `person${(serial += 1)}@mail.test`

async function invite(by: string, email: string, change: object = {}) {
  const answer = await testApp.call(by, people.inviteUser, { body: draftFor(email, change) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

async function lastText(to: string) {
  const rows = await asSystem(testApp.pool, (db) =>
    db.select().from(message).where(eq(message.to, to)).orderBy(message.id),
  )
  return rows.at(-1)?.text ?? ''
}
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''
const accept = (token: string, password?: string) =>
  testApp.call(null, invitations.acceptInvitation, {
    body: { token, ...(password !== undefined && { password }) },
  })

async function login(email: string, password = PASSWORD): Promise<string> {
  const answer = await testApp.call(null, auth.login, { body: { email, password } })
  return answer.body.token ?? ''
}

/** A person of `here` with a mailbox and a password. */
async function ownPerson(roleIds: number[] = []) {
  const email = freshAddress()
  const made = await invite(here, email, { roleIds })
  expect((await accept(tokenIn(await lastText(email)), PASSWORD)).status).toBe(200)
  return { email, id: made.id }
}

/** Signs in through the provider, as whoever runs it could for any address. */
async function byProvider(email: string, idp: 'sso' | 'auth0' = 'sso') {
  const { body } = await testApp.call(null, waysIn.beginIdentity, { body: { idp } })
  const provider = idp === 'sso' ? sso : auth0
  const token = await identityTokenOf(provider, callback, email, body.nonce)
  const answer = await testApp.raw(token, 'POST', `/api/public/login-${idp}/`, {
    nonce: body.nonce,
  })
  return (answer.body as { token?: string }).token ?? ''
}

/** A person of `here` who accepted a membership of `there`, too. */
async function personOfBoth() {
  const own = await ownPerson()
  const other = await invite(there, own.email)
  const token = await login(own.email)
  const accepted = await testApp.call(token, memberships.acceptMembership, {
    body: { companyId: testApp.there.id },
  })
  expect(accepted.status).toBe(200)
  return { ...own, thereId: other.id }
}

const codesIn = (body: unknown) =>
  (body as { errors?: { code: string }[] }).errors?.map(({ code }) => code) ?? []

describe('an invitation to a person of another company', () => {
  it('is answered exactly as one to an address that nobody has', async () => {
    const { email } = await ownPerson()
    const known = await invite(there, email, { phone: '+420 777 000 111' })
    const unknown = await invite(there, freshAddress(), { phone: '+420 777 000 111' })
    const plain = ({ id: _id, email: _email, ...rest }: UserDetail) => rest
    expect(plain(known)).toEqual(plain(unknown))
    const read = async (id: typeof known.id) =>
      plain((await testApp.call(there, people.getUser, { params: { id } })).body)
    expect(await read(known.id)).toEqual(await read(unknown.id))
  })

  it('asks the database as many questions as one to an address that nobody has', async () => {
    const { email } = await ownPerson()
    const count = async (to: string) =>
      (await statementsOf(testApp.pool, () => invite(there, to))).statements.length
    expect(await count(email)).toBe(await count(freshAddress()))
  })

  it('does not keep the own administrator from address, phone and second steps, also after deactivation', async () => {
    const own = await ownPerson()
    const stranger = await invite(there, own.email)
    const read = async () =>
      (await testApp.call(here, people.getUser, { params: { id: own.id } })).body
    expect(await read()).toMatchObject({ isShared: false })
    const change = async (body: object) =>
      testApp.call(here, people.updateUser, {
        params: { id: own.id },
        body: { ...body, version: (await read()).version },
      })
    expect((await change({ phone: '+420 601 000 111' })).status).toBe(200)
    await testApp.ok(there, people.deactivateUser, {
      params: { id: stranger.id },
      body: { version: stranger.version },
    })
    expect((await change({ email: freshAddress() })).status).toBe(200)
    const reset = await testApp.call(here, people.resetSignIn, { params: { id: own.id } })
    expect(reset.status).toBe(200)
  })

  it('counts for nothing before it is accepted: no switch, no sight of the company, no events told', async () => {
    const own = await ownPerson()
    await invite(there, own.email)
    const token = await login(own.email)
    const { body } = await testApp.call(token, people.listTinyCompanies, {})
    expect(body.map(({ id }) => id)).toEqual([null, testApp.here.id])
    const switched = await testApp.call(token, auth.switchCompany, {
      body: { companyId: testApp.there.id },
    })
    expect(switched.status).toBe(404)
    const told = await inCompany(testApp.pool, testApp.there.id, (db) =>
      db.select().from(securityEvent).where(eq(securityEvent.kind, 'signedIn')),
    )
    const invited = await testApp.call(there, people.listUsers, { body: { search: own.email } })
    expect(told.map(({ userId }) => userId)).not.toContain(invited.body.rows[0]?.id)
  })

  it('is asked about at sign-in, and accepted or refused there', async () => {
    const own = await ownPerson()
    const invited = await invite(there, own.email)
    const token = await login(own.email)
    expect((await testApp.call(token, auth.getSession, {})).body.invitations).toBe(1)
    const list = async () => (await testApp.call(token, memberships.listMemberships, {})).body.rows
    expect(await list()).toMatchObject([
      { companyId: testApp.there.id, state: 'invited', isThis: false },
      { companyId: testApp.here.id, state: 'active', isThis: true },
    ])
    const body = { companyId: testApp.there.id }
    expect((await testApp.call(token, memberships.refuseMembership, { body })).status).toBe(200)
    expect(await list()).toHaveLength(1)
    expect((await testApp.call(token, memberships.acceptMembership, { body })).status).toBe(404)
    const refused = (await testApp.call(there, people.getUser, { params: { id: invited.id } })).body
    expect(refused).toMatchObject({ state: 'inactive', endedBy: 'refused' })
    // Let in again is asked again.
    await testApp.ok(there, people.reactivateUser, {
      params: { id: invited.id },
      body: { version: refused.version },
    })
    expect((await testApp.call(token, memberships.acceptMembership, { body })).status).toBe(200)
    expect(await list()).toMatchObject([{ state: 'active' }, { state: 'active' }])
  })

  it('is accepted by the link in the mailbox without a password, which changes nothing of the account', async () => {
    const own = await ownPerson()
    await invite(there, own.email)
    const token = tokenIn(await lastText(own.email))
    const seen = await testApp.call(null, invitations.readInvitation, { body: { token } })
    expect(seen.body).toMatchObject({ way: 'accept', email: own.email })
    expect((await accept(token, 'Attack3r!pass')).status).toBe(200)
    expect((await accept(token)).status).toBe(410)
    expect(await login(own.email, 'Attack3r!pass')).toBe('')
    const session = await login(own.email)
    const { body } = await testApp.call(session, people.listTinyCompanies, {})
    expect(body.map(({ id }) => id)).toContain(testApp.there.id)
  })

  it('is refused by the link in the mailbox', async () => {
    const email = freshAddress()
    const { id } = await invite(there, email)
    const token = tokenIn(await lastText(email))
    const refused = await testApp.call(null, invitations.refuseInvitation, { body: { token } })
    expect(refused.status).toBe(200)
    expect((await accept(token, PASSWORD)).status).toBe(410)
    const { body } = await testApp.call(there, people.getUser, { params: { id } })
    expect(body).toMatchObject({ state: 'inactive', endedBy: 'refused' })
  })

  it('is limited to 500 a day for one company', async () => {
    const rows = Array.from({ length: 500 }, () => ({
      companyId: testApp.there.id,
      at: testApp.clock.now(),
      kind: 'invited' as const,
    }))
    await inCompany(testApp.pool, testApp.there.id, (db) => db.insert(securityEvent).values(rows))
    const draft = draftFor(freshAddress())
    const refused = await testApp.call(there, people.inviteUser, { body: draft })
    expect(refused.status).toBe(429)
    expect((await testApp.call(here, people.inviteUser, { body: draft })).status).toBe(200)
    testApp.clock.advance(86_400_000)
    there = await testApp.signIn('administrator', 'there')
    expect((await testApp.call(there, people.inviteUser, { body: draft })).status).toBe(200)
  })
})

describe('the provider of one company', () => {
  it('opens an account of that company alone to somebody it only invited', async () => {
    const own = await ownPerson()
    await invite(there, own.email)
    const token = await byProvider(own.email)
    const { body } = await testApp.call(token, auth.getSession, {})
    expect(body).toMatchObject({ company: { id: testApp.there.id }, invitations: 0 })
    const companies = await testApp.call(token, people.listTinyCompanies, {})
    expect(companies.body.map(({ id }) => id)).toEqual([null, testApp.there.id])
    const switched = await testApp.call(token, auth.switchCompany, {
      body: { companyId: testApp.here.id },
    })
    expect(switched.status).toBe(404)
    // Its owner is not locked out, and nothing of theirs was touched.
    expect(await login(own.email)).not.toBe('')
    const member = await testApp.call(here, people.getUser, { params: { id: own.id } })
    expect(member.body).toMatchObject({ isShared: false, isEmailProven: true })
  })

  it('changes nothing of a person of two companies before a proof of their own', async () => {
    const both = await personOfBoth()
    const token = await byProvider(both.email)
    expect((await testApp.call(token, auth.getSession, {})).body.company.id).toBe(testApp.there.id)
    const guarded = Object.entries({ ...account, ...secondSteps, ...memberships }).filter(
      ([, endpoint]) => endpoint.ownProof,
    )
    expect(guarded.map(([name]) => name).sort()).toEqual([
      'acceptMembership',
      'addAuthenticator',
      'addPasskey',
      'askEmailChange',
      'askPhoneChange',
      'beginAuthenticator',
      'beginPasskey',
      'changePassword',
      'confirmEmailChange',
      'confirmPhoneChange',
      'endSession',
      'exportOwnData',
      'leaveCompany',
      'makeRecoveryCodes',
      'refuseMembership',
      'removeAuthenticator',
      'removePasskey',
    ])
    for (const [name, endpoint] of guarded) {
      const { params, body } = sampleOf(endpoint, () => testApp.there.users.staff)
      const answer = await testApp.raw(token, endpoint.method, urlOf(endpoint.path, params), body)
      expect([answer.status, codesIn(answer.body)], name).toEqual([403, ['confirmFirst']])
    }
  })

  it('learns neither the other companies, nor the sessions there, nor the second steps', async () => {
    const both = await personOfBoth()
    await login(both.email)
    const token = await byProvider(both.email)
    const listed = await testApp.call(token, memberships.listMemberships, {})
    expect(listed.body).toMatchObject({ isLimited: true, rows: [{ companyId: testApp.there.id }] })
    expect(listed.body.rows).toHaveLength(1)
    const own = await testApp.call(token, account.getAccount, {})
    expect(new Set(own.body.sessions.map((session) => session.company))).toEqual(
      new Set(['there company']),
    )
    const steps = await testApp.call(token, secondSteps.getSecondSteps, {})
    expect(steps.body).toMatchObject({ isLimited: true, passkeys: [], authenticator: null })
    const companies = await testApp.call(token, people.listTinyCompanies, {})
    expect(companies.body.map(({ id }) => id)).toEqual([null, testApp.there.id])
  })

  it('and a code to the person’s own mailbox open what belongs to the person', async () => {
    const both = await personOfBoth()
    const token = await byProvider(both.email)
    expect((await testApp.call(token, secondSteps.sendConfirmCode, {})).status).toBe(200)
    const code = /\b\d{6}\b/.exec(await lastText(both.email))?.[0] ?? ''
    const confirmed = await testApp.call(token, secondSteps.confirmSession, {
      body: { answer: { kind: 'email', code } },
    })
    expect(confirmed.status).toBe(200)
    const asked = await testApp.call(token, account.askEmailChange, {
      body: { email: freshAddress() },
    })
    expect(asked.status).toBe(200)
    const listed = await testApp.call(token, memberships.listMemberships, {})
    expect(listed.body).toMatchObject({ isLimited: false })
    expect(listed.body.rows).toHaveLength(2)
  })

  it('is proof enough where every company of the person chose it', async () => {
    await choose('here', 'sso')
    const own = await ownPerson()
    const token = await byProvider(own.email)
    const asked = await testApp.call(token, account.askEmailChange, {
      body: { email: freshAddress() },
    })
    expect(asked.status).toBe(200)
    // A company with another provider joins: from now on it is not.
    await choose('there', 'auth0')
    await invite(there, own.email)
    const accepted = await testApp.call(token, memberships.acceptMembership, {
      body: { companyId: testApp.there.id },
    })
    expect(accepted.status).toBe(200)
    const again = await testApp.call(token, account.askEmailChange, {
      body: { email: freshAddress() },
    })
    expect(codesIn(again.body)).toEqual(['confirmFirst'])
  })

  it('leads on to the proved account of the address once there is one in a company that chose it', async () => {
    const email = freshAddress()
    await invite(there, email)
    const first = await byProvider(email)
    expect((await testApp.ok(first, auth.getSession, {})).company.id).toBe(testApp.there.id)
    await choose('here', 'sso')
    await invite(here, email)
    expect((await accept(tokenIn(await lastText(email)), PASSWORD)).status).toBe(200)
    const second = await byProvider(email)
    const session = await testApp.ok(second, auth.getSession, {})
    expect(session).toMatchObject({ company: { id: testApp.here.id }, invitations: 1 })
  })

  it('opens the company’s own account to a person who left, once they are invited again', async () => {
    const both = await personOfBoth()
    await byProvider(both.email)
    const session = await login(both.email)
    const inThere = await testApp.ok(session, auth.switchCompany, {
      body: { companyId: testApp.there.id },
    })
    await testApp.ok(inThere.token, memberships.leaveCompany, {
      body: { companyId: testApp.there.id },
    })
    expect(await byProvider(both.email)).toBe('')
    const left = await testApp.ok(there, people.getUser, { params: { id: both.thereId } })
    await testApp.ok(there, people.reactivateUser, {
      params: { id: both.thereId },
      body: { version: left.version },
    })
    const again = await byProvider(both.email)
    const { invitations: count, company: own } = await testApp.ok(again, auth.getSession, {})
    expect([count, own.id]).toEqual([0, testApp.there.id])
  })

  it('is fresh proof in its own company', async () => {
    const both = await personOfBoth()
    const administrator = await asSystem(testApp.pool, async (db) => {
      const [row] = await db
        .select()
        .from(user)
        .where(and(eq(user.companyId, testApp.there.id), eq(user.id, both.thereId)))
      return row
    })
    expect(administrator?.acceptedAt).not.toBeNull()
    const token = await byProvider(both.email)
    const ended = await testApp.call(token, people.endUserSessions, {
      params: { id: both.thereId },
    })
    // No right to it, but no proof is asked for either.
    expect(codesIn(ended.body)).not.toContain('confirmFirst')
  })
})

describe('leaving a company', () => {
  const leave = (token: string, which: 'here' | 'there') =>
    testApp.call(token, memberships.leaveCompany, { body: { companyId: testApp[which].id } })

  it('hands open tickets over, keeps the name, and takes a new consent to come back', async () => {
    const both = await personOfBoth()
    const session = await login(both.email)
    const inThere = (
      await testApp.call(session, auth.switchCompany, { body: { companyId: testApp.there.id } })
    ).body.token
    const { id: ticketTypeId } = await testApp.ok(there, tickets.createTicketType, {
      body: { name: 'Repair', colour: 'red', states: stateDrafts },
    })
    const opened = await testApp.ok(there, tickets.openTicket, {
      body: { title: 'Theirs', ticketTypeId, assigneeId: both.thereId },
    })
    expect((await leave(inThere, 'there')).status).toBe(200)
    expect((await testApp.call(inThere, auth.checkToken, {})).status).toBe(401)
    const ticket = await testApp.ok(there, tickets.getTicket, { params: { id: opened.id } })
    expect(ticket.assignee).toBeNull()
    const left = await testApp.ok(there, people.getUser, { params: { id: both.thereId } })
    expect(left).toMatchObject({ state: 'inactive', endedBy: 'left', firstName: 'Eva' })
    expect(await login(both.email)).not.toBe('')
    const own = await testApp.ok(here, people.getUser, { params: { id: both.id } })
    expect(own).toMatchObject({ state: 'active', isShared: false })
    const back = await testApp.ok(there, people.reactivateUser, {
      params: { id: both.thereId },
      body: { version: left.version },
    })
    expect(back.state).toBe('invited')
  })

  it('is refused to the last administrator', async () => {
    const refused = await leave(here, 'here')
    expect([refused.status, codesIn(refused.body)]).toEqual([409, ['lastAdministrator']])
  })

  it('that deactivated the person is possible from another one', async () => {
    const both = await personOfBoth()
    const session = await login(both.email)
    const active = await leave(session, 'there')
    expect(codesIn(active.body)).toEqual(['switchFirst'])
    const member = await testApp.ok(there, people.getUser, { params: { id: both.thereId } })
    await testApp.ok(there, people.deactivateUser, {
      params: { id: both.thereId },
      body: { version: member.version },
    })
    expect((await leave(session, 'there')).status).toBe(200)
    const own = await testApp.ok(here, people.getUser, { params: { id: both.id } })
    expect(own.isShared).toBe(false)
  })
})

it('every membership of a person who proved an address is an accepted one', async () => {
  const rows = await asSystem(testApp.pool, (db) =>
    db
      .select({ acceptedAt: user.acceptedAt, provenAt: person.emailProvenAt })
      .from(user)
      .innerJoin(person, eq(person.id, user.personId)),
  )
  const proved = rows.filter(({ provenAt }) => provenAt !== null)
  expect(proved.length).toBeGreaterThan(10)
  expect(proved.filter(({ acceptedAt }) => acceptedAt === null)).toEqual([])
})
