import { and, eq } from 'drizzle-orm'
import { auth } from '#contract/auth'
import { company, companySettings, person, user } from '../../db/schema/index.ts'
import { demoPeople, DEMO_PASSWORD } from '../../db/demo/people.ts'
import { notSignedIn, notThere, Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { forgetFailures, giveBack, LIMITS, takeTry } from '../../kernel/limits.ts'
import { providerLogout } from './corporate.ts'
import { memberBy, tidy } from './members.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { endSession, freshToken, openSession, switchSession } from './sessions.ts'
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
      const token = await openSession(kernel, { personId, source: 'set-up', idp: null })
      if (!token) throw new Error('The first administrator has no company')
      wire.token(token)
      return { token }
    },
    async logout({ actor }) {
      const idp = actor.sessionId ? await endSession(kernel, actor.sessionId) : null
      return { ended: true, providerLogout: await providerLogout(kernel, idp) }
    },
    checkToken: async () => ({ valid: true }),
    getMapToken: async () => ({ token: kernel.mapToken }),
    async getSession({ actor }) {
      // The address stands with the person, above companies: only the system's view has it.
      const [row] = await asSystem(kernel.pool, (db) => db.select({ user, company, email: person.email, logoFileId: companySettings.logoFileId, weekStart: companySettings.weekStart }).from(user)
        .innerJoin(company, eq(company.id, user.companyId)).leftJoin(companySettings, eq(companySettings.companyId, user.companyId)).innerJoin(person, eq(person.id, user.personId))
        .where(and(eq(user.companyId, actor.companyId), eq(user.id, userOf(actor)))))
      if (!row) throw notSignedIn('ended')
      const { id, firstName, lastName } = row.user
      return {
        user: { id, firstName, lastName, name: `${firstName} ${lastName}`, email: row.email, roles: actor.roles },
        company: { id: row.company.id, uuid: row.company.uuid, name: row.company.name, timezone: row.company.timezone, logoFileId: row.logoFileId, weekStart: row.weekStart },
        language: actor.language, permissions: [...actor.permissions],
      }
    },
    async switchCompany({ actor }, { body, wire }) {
      const outcome = await switchSession(kernel, actor.sessionId ?? '', body.companyId)
      if ('token' in outcome) {
        wire.token(outcome.token)
        return outcome
      }
      if (outcome.refusal === 'notThere') throw notThere('company', 'body.companyId')
      throw new Refusal(403, 'This company signs in through its own provider.', [{ path: 'body.companyId', code: 'providerOnly', message: 'provider' }])
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
  const [ofAccount, ofAddress] = [`login:${email}`, `login-from:${from}`]
  const human = await asSystem(kernel.pool, async (db) => {
    await takeTry(db, [[ofAccount, LIMITS.account], [ofAddress, LIMITS.address]], kernel.clock.now())
    const member = await memberBy(db, email)
    // Where every company of theirs insists on its provider, no password fits.
    return member?.forceSso === true ? undefined : member?.person
  })
  const fits = await passwordFits(human?.passwordHash, given.password)
  const token = fits && human ? await openSession(kernel, { personId: human.id, source: given.source, idp: null }) : null
  if (!token) throw wrongCredentials()
  await asSystem(kernel.pool, async (db) => {
    await forgetFailures(db, ofAccount)
    await giveBack(db, ofAddress)
  })
  return token
}
