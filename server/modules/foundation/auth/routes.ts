import { eq } from 'drizzle-orm'
import { auth, type SignedInOrStep } from '#contract/auth/auth.ts'
import * as tables from '#db/schema/index.ts'
import { nameCollator } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notSignedIn, refuseNotFound, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { aboveCompanies, asSystem } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import {
  forgetFailures,
  releaseAttempt,
  countAttempt,
  secondsSince,
  consumeAttempt,
  WINDOW_SECONDS,
  type Limit,
} from '#kernel/access/attemptLimits.ts'
import { providerLogout } from './corporate.ts'
import { demoSignIns } from './demoSignIns.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { invitationCount } from './consent.ts'
import { ACCOUNTS_TRIED, normalEmail, passwordAccounts } from './members.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { refuseWeakChoice } from './passwordChoice.ts'
import { limitsAt, placeOf, type Caller } from './places.ts'
import { sentZone } from '#contract/timeZones/pinnedOffsets.ts'
import { openSessionOrAskStep } from './secondStep.ts'
import { canSend } from '../messages/index.ts'
import { newestHandedReset } from './links.ts'
import { endSession, freshToken, openSession, switchSession } from './sessions.ts'
import { isEmptyInstallation, setUp } from './setup.ts'

/** The same response for an unknown address, a wrong password and a person without a company. */
const wrongCredentials = () =>
  new Refusal(400, 'Wrong email or password', [
    { path: '', code: 'wrongCredentials', message: 'Wrong email or password' },
  ])

export function authHandlers(kernel: Kernel): Handlers<typeof auth> {
  return {
    async getInstallation() {
      const needsSetup = await isEmptyInstallation(kernel)
      return {
        demo: kernel.demo,
        outboxNeedsSession: kernel.demo && kernel.demoExposed,
        sends: { email: canSend(kernel, 'email'), sms: canSend(kernel, 'sms') },
        needsSetup,
        signIns: kernel.demo ? await demoSignIns(kernel) : [],
      }
    },
    login(_scope, { body, wire }) {
      wire.nameBrowser()
      return signIn(kernel, body, wire)
    },
    async setUp(_scope, { body, wire }) {
      const { token: link, companyName, timezone, language, password, ...admin } = body
      await refuseWeakChoice(password, {
        email: body.email,
        names: [body.firstName, body.lastName],
        companies: [companyName],
      })
      const personId = await setUp(
        kernel,
        link,
        { name: companyName, timezone, language },
        { ...admin, language, passwordHash: await hashPassword(password) },
      )
      const token = await openSession(kernel, {
        personId,
        source: 'set-up',
        idp: null,
        caller: wire,
      })
      if (!token) throw new Error('The first administrator has no company')
      wire.token(token)
      return { token }
    },
    async logout({ actor }, { wire }) {
      const idp = actor.sessionId ? await endSession(kernel, actor.sessionId, wire.from) : null
      return { ended: true, providerLogout: await providerLogout(kernel, idp) }
    },
    checkToken: async () => ({ valid: true }),
    getMapToken: async () => ({ token: kernel.mapToken }),
    async getSession({ actor, db: own }) {
      // The address is stored with the person, above companies, so only the system scope can read
      // it.
      const [row] = await aboveCompanies(own, (db) =>
        db
          .select({
            user: tables.user,
            company: tables.company,
            email: tables.person.email,
            invitations: invitationCount,
            resetLinkMadeAt: newestHandedReset(kernel.clock.now()),
            logoFileId: tables.companySettings.logoFileId,
            weekStart: tables.companySettings.weekStart,
          })
          .from(tables.user)
          .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
          .leftJoin(
            tables.companySettings,
            eq(tables.companySettings.companyId, tables.user.companyId),
          )
          .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
          .where(ofCompany(tables.user, actor.companyId, eq(tables.user.id, userOf(actor)))),
      )
      if (!row) throw notSignedIn('ended')
      const { id, firstName, lastName } = row.user
      return {
        user: {
          id,
          firstName,
          lastName,
          name: `${firstName} ${lastName}`,
          email: row.email,
          roles: actor.roles.toSorted(nameCollator({ actor }).compare),
        },
        company: {
          id: row.company.id,
          uuid: row.company.uuid,
          name: row.company.name,
          timezone: row.company.timezone,
          zone: sentZone(row.company.timezone),
          logoFileId: row.logoFileId,
          weekStart: row.weekStart,
        },
        language: actor.language,
        permissions: [...actor.permissions],
        mustSetUpSecondStep: actor.mustSetUpSecondStep,
        invitations: actor.ownProofAt === null ? 0 : row.invitations,
        resetLinkMadeAt: row.resetLinkMadeAt?.toISOString() ?? null,
        draftKeys: kernel.seal.keysFor(`drafts ${actor.companyId}:${userOf(actor)}`),
        publicUrl: kernel.publicUrl,
      }
    },
    async switchCompany({ actor }, { body, wire }) {
      const outcome = await switchSession(kernel, actor.sessionId ?? '', body.companyId, wire)
      if ('token' in outcome) {
        wire.token(outcome.token)
        return outcome
      }
      if (outcome.refusal === 'notThere') throw refuseNotFound('company', 'body.companyId')
      if (outcome.refusal === 'otherWay') {
        throw new Refusal(403, 'This company does not sign in through the provider you came by.', [
          { path: 'body.companyId', code: 'otherWay', message: 'provider' },
        ])
      }
      throw new Refusal(403, 'This company signs in through its own provider.', [
        { path: 'body.companyId', code: 'providerOnly', message: 'provider' },
      ])
    },
    async setLanguage({ actor, transaction }, { body, wire }) {
      await transaction(({ db }) =>
        db
          .update(tables.user)
          .set({ language: body.language })
          .where(eq(tables.user.id, userOf(actor))),
      )
      const token = await freshToken(kernel, {
        userId: userOf(actor),
        companyId: actor.companyId,
        jti: actor.sessionId ?? '',
      })
      wire.token(token)
      return { token }
    },
  }
}

