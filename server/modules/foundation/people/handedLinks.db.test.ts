import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { codesIn } from '#tests/codesIn.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import { userDraft } from '#tests/userDraft.ts'

const { account, auth, health, invitations, memberships, people, waysIn } = contract

let testApp: TestApp
let here: string
let there: string
beforeAll(async () => {
  testApp = await openTestApp({
    post: { delivers: () => false, deliver: () => Promise.reject(new Error('no mail server')) },
  })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000)
  here = await testApp.signIn('administrator', 'here')
  there = await testApp.signIn('administrator', 'there')
})

let serial = 0
const freshAddress = () => `person${(serial += 1)}@mail.test`
const tokenIn = (link: string | null) =>
  new URL(link ?? 'https://none').searchParams.get('token') ?? ''
const invite = (by: string, email: string) =>
  testApp.ok(by, people.inviteUser, {
    body: userDraft({ firstName: 'Eva', lastName: 'Malá', email }),
  })
const accept = (token: string, password = PASSWORD) =>
  testApp.call(null, invitations.acceptInvitation, { body: { token, password } })
const login = async (email: string, password = PASSWORD) =>
  (await testApp.call(null, auth.login, { body: { email, password } })).body.token ?? ''

/** Like the demo's people and the first administrator: a person of `here` with a proved address. */
async function provedPerson() {
  const email = freshAddress()
  const { id, link } = await invite(here, email)
  expect((await accept(tokenIn(link))).status).toBe(200)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.person)
      .set({ emailProvenAt: testApp.clock.now(), homeCompanyId: null })
      .where(eq(tables.person.email, email)),
  )
  return { email, id }
}

it('POST /api/users answers a link to hand over, and a new one ends the former one', async () => {
  const email = freshAddress()
  const { id, link, state } = await invite(here, email)
  expect(state).toBe('invited')
  const again = await testApp.ok(here, people.resendInvitation, { params: { id } })
  expect(again).toMatchObject({ sent: false, link: expect.stringContaining('/invitation?token=') })
  expect((await accept(tokenIn(link))).status).toBe(410)
  expect((await accept(tokenIn(again.link))).status).toBe(200)
  expect((await accept(tokenIn(again.link))).status).toBe(410)
})

it('POST /api/users/{id}/invite is refused once the membership is accepted: a new link would reset the password', async () => {
  const email = freshAddress()
  const { id, link } = await invite(here, email)
  expect((await accept(tokenIn(link))).status).toBe(200)
  const again = await testApp.call(here, people.resendInvitation, { params: { id } })
  expect([again.status, codesIn(again.body)]).toEqual([409, ['notInvited']])
  expect(await login(email)).not.toBe('')
})

it('an account made by a handed-over link has an unproved address and signs in to its company alone', async () => {
  const email = freshAddress()
  const { id, link } = await invite(here, email)
  await accept(tokenIn(link))
  const token = await login(email)
  const session = await testApp.ok(token, auth.getSession, {})
  expect(session.company.id).toBe(testApp.here.id)
  const member = await testApp.ok(here, people.getUser, { params: { id } })
  expect(member).toMatchObject({ state: 'active', isEmailProven: false })
  // Another company's invitation to the same address is not listed for it.
  await invite(there, email)
  const listed = await testApp.ok(token, memberships.listMemberships, {})
  expect(listed).toMatchObject({ isAddressProved: false, rows: [{ companyId: testApp.here.id }] })
  const joined = await testApp.call(token, memberships.acceptMembership, {
    body: { companyId: testApp.there.id },
  })
  expect(joined.status).toBe(404)
})

it('a company that makes a link for a person of another one, and opens it itself, gets nothing of theirs', async () => {
  const victim = await provedPerson()
  const { link } = await invite(there, victim.email)
  const token = tokenIn(link)
  const seen = await testApp.ok(null as never, invitations.readInvitation, { body: { token } })
  expect(seen.way).toBe('choosePassword')
  const taken = await accept(token, 'Attack3r!pass')
  expect([taken.status, codesIn(taken.body)]).toEqual([409, ['signInInstead']])
  expect(await login(victim.email, 'Attack3r!pass')).toBe('')
  const own = await login(victim.email)
  const companies = await testApp.ok(own, people.listTinyCompanies, {})
  expect(companies.map(({ id }) => id)).toEqual([null, testApp.here.id])
  const accepted = await testApp.call(own, memberships.acceptMembership, {
    body: { companyId: testApp.there.id },
  })
  expect(accepted.status).toBe(200)
})

