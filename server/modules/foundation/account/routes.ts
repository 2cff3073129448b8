import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { account as contract, type ownAccount } from '#contract/auth/account.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notSignedIn, refuseNotFound, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { forgetFailures, LIMITS, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies, asSystem } from '#kernel/data/transaction.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import {
  loadChooser,
  endSessions,
  cancelPendingProofs,
  hashPassword,
  openSessions,
  passwordFits,
  passwordTries,
  refuseSamePassword,
  refuseWeakChoice,
} from '../auth/index.ts'
import { contactHandlers } from './contacts.ts'
import { notifyChange, secondStepMethods } from '../secondStep/index.ts'
import { ownData } from './ownData.ts'
import { availabilityOf, journalUser, selectUser, untilOf } from '../people/index.ts'

async function self(scope: Scope) {
  const { userId } = scope.actor
  if (userId === null) throw notSignedIn('noToken')
  return selectUser(scope, userId)
}

async function accountOf(scope: Scope): Promise<z.input<typeof ownAccount>> {
  const { user: row, email, phone, isEmailProven, isPhoneProven, roles } = await self(scope)
  const now = scope.clock.now()
  const { hasPassword, sessions } = await aboveCompanies(scope.db, async (system) => {
    const [human] = await system
      .select({ hash: tables.person.passwordHash })
      .from(tables.person)
      .where(eq(tables.person.id, row.personId))
    return {
      hasPassword: typeof human?.hash === 'string',
      sessions: await openSessions(
        system,
        row.personId,
        now,
        scope.actor.ownProofAt === null ? scope.actor.companyId : null,
      ),
    }
  })
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email,
    phone,
    isEmailProven,
    isPhoneProven,
    hasMailAlerts: row.hasMailAlerts,
    language: row.language,
    roles: roles.map(({ name }) => name),
    hasPassword,
    availability: availabilityOf(row.availableUntil, now),
    sessions: sessions.map(({ session: one, company }) => ({
      id: one.id,
      isThis: one.id === scope.actor.sessionId,
      company,
      source: one.source,
      idp: one.idp,
      createdAt: one.createdAt.toISOString(),
      expiresAt: one.expiresAt.toISOString(),
    })),
  }
}

async function change(
  scope: Scope,
  facts: Partial<typeof tables.user.$inferInsert>,
): Promise<void> {
  const before = await self(scope)
  await scope.db
    .update(tables.user)
    .set({ ...facts, ...nextVersion(tables.user, scope.clock.now()) })
    .where(ofCompany(tables.user, scope.actor.companyId, eq(tables.user.id, before.user.id)))
  const after = await self(scope)
  await journalUser(scope, before, after)
}

export function accountHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    ...contactHandlers(kernel),
    getAccount: accountOf,
    exportOwnData: async (scope, { wire }) =>
      wire.download({
        name: 'my-data.json',
        mime: 'application/json; charset=utf-8',
        bytes: await ownData(scope),
      }),
    async updateAccount(scope, { body }) {
      await change(scope, body)
      return accountOf(scope)
    },
    async setMailAlerts(scope, { body }) {
      await change(scope, body)
      return accountOf(scope)
    },
    async setAvailability(scope, { body }) {
      await change(scope, { availableUntil: untilOf(scope, body.availability) ?? null })
      return accountOf(scope)
    },
    async changePassword(scope, { body, wire }) {
      const now = kernel.clock.now()
      const key = passwordTries(scope.actor.sessionId ?? '')
      const human = await asSystem(kernel.pool, async (db) => {
        await consumeAttempt(db, [[key, LIMITS.account]], now)
        const [found] = await db
          .select({ person: tables.person })
          .from(tables.session)
          .innerJoin(tables.person, eq(tables.person.id, tables.session.personId))
          .where(eq(tables.session.id, scope.actor.sessionId ?? ''))
        return (
          found && {
            ...found.person,
            hasSecondStep: (await secondStepMethods(db, found.person.id)).length > 0,
            chooser: await loadChooser(db, found.person.id),
          }
        )
      })
      if (!human) throw notSignedIn('ended')
      // Without a second step, the current password is the only proof.
      if (human.hasSecondStep) scope.mustBeConfirmed()
      if (!(await passwordFits(human.passwordHash, body.current))) {
        throw new Refusal(400, 'This is not your present password.', [
          { path: 'body.current', code: 'wrongCredentials', message: 'wrong' },
        ])
      }
      refuseSamePassword(body.password, body.current)
      await refuseWeakChoice(body.password, human.chooser)
      const passwordHash = await hashPassword(body.password)
      await asSystem(kernel.pool, async (db) => {
        await db.update(tables.person).set({ passwordHash }).where(eq(tables.person.id, human.id))
        await cancelPendingProofs(db, human.id, now)
        await endSessions(db, now, { personId: human.id }, scope.actor.sessionId ?? undefined)
        await forgetFailures(db, key)
        await db
          .update(tables.session)
          .set({ confirmedAt: now, ownProofAt: now })
          .where(eq(tables.session.id, scope.actor.sessionId ?? ''))
        await recordForPerson(kernel, db, human.id, {
          kind: 'passwordChanged',
          isOwn: true,
          network: wire.from,
          detail: { by: 'self' },
        })
        await notifyChange(db, now, human.id, 'passwordChanged')
      })
      kernel.sendSoon()
      return { changed: true }
    },
    async endSession(scope, { body: { sessionId } }) {
      const { user: row } = await self(scope)
      const now = scope.clock.now()
      return aboveCompanies(scope.db, async (system) => {
        if (sessionId === null)
          return {
            ended: await endSessions(
              system,
              now,
              { personId: row.personId },
              scope.actor.sessionId ?? undefined,
            ),
          }
        const ended = await system
          .update(tables.session)
          .set({ endedAt: now })
          .where(
            and(
              eq(tables.session.id, sessionId),
              eq(tables.session.personId, row.personId),
              isNull(tables.session.endedAt),
            ),
          )
          .returning({ id: tables.session.id })
        if (ended.length === 0) throw refuseNotFound('session', 'body.sessionId')
        return { ended: ended.length }
      })
    },
  }
}