function userOf(actor: { userId: typeof tables.user.$inferSelect.id | null }) {
  if (actor.userId === null) throw notSignedIn('noToken')
  return actor.userId
}

async function signIn(
  kernel: Kernel,
  given: { email: string; password: string; source?: string | undefined },
  caller: Wire,
): Promise<SignedInOrStep> {
  const email = normalEmail(given.email)
  const now = kernel.clock.now()
  const { place, accounts } = await asSystem(kernel.pool, async (db) => {
    const found = await passwordAccounts(db, email)
    return {
      place: await placeOf(
        db,
        found.map(({ id }) => id),
        caller,
        now,
      ),
      accounts: found,
    }
  })
  const [ofAccount, ofNetwork] = limitsAt(place, 'login', email, caller)
  await consumeOrRecord(
    kernel,
    accounts,
    ofNetwork === undefined ? [ofAccount] : [ofAccount, ofNetwork],
    caller,
  )
  const personId = await whoseAccount(accounts, given.password)
  const entered =
    personId === null
      ? null
      : await openSessionOrAskStep(
          kernel,
          { personId, source: given.source, idp: null, caller },
          caller,
        )
  await asSystem(kernel.pool, async (db) => {
    if (entered === null) {
      for (const { id } of accounts)
        await recordForPerson(kernel, db, id, {
          kind: 'signInRefused',
          network: caller.from,
          detail: { way: 'password' },
        })
      return
    }
    // If several accounts share the address, the owner of one must not clear the count of another.
    // Only this try is given back.
    if (accounts.length > 1) await releaseAttempt(db, ofAccount[0])
    else await forgetFailures(db, ofAccount[0])
    if (ofNetwork !== undefined) await releaseAttempt(db, ofNetwork[0])
  })
  if (entered === null) throw wrongCredentials()
  return entered
}

/**
 * The account with this password. A wrong password is always compared the maximum number of times,
 * so that timing does not reveal the number of accounts.
 */
async function whoseAccount(
  accounts: Awaited<ReturnType<typeof passwordAccounts>>,
  password: string,
): Promise<number | null> {
  for (const account of accounts)
    if (await passwordFits(account.passwordHash ?? undefined, password)) return account.id
  for (let tried = accounts.length; tried < ACCOUNTS_TRIED; tried += 1)
    await passwordFits(undefined, password)
  return null
}

/** Consumes a try. The first refusal is recorded in the security log of the person's companies. */
async function consumeOrRecord(
  kernel: Kernel,
  accounts: readonly { id: number }[],
  limits: readonly Limit[],
  { from }: Caller,
): Promise<void> {
  const now = kernel.clock.now()
  try {
    await asSystem(kernel.pool, (db) => consumeAttempt(db, limits, now))
  } catch (error) {
    const [[key] = ['']] = limits
    if (accounts.length > 0) {
      await asSystem(kernel.pool, async (db) => {
        if ((await secondsSince(db, `told:${key}`, now)) < WINDOW_SECONDS) return
        await countAttempt(db, `told:${key}`, now)
        for (const { id } of accounts)
          await recordForPerson(kernel, db, id, {
            kind: 'lockedOut',
            network: from,
            detail: { way: 'password' },
          })
      })
    }
    throw error
  }
}