it('an account made by a handed-over link gives its address up to a user who proves it later', async () => {
  const email = freshAddress()
  const { id, link } = await invite(there, email)
  await accept(tokenIn(link), 'Attack3r!pass')
  const squatter = await login(email, 'Attack3r!pass')
  expect(squatter).not.toBe('')
  const owner = await provedOwner(email)
  expect((await testApp.call(squatter, auth.checkToken, {})).status).toBe(401)
  expect(await login(email, 'Attack3r!pass')).toBe('')
  const member = await testApp.ok(there, people.getUser, { params: { id } })
  expect(member.state).toBe('invited')
  const listed = await testApp.ok(owner, memberships.listMemberships, {})
  expect(listed.rows).toMatchObject([{ companyId: testApp.there.id, state: 'invited' }, {}])
})

/** A person of `here` proves `email` with the code that is sent to it. */
async function provedOwner(email: string): Promise<string> {
  const mailed = await testApp.beside({
    post: { delivers: () => true, deliver: () => Promise.resolve() },
  })
  try {
    const token = await testApp.signIn('staff', 'here')
    const call = (path: string, payload: object) =>
      mailed.http.inject({
        method: 'POST',
        url: `/api/account/${path}`,
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await call('email', { email })).statusCode).toBe(200)
    const rows = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, email)),
    )
    const code = /\b\d{6}\b/.exec(rows.at(-1)?.text ?? '')?.[0] ?? ''
    expect((await call('email/confirm', { code })).statusCode).toBe(200)
    return token
  } finally {
    await mailed.close()
  }
}

it('POST /api/users/{id}/reset-link leads to a new password, is in the security log and is shown at the next sign-in', async () => {
  const email = freshAddress()
  const { id, link } = await invite(here, email)
  await accept(tokenIn(link))
  const { link: reset } = await testApp.ok(here, people.makeResetLink, { params: { id } })
  const changed = await testApp.call(null, waysIn.setNewPassword, {
    body: { token: tokenIn(reset), password: 'Another-1x' },
  })
  expect(changed.status).toBe(200)
  expect(await login(email)).toBe('')
  const token = await login(email, 'Another-1x')
  const session = await testApp.ok(token, auth.getSession, {})
  expect(session.resetLinkMadeAt).toBe(testApp.clock.now().toISOString())
  const events = await inCompany(testApp.pool, testApp.here.id, (db) =>
    db.select().from(tables.securityEvent).where(eq(tables.securityEvent.userId, id)),
  )
  expect(events.map(({ kind }) => kind)).toContain('resetLinkMade')
  testApp.clock.advance(31 * 86_400_000)
  const later = await login(email, 'Another-1x')
  expect((await testApp.ok(later, auth.getSession, {})).resetLinkMadeAt).toBeNull()
})

it('a password set by a handed-over link accepts no invitation of another company', async () => {
  const victim = await provedPerson()
  await invite(there, victim.email)
  const { link } = await testApp.ok(here, people.makeResetLink, { params: { id: victim.id } })
  await testApp.call(null, waysIn.setNewPassword, {
    body: { token: tokenIn(link), password: 'Another-1x' },
  })
  const token = await login(victim.email, 'Another-1x')
  const accepted = await testApp.call(token, memberships.acceptMembership, {
    body: { companyId: testApp.there.id },
  })
  expect(accepted.status).toBe(404)
})

it('POST /api/users/{id}/invite is refused for a person with more rights than the caller', async () => {
  const role = async (name: string, permissions: ('editor|users' | 'editor|tickets')[]) =>
    (await testApp.ok(here, people.createRole, { body: { name, permissions } })).id
  const keeperRole = await role('Keeper', ['editor|users'])
  const widerRole = await role('Wider', ['editor|users', 'editor|tickets'])
  const join = async (roleId: typeof keeperRole) => {
    const email = freshAddress()
    const made = await testApp.ok(here, people.inviteUser, {
      body: userDraft({ firstName: 'Eva', lastName: 'Malá', email, roleIds: [roleId] }),
    })
    return { ...made, email }
  }
  const keeper = await join(keeperRole)
  await accept(tokenIn(keeper.link))
  const token = await login(keeper.email)
  const wider = await join(widerRole)
  const refused = await testApp.call(token, people.resendInvitation, { params: { id: wider.id } })
  expect(codesIn(refused.body)).toEqual(['beyondOwnRights'])
})

it('a handed-over link ends when the rights of its person change, and at deactivation', async () => {
  const email = freshAddress()
  const { id, link, version } = await invite(here, email)
  const changed = await testApp.ok(here, people.updateUser, {
    params: { id },
    body: { version, roleIds: [] },
  })
  expect((await accept(tokenIn(link))).status).toBe(410)
  const again = await testApp.ok(here, people.resendInvitation, { params: { id } })
  await testApp.ok(here, people.deactivateUser, {
    params: { id },
    body: { version: changed.version },
  })
  expect((await accept(tokenIn(again.link))).status).toBe(410)
})

