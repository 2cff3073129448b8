import { and, eq } from 'drizzle-orm'
import { auth } from '#contract/auth'
import { company, person, user } from '../../db/schema/index.ts'
import { demoPeople, DEMO_PASSWORD } from '../../db/demo/people.ts'
import { notSignedIn, Refusal, tooMany } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { countFailure, forgetFailures, LIMITS, secondsToWait } from './attempts.ts'
import { memberBy, tidy } from './members.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { endSession, freshToken, openSession } from './sessions.ts'
import { isEmptyInstallation, setUp } from './setup.ts'

/** The same answer for an unknown address, a wrong password and a person without a company. */
const wrongCredentials = () => new Refusal(400, 'Wrong email or password', [{ path: '', code: 'wrongCredentials', message: 'Wrong email or password' }])

export function authHandlers(kernel: Kernel): Handlers<typeof auth> {
  return {
    async getInstallation() {
      const needsSetup = await isEmptyInstallation(kernel)
      return { demo: kernel.demo, needsSetup, signIns: kernel.demo ? demoPeople.map(({ email, roleShown, company: home }) => ({ email, role: roleShown, company: home, password: DEMO_PASSWORD })) : [] }
    },
    async login(_scope, { body, wire }) {
      const token = await signIn(kernel, body, wire.from)
      wire.token(token)
      return { token }
    },
    async setUp(_scope, { body, wire }) {
      const { token: link, companyName, timezone, language, password, ...admin } = body
      const personId = await setUp(kernel, link, { name: companyName, timezone, language }, { ...admin, language, passwordHash: await hashPassword(password) })
      const token = await openSession(kernel, personId, 'set-up')
      if (!token) throw new Error('The first administrator has no company')
      wire.token(token)
      return { token }
    },
    async logout({ actor }) {
      if (actor.sessionId) await endSession(kernel, actor.sessionId)
      return { ended: true }
    },
    checkToken: async () => ({ valid: true }),
    async getSession({ actor }) {
      // The address stands with the person, above companies: only the system's view has it.
      const [row] = await asSystem(kernel.pool, (db) => db.select({ user, company, email: person.email }).from(user)
        .innerJoin(company, eq(company.id, user.companyId)).innerJoin(person, eq(person.id, user.personId))
        .where(and(eq(user.companyId, actor.companyId), eq(user.id, userOf(actor)))))
      if (!row) throw notSignedIn('ended')
      const { id, firstName, lastName } = row.user
      return {
        user: { id, firstName, lastName, name: `${firstName} ${lastName}`, email: row.email, roles: actor.roles },
        company: { id: row.company.id, uuid: row.company.uuid, name: row.company.name, timezone: row.company.timezone },
        language: actor.language, permissions: [...actor.permissions],
      }
    },
    async setLanguage({ actor, transaction }, { body, wire }) {
      await transaction(({ db }) => db.update(user).set({ language: body.language }).where(eq(user.id, userOf(actor))))
      const token = await freshToken(kernel, { userId: userOf(actor), companyId: actor.companyId, jti: actor.sessionId ?? '' })
      wire.token(token)
      return { token }
    },
  }
}

function userOf(actor: { userId: typeof user.$inferSelect.id | null }) {
  if (actor.userId === null) throw notSignedIn('noToken')
  return actor.userId
}

async function signIn(kernel: Kernel, given: { email: string; password: string; source?: string | undefined }, from: string): Promise<string> {
  const email = tidy(given.email)
  const keys = [[`login:${email}`, LIMITS.account], [`login-from:${from}`, LIMITS.address]] as const
  const found = await asSystem(kernel.pool, async (db) => {
    const waits = await Promise.all(keys.map(([key, limit]) => secondsToWait(db, key, limit, kernel.clock.now())))
    const member = await memberBy(db, email)
    // Where the company insists on its provider, no password fits.
    return { wait: Math.max(...waits), human: member?.forceSso === true && member.idp !== null ? undefined : member?.person }
  })
  if (found.wait > 0) throw tooMany(found.wait)
  const fits = await passwordFits(found.human?.passwordHash, given.password)
  const token = fits && found.human ? await openSession(kernel, found.human.id, given.source) : null
  await asSystem(kernel.pool, async (db) => {
    if (token) return forgetFailures(db, keys[0][0])
    for (const [key] of keys) await countFailure(db, key, kernel.clock.now())
  })
  if (!token) throw wrongCredentials()
  return token
}
