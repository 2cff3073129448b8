import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { UserDetail } from '#contract/people/people.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { statementsOf } from '#tests/statements.ts'
import { PASSWORD } from '#tests/testApp.ts'
import {
  draftFor,
  freshAddress,
  openTwoCompanies,
  tokenIn,
  type TwoCompanies,
} from '#tests/twoCompanies.ts'

const { auth, invitations, memberships, people } = contract

let two: TwoCompanies
beforeAll(async () => {
  two = await openTwoCompanies()
})
afterAll(() => two.close())
beforeEach(() => two.begin())

describe('an invitation to a person of another company', () => {
  it('is answered exactly as one to an unknown address', async () => {
    const { email } = await two.ownPerson()
    const known = await two.invite(two.there, email, { phone: '+420 777 000 111' })
    const unknown = await two.invite(two.there, freshAddress(), { phone: '+420 777 000 111' })
    const plain = ({ id: _id, email: _email, ...rest }: UserDetail) => rest
    expect(plain(known)).toEqual(plain(unknown))
    const read = async (id: typeof known.id) =>
      plain((await two.testApp.call(two.there, people.getUser, { params: { id } })).body)
    expect(await read(known.id)).toEqual(await read(unknown.id))
  })

  it('runs as many statements as one to an unknown address', async () => {
    const { email } = await two.ownPerson()
    const count = async (to: string) =>
      (await statementsOf(two.testApp.pool, () => two.invite(two.there, to))).statements.length
    expect(await count(email)).toBe(await count(freshAddress()))
  })

  it('does not keep the user’s own administrator from address, phone and second steps, also after deactivation', async () => {
    const own = await two.ownPerson()
    const stranger = await two.invite(two.there, own.email)
    const read = async () =>
      (await two.testApp.call(two.here, people.getUser, { params: { id: own.id } })).body
    expect(await read()).toMatchObject({ isShared: false })
    const change = async (body: object) =>
      two.testApp.call(two.here, people.updateUser, {
        params: { id: own.id },
        body: { ...body, version: (await read()).version },
      })
    expect((await change({ phone: '+420 601 000 111' })).status).toBe(200)
    await two.testApp.ok(two.there, people.deactivateUser, {
      params: { id: stranger.id },
      body: { version: stranger.version },
    })
    expect((await change({ email: freshAddress() })).status).toBe(200)
    const reset = await two.testApp.call(two.here, people.resetSignIn, { params: { id: own.id } })
    expect(reset.status).toBe(200)
  })

  it('counts for nothing before it is accepted: no switch, no view of the company, no notifications', async () => {
    const own = await two.ownPerson()
    await two.invite(two.there, own.email)
    const token = await two.login(own.email)
    const { body } = await two.testApp.call(token, people.listTinyCompanies, {})
    expect(body.map(({ id }) => id)).toEqual([null, two.testApp.here.id])
    const switched = await two.testApp.call(token, auth.switchCompany, {
      body: { companyId: two.testApp.there.id },
    })
    expect(switched.status).toBe(404)
    const told = await inCompany(two.testApp.pool, two.testApp.there.id, (db) =>
      db.select().from(tables.securityEvent).where(eq(tables.securityEvent.kind, 'signedIn')),
    )
    const invited = await two.testApp.call(two.there, people.listUsers, {
      body: { search: own.email },
    })
    expect(told.map(({ userId }) => userId)).not.toContain(invited.body.rows[0]?.id)
  })

  it('is shown at sign-in, and accepted or refused there', async () => {
    const own = await two.ownPerson()
    const invited = await two.invite(two.there, own.email)
    const token = await two.login(own.email)
    expect((await two.testApp.call(token, auth.getSession, {})).body.invitations).toBe(1)
    const list = async () =>
      (await two.testApp.call(token, memberships.listMemberships, {})).body.rows
    expect(await list()).toMatchObject([
      { companyId: two.testApp.there.id, state: 'invited', isThis: false },
      { companyId: two.testApp.here.id, state: 'active', isThis: true },
    ])
    const body = { companyId: two.testApp.there.id }
    expect((await two.testApp.call(token, memberships.refuseMembership, { body })).status).toBe(200)
    expect(await list()).toHaveLength(1)
    expect((await two.testApp.call(token, memberships.acceptMembership, { body })).status).toBe(404)
    const refused = (
      await two.testApp.call(two.there, people.getUser, { params: { id: invited.id } })
    ).body
    expect(refused).toMatchObject({ state: 'inactive', endedBy: 'refused' })
    // A reactivated user must accept again.
    await two.testApp.ok(two.there, people.reactivateUser, {
      params: { id: invited.id },
      body: { version: refused.version },
    })
    expect((await two.testApp.call(token, memberships.acceptMembership, { body })).status).toBe(200)
    expect(await list()).toMatchObject([{ state: 'active' }, { state: 'active' }])
  })

  it('is accepted by the link in the mailbox without a password, which changes nothing of the account', async () => {
    const own = await two.ownPerson()
    await two.invite(two.there, own.email)
    const token = tokenIn(await two.lastText(own.email))
    const seen = await two.testApp.call(null, invitations.readInvitation, { body: { token } })
    expect(seen.body).toMatchObject({ way: 'accept', email: own.email })
    expect((await two.accept(token, 'Attack3r!pass')).status).toBe(200)
    expect((await two.accept(token)).status).toBe(410)
    expect(await two.login(own.email, 'Attack3r!pass')).toBe('')
    const session = await two.login(own.email)
    const { body } = await two.testApp.call(session, people.listTinyCompanies, {})
    expect(body.map(({ id }) => id)).toContain(two.testApp.there.id)
  })

  it('is refused by the link in the mailbox', async () => {
    const email = freshAddress()
    const { id } = await two.invite(two.there, email)
    const token = tokenIn(await two.lastText(email))
    const refused = await two.testApp.call(null, invitations.refuseInvitation, { body: { token } })
    expect(refused.status).toBe(200)
    expect((await two.accept(token, PASSWORD)).status).toBe(410)
    const { body } = await two.testApp.call(two.there, people.getUser, { params: { id } })
    expect(body).toMatchObject({ state: 'inactive', endedBy: 'refused' })
  })

  it('is limited to 500 a day for one company', async () => {
    const rows = Array.from({ length: 500 }, () => ({
      companyId: two.testApp.there.id,
      at: two.testApp.clock.now(),
      kind: 'invited' as const,
    }))
    await inCompany(two.testApp.pool, two.testApp.there.id, (db) =>
      db.insert(tables.securityEvent).values(rows),
    )
    const draft = draftFor(freshAddress())
    const refused = await two.testApp.call(two.there, people.inviteUser, { body: draft })
    expect(refused.status).toBe(429)
    expect((await two.testApp.call(two.here, people.inviteUser, { body: draft })).status).toBe(200)
    two.testApp.clock.advance(86_400_000)
    two.there = await two.testApp.signIn('administrator', 'there')
    expect((await two.testApp.call(two.there, people.inviteUser, { body: draft })).status).toBe(200)
  })
})

it('POST /api/public/invitation/accept accepts two links of one new address at the same moment', async () => {
  const email = freshAddress()
  const links: string[] = []
  for (const by of [two.here, two.there]) {
    await two.invite(by, email)
    links.push(tokenIn(await two.lastText(email)))
  }
  const answers = await Promise.all(links.map((token) => two.accept(token, PASSWORD)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => body.way).toSorted()).toEqual(['accept', 'choosePassword'])
  const { body } = await two.testApp.call(await two.login(email), people.listTinyCompanies, {})
  expect(body.map(({ id }) => id)).toEqual([null, two.testApp.here.id, two.testApp.there.id])
})

it('every membership of a user who proved an address is accepted', async () => {
  const rows = await asSystem(two.testApp.pool, (db) =>
    db
      .select({ acceptedAt: tables.user.acceptedAt, provenAt: tables.person.emailProvenAt })
      .from(tables.user)
      .innerJoin(tables.person, eq(tables.person.id, tables.user.personId)),
  )
  const proved = rows.filter(({ provenAt }) => provenAt !== null)
  expect(proved.length).toBeGreaterThan(10)
  expect(proved.filter(({ acceptedAt }) => acceptedAt === null)).toEqual([])
})