it('a handed-over link ends when a role of its person is widened or replaced by a wider one', async () => {
  const createRole = (name: string, permissions: ('viewer|reports' | 'editor|tickets')[]) =>
    testApp.ok(here, people.createRole, { body: { name, permissions } })
  const narrow = await createRole('Narrow', ['viewer|reports'])
  const wider = await createRole('Wide', ['viewer|reports', 'editor|tickets'])
  const same = await createRole('Same', ['viewer|reports'])
  const invited = async () => {
    const draft = { firstName: 'Eva', lastName: 'Malá', email: freshAddress() }
    const body = userDraft({ ...draft, roleIds: [same.id] })
    return testApp.ok(here, people.inviteUser, { body })
  }
  const first = await invited()
  await testApp.ok(here, people.replaceRole, {
    params: { id: same.id },
    body: { by: narrow.id },
  })
  const renamed = await testApp.ok(here, people.updateRole, {
    params: { id: narrow.id },
    body: { name: 'Narrower', version: narrow.version },
  })
  expect((await accept(tokenIn(first.link))).status).toBe(200)
  const reset = await testApp.ok(here, people.makeResetLink, { params: { id: first.id } })
  await testApp.ok(here, people.updateRole, {
    params: { id: narrow.id },
    body: { permissions: ['viewer|reports', 'editor|tickets'], version: renamed.version },
  })
  const setPassword = await testApp.call(null, waysIn.setNewPassword, {
    body: { token: tokenIn(reset.link), password: 'Another-1x' },
  })
  expect(setPassword.status).toBe(410)

  const small = await createRole('Small', [])
  const second = await testApp.ok(here, people.inviteUser, {
    body: userDraft({
      firstName: 'Eva',
      lastName: 'Malá',
      email: freshAddress(),
      roleIds: [small.id],
    }),
  })
  await testApp.ok(here, people.replaceRole, { params: { id: small.id }, body: { by: wider.id } })
  expect((await accept(tokenIn(second.link))).status).toBe(410)
})

it('a sign-in to an own account of an address clears no attempts at another account of it', async () => {
  const victim = await provedPerson()
  const other = freshAddress()
  const { id, link } = await invite(there, other)
  await accept(tokenIn(link), 'Attack3r!pass')
  const member = await testApp.ok(there, people.getUser, { params: { id } })
  await testApp.ok(there, people.updateUser, {
    params: { id },
    body: { email: victim.email, version: member.version },
  })
  const statuses: number[] = []
  for (let turn = 0; turn < 14; turn += 1) {
    const password = turn % 7 === 6 ? 'Attack3r!pass' : `Guess-${turn}-x`
    const { status } = await testApp.call(null, auth.login, {
      body: { email: victim.email, password },
    })
    statuses.push(status)
  }
  expect(statuses.slice(0, 9)).not.toContain(429)
  expect(statuses.slice(-2)).toEqual([429, 429])
})

it('POST /api/users/{id}/reset-link is refused for a person of two companies and for oneself', async () => {
  const both = await provedPerson()
  await invite(there, both.email)
  const own = await login(both.email)
  await testApp.ok(own, memberships.acceptMembership, { body: { companyId: testApp.there.id } })
  const shared = await testApp.call(here, people.makeResetLink, { params: { id: both.id } })
  expect(codesIn(shared.body)).toEqual(['shared'])
  const self = await testApp.call(here, people.makeResetLink, {
    params: { id: testApp.here.users.administrator },
  })
  expect(codesIn(self.body)).toEqual(['self'])
})

it('every call that needs a message says that no mail server is set up, and one-time codes are off', async () => {
  const options = await testApp.call(null, waysIn.getLoginOptions, {
    body: { email: 'staff@here.test' },
  })
  expect(options.body.otp).toEqual([])
  const installation = await testApp.call(null, auth.getInstallation, {})
  expect(installation.body.sends).toEqual({ email: false, sms: false })
  expect((await testApp.ok(here, health.getHealth, {})).sends).toEqual({ email: false, sms: false })
  const asked = [
    await testApp.call(here, health.sendTestMail, {}),
    await testApp.call(here, account.askEmailChange, { body: { email: freshAddress() } }),
  ]
  expect(asked.map(({ body }) => codesIn(body))).toEqual([['noMailServer'], ['noMailServer']])
})

it('POST /api/health/test-mail answers what the mail server said when it refused', async () => {
  const refusing = await testApp.beside({
    post: {
      delivers: () => true,
      deliver: () => Promise.reject(new Error('550 relaying denied')),
    },
  })
  try {
    const token = await testApp.signIn('administrator', 'here')
    const answer = await refusing.http.inject({
      method: 'POST',
      url: '/api/health/test-mail',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.json()).toEqual({ to: 'administrator@here.test', reason: '550 relaying denied' })
  } finally {
    await refusing.close()
  }
})
