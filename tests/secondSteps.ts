/**
 * Helpers for tests of the second step: set up, sign in up to it, complete it, and read the
 * remaining state.
 */
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { StandardRole } from '../server/modules/foundation/auth/index.ts'
import { forgetSteps } from '../server/modules/foundation/secondStep/index.ts'
import { PASSWORD, type TestApp } from './testApp.ts'
import { SoftPasskey } from './softPasskey.ts'

const { auth, secondSteps, secondStepSignIn } = contract

/** `testAppOf`: called late, because the test app opens after these functions are created. */
export function secondStepsOf(testAppOf: () => TestApp) {
  const personOf = (role: StandardRole) =>
    asSystem(testAppOf().pool, async (db) => {
      const [row] = await db
        .select({ id: tables.user.personId })
        .from(tables.user)
        .where(eq(tables.user.id, testAppOf().here.users[role]))
      return row?.id ?? 0
    })
  const login = (role: StandardRole) =>
    testAppOf().call(null, auth.login, { body: { email: `${role}@here.test`, password: PASSWORD } })
  const eventsOf = (role: StandardRole) =>
    asSystem(testAppOf().pool, async (db) =>
      (
        await db
          .select({ kind: tables.securityEvent.kind })
          .from(tables.securityEvent)
          .where(
            ofCompany(
              tables.securityEvent,
              testAppOf().here.id,
              eq(tables.securityEvent.userId, testAppOf().here.users[role]),
            ),
          )
          .orderBy(tables.securityEvent.id)
      ).map(({ kind }) => kind),
    )
  const messagesTo = (to: string) =>
    asSystem(testAppOf().pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, to)).orderBy(tables.message.id),
    )

  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: testAppOf().clock.now().getTime() + steps * 30_000,
    })

  async function withApp(role: StandardRole) {
    const token = await testAppOf().signIn(role)
    const { secret } = (await testAppOf().call(token, secondSteps.beginAuthenticator, {})).body
    const added = await testAppOf().call(token, secondSteps.addAuthenticator, {
      body: { code: codeOf(secret) },
    })
    expect(added.status).toBe(200)
    testAppOf().clock.advance(30_000)
    return { token, secret, codes: added.body.recoveryCodes ?? [] }
  }

  async function withPasskey(role: StandardRole) {
    const token = await testAppOf().signIn(role)
    const key = new SoftPasskey()
    const { id, options } = (await testAppOf().call(token, secondSteps.beginPasskey, {})).body
    const added = await testAppOf().call(token, secondSteps.addPasskey, {
      body: { id, name: 'Desk key', response: key.make(options) },
    })
    expect(added.status).toBe(200)
    return { token, key, codes: added.body.recoveryCodes ?? [] }
  }

  async function stepOf(role: StandardRole) {
    const { body, headers } = await login(role)
    expect(body.token).toBeNull()
    expect(headers['authorization']).toBeUndefined()
    if (body.secondStep === null) throw new Error('No second step was asked for')
    return body.secondStep
  }
  const byCode = (id: string, code: string, kind: 'authenticator' | 'recovery' = 'authenticator') =>
    testAppOf().call(null, secondStepSignIn.finishSecondStep, {
      body: { id, answer: { kind, code } },
    })

  /** Removes all second steps, and passes every pause and limit. */
  async function beginAfresh(): Promise<void> {
    testAppOf().clock.advance(16 * 60_000)
    for (const role of ['administrator', 'manager', 'technician', 'staff'] as const) {
      const personId = await personOf(role)
      await asSystem(testAppOf().pool, (db) => forgetSteps(db, personId))
    }
  }

  return {
    personOf,
    login,
    eventsOf,
    messagesTo,
    codeOf,
    withApp,
    withPasskey,
    stepOf,
    byCode,
    beginAfresh,
  }
}
