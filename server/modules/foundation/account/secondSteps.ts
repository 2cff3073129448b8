import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { secondSteps as contract } from '#contract/auth/secondStep.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { conflict, refuseGone, refuseNotFound, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { forgetFailures, LIMITS, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { endSessions } from '../auth/index.ts'
import {
  askNewPasskey,
  authenticatorOf,
  beginStep,
  challengeOf,
  countUnusedCodes,
  confirmSecret,
  makeRecoveryCodes,
  newSecret,
  ownPasskeys,
  relyingPartyOf,
  markStepUsed,
  consumeStep,
  notifyChange,
  verifyNew,
  secondStepMethods,
} from '../secondStep/index.ts'
import { confirmHandlers } from './confirm.ts'
import { ownPerson, type OwnPerson } from './ownPerson.ts'

const PASSKEYS = 20

type Way = 'passkey' | 'authenticator'
interface Change {
  own: OwnPerson
  way: Way
  network: string
}

export function secondStepHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    ...confirmHandlers(kernel),
    getSecondSteps: ({ actor }) => asSystem(kernel.pool, (db) => ownSteps(db, actor)),
    async beginAuthenticator({ actor }) {
      return asSystem(kernel.pool, async (db) => newSecret(kernel, db, await ownPerson(db, actor)))
    },
    async addAuthenticator({ actor }, { body, wire }) {
      const added = await asSystem(kernel.pool, (db) =>
        addAuthenticator(kernel, db, actor, body.code, wire),
      )
      if (added === null)
        throw new Refusal(400, 'This code was not right.', [
          { path: 'body.code', code: 'wrongCode', message: 'wrong' },
        ])
      kernel.sendSoon()
      return added
    },
    async removeAuthenticator({ actor }, { wire }) {
      await asSystem(kernel.pool, async (db) => {
        const own = await ownPerson(db, actor)
        const removed = await db
          .delete(tables.authenticator)
          .where(eq(tables.authenticator.personId, own.id))
          .returning()
        if (removed.length === 0) throw refuseNotFound('authenticator app')
        await afterRemoval(kernel, db, actor, { own, way: 'authenticator', network: wire.from })
      })
      kernel.sendSoon()
      return { removed: true }
    },
    beginPasskey: ({ actor }, { wire }) =>
      asSystem(kernel.pool, (db) => beginPasskey(kernel, db, actor, wire)),
    addPasskey: ({ actor }, { body, wire }) => addPasskey(kernel, actor, body, wire),
    async removePasskey({ actor }, { body, wire }) {
      await asSystem(kernel.pool, async (db) => {
        const own = await ownPerson(db, actor)
        const removed = await db
          .delete(tables.passkey)
          .where(and(eq(tables.passkey.id, body.id), eq(tables.passkey.personId, own.id)))
          .returning()
        if (removed.length === 0) throw refuseNotFound('passkey', 'body.id')
        await afterRemoval(kernel, db, actor, { own, way: 'passkey', network: wire.from })
      })
      kernel.sendSoon()
      return { removed: true }
    },
    makeRecoveryCodes: ({ actor }, { wire }) =>
      asSystem(kernel.pool, async (db) => {
        const own = await ownPerson(db, actor)
        if ((await secondStepMethods(db, own.id)).length === 0)
          throw conflict('Set up a second step first.', [
            { path: '', code: 'noSecondStep', message: 'none' },
          ])
        await recordForPerson(kernel, db, own.id, {
          kind: 'recoveryCodesMade',
          isOwn: true,
          network: wire.from,
        })
        return { recoveryCodes: await makeRecoveryCodes(kernel, db, own.id) }
      }),
  }
}

async function ownSteps(
  db: Db,
  actor: Actor,
): Promise<z.input<typeof contract.getSecondSteps.response>> {
  if (actor.ownProofAt === null)
    return {
      authenticator: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      isRequired: false,
      isLimited: true,
    }
  const own = await ownPerson(db, actor)
  const app = await authenticatorOf(db, own.id)
  const passkeys = await ownPasskeys(db, own.id)
  return {
    authenticator: app?.since ? { since: app.since.toISOString() } : null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isBackedUp,
    })),
    recoveryCodesLeft: await countUnusedCodes(db, own.id),
    isRequired: await isRequired(db, actor),
    isLimited: false,
  }
}

async function isRequired(db: Db, { companyId, userId }: Actor): Promise<boolean> {
  if (userId === null) return false
  const roles = await db
    .select({ roleId: tables.userRole.roleId })
    .from(tables.userRole)
    .innerJoin(
      tables.companySettings,
      and(
        eq(tables.companySettings.companyId, tables.userRole.companyId),
        sql`${tables.userRole.roleId} = any(${tables.companySettings.secondStepRoleIds})`,
      ),
    )
    .where(ofCompany(tables.userRole, companyId, eq(tables.userRole.userId, userId)))
    .limit(1)
  return roles.length > 0
}

