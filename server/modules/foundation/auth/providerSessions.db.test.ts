import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { codesIn } from '#tests/codesIn.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { sampleOf } from '#tests/samples.ts'
import { PASSWORD, urlOf } from '#tests/testApp.ts'
import { freshAddress, openTwoCompanies, tokenIn, type TwoCompanies } from '#tests/twoCompanies.ts'

const { account, auth, memberships, people, secondSteps } = contract

let two: TwoCompanies
beforeAll(async () => {
  two = await openTwoCompanies()
})
afterAll(() => two.close())
beforeEach(() => two.begin())

describe('a session through one company’s provider', () => {
  it('opens an account of that company alone for an invited user', async () => {
    const own = await two.ownPerson()
    await two.invite(two.there, own.email)
    const token = await two.byProvider(own.email)
    const { body } = await two.testApp.call(token, auth.getSession, {})
    expect(body).toMatchObject({ company: { id: two.testApp.there.id }, invitations: 0 })
    const companies = await two.testApp.call(token, people.listTinyCompanies, {})
    expect(companies.body.map(({ id }) => id)).toEqual([null, two.testApp.there.id])
    const switched = await two.testApp.call(token, auth.switchCompany, {
      body: { companyId: two.testApp.here.id },
    })
    expect(switched.status).toBe(404)
    expect(await two.login(own.email)).not.toBe('')
    const member = await two.testApp.call(two.here, people.getUser, { params: { id: own.id } })
    expect(member.body).toMatchObject({ isShared: false, isEmailProven: true })
  })

  it('changes nothing of a user of two companies before a proof of their own', async () => {
    const both = await two.personOfBoth()
    const token = await two.byProvider(both.email)
    expect((await two.testApp.call(token, auth.getSession, {})).body.company.id).toBe(
      two.testApp.there.id,
    )
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
      const { params, body } = sampleOf(endpoint, () => two.testApp.there.users.staff)
      const answer = await two.testApp.raw(
        token,
        endpoint.method,
        urlOf(endpoint.path, params),
        body,
      )
      expect([answer.status, codesIn(answer.body)], name).toEqual([403, ['confirmFirst']])
    }
  })

  it('does not show the other companies, the sessions there, or the second steps', async () => {
    const both = await two.personOfBoth()
    await two.login(both.email)
    const token = await two.byProvider(both.email)
    const listed = await two.testApp.call(token, memberships.listMemberships, {})
    expect(listed.body).toMatchObject({
      isLimited: true,
      rows: [{ companyId: two.testApp.there.id }],
    })
    expect(listed.body.rows).toHaveLength(1)
    const own = await two.testApp.call(token, account.getAccount, {})
    expect(new Set(own.body.sessions.map((session) => session.company))).toEqual(
      new Set(['there company']),
    )
    const steps = await two.testApp.call(token, secondSteps.getSecondSteps, {})
    expect(steps.body).toMatchObject({ isLimited: true, passkeys: [], authenticator: null })
    const companies = await two.testApp.call(token, people.listTinyCompanies, {})
    expect(companies.body.map(({ id }) => id)).toEqual([null, two.testApp.there.id])
  })

  it('together with a code to the user’s own mailbox opens what belongs to the user', async () => {
    const both = await two.personOfBoth()
    const token = await two.byProvider(both.email)
    expect((await two.testApp.call(token, secondSteps.sendConfirmCode, {})).status).toBe(200)
    const code = /\b\d{6}\b/.exec(await two.lastText(both.email))?.[0] ?? ''
    const confirmed = await two.testApp.call(token, secondSteps.confirmSession, {
      body: { answer: { kind: 'email', code } },
    })
    expect(confirmed.status).toBe(200)
    const asked = await two.testApp.call(token, account.askEmailChange, {
      body: { email: freshAddress() },
    })
    expect(asked.status).toBe(200)
    const listed = await two.testApp.call(token, memberships.listMemberships, {})
    expect(listed.body).toMatchObject({ isLimited: false })
    expect(listed.body.rows).toHaveLength(2)
  })

  it('is proof enough if every company of the user chose the provider', async () => {
    await two.choose('here', 'sso')
    const own = await two.ownPerson()
    const token = await two.byProvider(own.email)
    const asked = await two.testApp.call(token, account.askEmailChange, {
      body: { email: freshAddress() },
    })
    expect(asked.status).toBe(200)
    await two.choose('there', 'auth0')
    await two.invite(two.there, own.email)
    const accepted = await two.testApp.call(token, memberships.acceptMembership, {
      body: { companyId: two.testApp.there.id },
    })
    expect(accepted.status).toBe(200)
    const again = await two.testApp.call(token, account.askEmailChange, {
      body: { email: freshAddress() },
    })
    expect(codesIn(again.body)).toEqual(['confirmFirst'])
  })

  it('leads to the proved account of the address once there is one in a company that chose it', async () => {
    const email = freshAddress()
    await two.invite(two.there, email)
    const first = await two.byProvider(email)
    expect((await two.testApp.ok(first, auth.getSession, {})).company.id).toBe(two.testApp.there.id)
    await two.choose('here', 'sso')
    await two.invite(two.here, email)
    expect((await two.accept(tokenIn(await two.lastText(email)), PASSWORD)).status).toBe(200)
    const second = await two.byProvider(email)
    const session = await two.testApp.ok(second, auth.getSession, {})
    expect(session).toMatchObject({ company: { id: two.testApp.here.id }, invitations: 1 })
  })

  it('opens the company’s own account for a user who left, once they are invited again', async () => {
    const both = await two.personOfBoth()
    await two.byProvider(both.email)
    const session = await two.login(both.email)
    const inThere = await two.testApp.ok(session, auth.switchCompany, {
      body: { companyId: two.testApp.there.id },
    })
    await two.testApp.ok(inThere.token, memberships.leaveCompany, {
      body: { companyId: two.testApp.there.id },
    })
    expect(await two.byProvider(both.email)).toBe('')
    const left = await two.testApp.ok(two.there, people.getUser, { params: { id: both.thereId } })
    await two.testApp.ok(two.there, people.reactivateUser, {
      params: { id: both.thereId },
      body: { version: left.version },
    })
    const again = await two.byProvider(both.email)
    const { invitations: count, company: own } = await two.testApp.ok(again, auth.getSession, {})
    expect([count, own.id]).toEqual([0, two.testApp.there.id])
  })

  it('is fresh proof in its own company', async () => {
    const both = await two.personOfBoth()
    const administrator = await asSystem(two.testApp.pool, async (db) => {
      const [row] = await db
        .select()
        .from(tables.user)
        .where(ofCompany(tables.user, two.testApp.there.id, eq(tables.user.id, both.thereId)))
      return row
    })
    expect(administrator?.acceptedAt).not.toBeNull()
    const token = await two.byProvider(both.email)
    const ended = await two.testApp.call(token, people.endUserSessions, {
      params: { id: both.thereId },
    })
    expect(codesIn(ended.body)).not.toContain('confirmFirst')
  })
})
