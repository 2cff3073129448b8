/**
 * Two companies and their users, for access tests between the companies. `there` is hostile and
 * signs in through its own provider.
 */
import { eq } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { identityTokenOf, startIdentityProvider } from './identityProvider.ts'
import { openTestApp, PASSWORD } from './testApp.ts'
import { userDraft } from './userDraft.ts'

const { auth, invitations, memberships, people, waysIn } = contract
const callback = 'http://localhost:4000/auth-callback'

type ProviderName = 'sso' | 'auth0'

let serial = 0
export const freshAddress = () => `person${(serial += 1)}@mail.test`
export const draftFor = (email: string, change: object = {}) =>
  userDraft({ firstName: 'Eva', lastName: 'Malá', email, ...change })
export const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

export type TwoCompanies = Awaited<ReturnType<typeof openTwoCompanies>>

export async function openTwoCompanies() {
  const providers = {
    sso: await startIdentityProvider([callback]),
    auth0: await startIdentityProvider([callback]),
  }
  const testApp = await openTestApp({
    demo: true,
    providers: (['sso', 'auth0'] as const).map((idp) => ({
      idp,
      issuer: providers[idp].issuer,
      clientId: providers[idp].clientId,
    })),
  })

  const choose = (which: 'here' | 'there', idp: ProviderName | null) =>
    asSystem(testApp.pool, (db) =>
      db.update(tables.company).set({ idp }).where(eq(tables.company.id, testApp[which].id)),
    )
  const invite = (by: string, email: string, change: object = {}) =>
    testApp.ok(by, people.inviteUser, { body: draftFor(email, change) })
  async function lastText(to: string): Promise<string> {
    const rows = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, to)).orderBy(tables.message.id),
    )
    return rows.at(-1)?.text ?? ''
  }
  const accept = (token: string, password?: string) =>
    testApp.call(null, invitations.acceptInvitation, {
      body: { token, ...(password !== undefined && { password }) },
    })
  async function login(email: string, password = PASSWORD): Promise<string> {
    const answer = await testApp.call(null, auth.login, { body: { email, password } })
    return answer.body.token ?? ''
  }
  /** Signs in through the provider, which can assert any address. Empty if refused. */
  async function byProvider(email: string, idp: ProviderName = 'sso'): Promise<string> {
    const { body } = await testApp.call(null, waysIn.beginIdentity, { body: { idp } })
    const token = await identityTokenOf(providers[idp], callback, email, body.nonce)
    const answer = await testApp.raw(token, 'POST', `/api/public/login-${idp}/`, {
      nonce: body.nonce,
    })
    return (answer.body as { token?: string }).token ?? ''
  }

  const two = {
    testApp,
    here: '',
    there: '',
    choose,
    invite,
    lastText,
    accept,
    login,
    byProvider,
    /** Before each test: passes every limit. `there` signs in by `sso`, `here` by no provider. */
    async begin(): Promise<void> {
      testApp.clock.advance(16 * 60_000)
      await choose('there', 'sso')
      await choose('here', null)
      two.here = await testApp.signIn('administrator', 'here')
      two.there = await testApp.signIn('administrator', 'there')
    },
    async ownPerson() {
      const email = freshAddress()
      const { id } = await invite(two.here, email)
      await accept(tokenIn(await lastText(email)), PASSWORD)
      return { email, id }
    },
    async personOfBoth() {
      const own = await two.ownPerson()
      const other = await invite(two.there, own.email)
      await testApp.ok(await login(own.email), memberships.acceptMembership, {
        body: { companyId: testApp.there.id },
      })
      return { ...own, thereId: other.id }
    },
    async close(): Promise<void> {
      await testApp.close()
      await Promise.all([providers.sso.close(), providers.auth0.close()])
    },
  }
  return two
}