async function addAuthenticator(kernel: Kernel, db: Db, actor: Actor, code: string, wire: Wire) {
  const own = await ownPerson(db, actor)
  const key = `authenticator-new:${own.id}`
  await consumeAttempt(db, [[key, LIMITS.account]], kernel.clock.now())
  const isFirst = (await secondStepMethods(db, own.id)).length === 0
  if (!(await confirmSecret(kernel, db, own.id, code))) return null
  await forgetFailures(db, key)
  return afterAddition(kernel, db, isFirst, { own, way: 'authenticator', network: wire.from })
}

async function beginPasskey(kernel: Kernel, db: Db, actor: Actor, wire: Wire) {
  const own = await ownPerson(db, actor)
  const known = await ownPasskeys(db, own.id)
  if (known.length >= PASSKEYS)
    throw conflict('Remove a passkey first: there are as many as there may be.', [
      { path: '', code: 'tooManyPasskeys', message: String(PASSKEYS) },
    ])
  const who = { personId: own.id, email: own.email, name: actor.cause.name }
  const { options, challenge } = await askNewPasskey(relyingPartyOf(kernel, wire), who, known)
  const id = await beginStep(db, kernel.clock.now(), {
    purpose: 'passkeyNew',
    personId: own.id,
    sessionId: own.sessionId,
    browserHash: wire.browser,
    payload: { ...challenge },
  })
  return { id, options }
}

async function addPasskey(
  kernel: Kernel,
  actor: Actor,
  { id, name, response }: z.output<typeof contract.addPasskey.body>,
  wire: Wire,
) {
  const now = kernel.clock.now()
  const { own, step } = await asSystem(kernel.pool, async (db) => ({
    own: await ownPerson(db, actor),
    step: await consumeStep(db, now, {
      id,
      purpose: 'passkeyNew',
      browserHash: wire.browser,
      sessionId: actor.sessionId,
    }),
  }))
  const challenge = step === undefined ? null : challengeOf(step)
  if (challenge === null) throw refuseGone('This took too long. Please start again.')
  // outside of any transaction, because verification is slow
  const made = await verifyNew(response, challenge)
  if (made === null)
    throw new Refusal(400, 'This passkey cannot be used.', [
      { path: 'body.response', code: 'wrongPasskey', message: 'wrong' },
    ])
  const added = await asSystem(kernel.pool, async (db) => {
    const isFirst = (await secondStepMethods(db, own.id)).length === 0
    if (!(await markStepUsed(db, now, id)))
      throw refuseGone('This took too long. Please start again.')
    const kept = await db
      .insert(tables.passkey)
      .values({ ...made, personId: own.id, name, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: tables.passkey.id })
    if (kept.length === 0)
      throw conflict('This passkey is kept already.', [
        { path: 'body.response', code: 'passkeyTaken', message: 'taken' },
      ])
    return afterAddition(kernel, db, isFirst, { own, way: 'passkey', network: wire.from })
  })
  kernel.sendSoon()
  return added
}

/** The first second step ends sessions without one, and creates the recovery codes. */
async function afterAddition(
  kernel: Kernel,
  db: Db,
  isFirst: boolean,
  { own, way, network }: Change,
) {
  const now = kernel.clock.now()
  await db
    .update(tables.session)
    .set({ hasSecondStep: true })
    .where(eq(tables.session.id, own.sessionId))
  await recordForPerson(kernel, db, own.id, {
    kind: 'secondStepAdded',
    isOwn: true,
    network,
    detail: { way },
  })
  await notifyChange(db, now, own.id, 'stepAdded')
  if (!isFirst) return { recoveryCodes: null }
  await endSessions(db, now, { personId: own.id }, own.sessionId)
  await recordForPerson(kernel, db, own.id, { kind: 'recoveryCodesMade', isOwn: true, network })
  return { recoveryCodes: await makeRecoveryCodes(kernel, db, own.id) }
}

/**
 * Removes the recovery codes with the last step. Throws 409, and so rolls back, if a role requires
 * one.
 */
async function afterRemoval(
  kernel: Kernel,
  db: Db,
  actor: Actor,
  { own, way, network }: Change,
): Promise<void> {
  const now = kernel.clock.now()
  if ((await secondStepMethods(db, own.id)).length === 0) {
    if (await isRequired(db, actor))
      throw conflict('Your role requires a second step: add another one first.', [
        { path: '', code: 'lastSecondStep', message: 'last' },
      ])
    await db.delete(tables.recoveryCode).where(eq(tables.recoveryCode.personId, own.id))
  }
  await endSessions(db, now, { personId: own.id }, own.sessionId)
  await recordForPerson(kernel, db, own.id, {
    kind: 'secondStepRemoved',
    isOwn: true,
    network,
    detail: { way },
  })
  await notifyChange(db, now, own.id, 'stepRemoved')
}
