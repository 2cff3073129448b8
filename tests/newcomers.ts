import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TokenClaims } from '#contract/auth/auth.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { PASSWORD, type TestApp } from './testApp.ts'
import { userDraft } from './userDraft.ts'

const { people, auth, waysIn } = contract

/** `now` returns the current app and administrator's token: both change between tests. */
export function newcomers(now: () => { testApp: TestApp; admin: string }) {
  let serial = 0
  const facts = (change: object = {}) =>
    userDraft({
      firstName: 'Eva',
      lastName: 'Malá',
      email: `eva${(serial += 1)}@here.test`,
      language: 'cs' as const,
      ...change,
    })
  const invite = (change: object = {}, by = now().admin) =>
    now().testApp.call(by, people.inviteUser, { body: facts(change) })
  async function login(email: string, password = PASSWORD) {
    const answer = await now().testApp.call(null, auth.login, {
      body: { email, password, source: 'web' },
    })
    // no user of this company has a second step
    return { ...answer, body: { ...answer.body, token: answer.body.token ?? '' } }
  }
  const lastMessage = async (to: string) =>
    (
      await asSystem(now().testApp.pool, (db) =>
        db.select().from(tables.message).where(eq(tables.message.to, to)),
      )
    ).at(-1)
  const linkIn = (text: string | undefined) => /token=(\S+)/.exec(text ?? '')?.[1] ?? ''
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TokenClaims
  const roleWith = async (...permissions: PermissionGroup[]): Promise<Id<'role'>> =>
    (
      await now().testApp.call(now().admin, people.createRole, {
        body: { name: `role ${(serial += 1)}`, permissions },
      })
    ).body.id

  async function settle(change: object = {}) {
    const invited = await invite(change)
    expect(invited.status).toBe(200)
    const { email, id } = invited.body
    expect(
      (
        await now().testApp.call(null, waysIn.setNewPassword, {
          body: { token: linkIn((await lastMessage(email))?.text), password: PASSWORD },
        })
      ).status,
    ).toBe(200)
    return { email, id, version: invited.body.version, token: (await login(email)).body.token }
  }
  return { invite, settle, login, lastMessage, linkIn, claimsOf, roleWith }
}
