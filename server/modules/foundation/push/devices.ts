/** A user's own browsers for web push, and what goes to them. */
import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { MAX_PUSH_DEVICES, type push as contract } from '#contract/push.ts'
import * as tables from '#db/schema/index.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { badInput, conflict, notSignedIn, refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isInside } from '#ports/hookClient.ts'
import { isBrowserKey } from './encryptPush.ts'
import { pushKeys } from './pushKeys.ts'

const TESTS = 5 // per 15 minutes and user

type PushAnswerShape = typeof contract.getPush.response
type Device = z.output<typeof contract.addPushDevice.body>

export function pushHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    getPush: (scope) => answerOf(kernel, scope),
    async setPushWishes(scope, { body: { groups, quietHours } }) {
      const { companyId, userId } = own(scope)
      await scope.db
        .update(tables.user)
        .set({
          pushGroups: groups,
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
        })
        .where(ofCompany(tables.user, companyId, eq(tables.user.id, userId)))
      // What the former quiet hours hold back is decided again.
      await scope.db
        .update(tables.alertRecipient)
        .set({ pushDueAt: scope.clock.now() })
        .where(
          ofCompany(
            tables.alertRecipient,
            companyId,
            eq(tables.alertRecipient.userId, userId),
            sql`${tables.alertRecipient.pushDueAt} is not null`,
          ),
        )
      return answerOf(kernel, scope)
    },
    async addPushDevice(scope, { body }) {
      refuseDevice(body)
      await refuseOff(scope)
      const hash = hashOf(body.endpoint)
      await forgetOthers(scope, hash)
      return { id: await save(scope, body, hash), replaced: await removeEleventh(scope) }
    },
    async renewPushDevice(scope, { body: { endpoint } }) {
      const { companyId, userId, sessionId } = own(scope)
      const hash = hashOf(endpoint)
      await forgetOthers(scope, hash)
      const [renewed] = await scope.db
        .update(tables.pushDevice)
        .set({ sessionId, renewedAt: scope.clock.now() })
        .where(
          ofCompany(
            tables.pushDevice,
            companyId,
            eq(tables.pushDevice.endpointHash, hash),
            eq(tables.pushDevice.userId, userId),
          ),
        )
        .returning({ id: tables.pushDevice.id })
      return { deviceId: renewed?.id ?? null }
    },
    async removePushDevice(scope, { params }) {
      const removed = await scope.db
        .delete(tables.pushDevice)
        .where(ownDevice(scope, params.id))
        .returning({ id: tables.pushDevice.id })
      if (removed.length === 0) throw refuseNotFound('device')
      return { removed: true as const }
    },
    async testPushDevice(scope, { params }) {
      const { companyId, userId } = own(scope)
      await refuseOff(scope)
      const [found] = await scope.db
        .select({ id: tables.pushDevice.id })
        .from(tables.pushDevice)
        .where(ownDevice(scope, params.id))
      if (!found) throw refuseNotFound('device')
      await aboveCompanies(scope.db, (system) =>
        consumeAttempt(system, [[`test-push:${companyId}:${userId}`, TESTS]], scope.clock.now()),
      )
      await scope.db.insert(tables.pushDelivery).values({
        companyId,
        deviceId: found.id,
        alertIds: [],
        count: 0,
        isUrgent: false,
        createdAt: scope.clock.now(),
        nextAttemptAt: scope.clock.now(),
      })
      return { queued: true as const }
    },
  }
}

async function refuseOff(scope: Scope): Promise<void> {
  const { hasPush } = await companyOf(scope)
  if (!hasPush)
    throw conflict('The company has not turned web push on.', [
      { path: '', code: 'pushOff', message: 'pushOff' },
    ])
}

function own({ actor: { companyId, userId, sessionId } }: Scope) {
  if (userId === null || sessionId === null) throw notSignedIn('noToken')
  return { companyId, userId, sessionId }
}

const ownDevice = (scope: Scope, id?: Id<'pushDevice'>) => {
  const { companyId, userId } = own(scope)
  return ofCompany(
    tables.pushDevice,
    companyId,
    eq(tables.pushDevice.userId, userId),
    id === undefined ? undefined : eq(tables.pushDevice.id, id),
  )
}

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

async function companyOf({ db, actor }: Scope) {
  const [found] = await db
    .select({
      hasPush: tables.companySettings.hasPush,
      showsText: tables.companySettings.pushShowsText,
    })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, actor.companyId))
  return found ?? { hasPush: false, showsText: false }
}

async function answerOf(kernel: Kernel, scope: Scope): Promise<z.input<PushAnswerShape>> {
  const { companyId, userId } = own(scope)
  const { hasPush, showsText } = await companyOf(scope)
  const [wishes] = await scope.db
    .select({
      groups: tables.user.pushGroups,
      from: tables.user.quietFrom,
      to: tables.user.quietTo,
    })
    .from(tables.user)
    .where(ofCompany(tables.user, companyId, eq(tables.user.id, userId)))
  if (!wishes) throw notSignedIn('ended')
  const { groups, from, to } = wishes
  const { devices, keys } = await aboveCompanies(scope.db, async (system) => ({
    devices: await system
      .select({ device: tables.pushDevice, openSession: tables.session.id })
      .from(tables.pushDevice)
      .leftJoin(
        tables.session,
        and(eq(tables.session.id, tables.pushDevice.sessionId), isNull(tables.session.endedAt)),
      )
      .where(ownDevice(scope))
      .orderBy(desc(tables.pushDevice.renewedAt), desc(tables.pushDevice.id)),
    keys: hasPush ? await pushKeys(kernel.seal, system) : null,
  }))
  return {
    isOn: hasPush,
    showsText,
    publicKey: keys?.publicKey ?? null,
    groups,
    quietHours: from === null || to === null ? null : { from, to },
    devices: devices.map(({ device, openSession }) => ({
      id: device.id,
      name: device.name,
      createdAt: device.createdAt.toISOString(),
      renewedAt: device.renewedAt.toISOString(),
      lastSuccessAt: device.lastSuccessAt?.toISOString() ?? null,
      isSignedOut: openSession === null,
      fault: device.fault,
    })),
  }
}

/** What is wrong at sight. The network of the address is checked at each connection. */
function refuseDevice({ endpoint, p256dh }: Device): void {
  const { hostname, username, password } = new URL(endpoint)
  const isPlainName = /[a-z]/i.test(hostname) && !hostname.startsWith('[')
  const isReachable = isPlainName ? hostname.includes('.') : !isInside(hostname)
  if (username !== '' || password !== '' || !isReachable)
    throw badInput('body.endpoint', 'invalid', 'This is not the address of a push service.')
  if (!isBrowserKey(p256dh)) throw badInput('body.p256dh', 'invalid', 'Not a key of a browser.')
}

/** One browser shows messages to the person who last used it. */
async function forgetOthers(scope: Scope, hash: string): Promise<void> {
  const { companyId, userId } = own(scope)
  await aboveCompanies(scope.db, (system) =>
    system.delete(tables.pushDevice).where(
      and(
        eq(tables.pushDevice.endpointHash, hash),
        sql`not exists (select from ${tables.user} as theirs join ${tables.user} as mine
          on mine.person_id = theirs.person_id
          where theirs.company_id = ${tables.pushDevice.companyId} and theirs.id = ${tables.pushDevice.userId}
          and mine.company_id = ${companyId} and mine.id = ${userId})`,
      ),
    ),
  )
}

async function save(scope: Scope, body: Device, endpointHash: string): Promise<Id<'pushDevice'>> {
  const { companyId, userId, sessionId } = own(scope)
  const facts = {
    ...body,
    userId,
    sessionId,
    renewedAt: scope.clock.now(),
    fault: null,
    failingSince: null,
  }
  const [saved] = await scope.db
    .insert(tables.pushDevice)
    .values({ ...facts, companyId, endpointHash, createdAt: scope.clock.now() })
    .onConflictDoUpdate({
      target: [tables.pushDevice.companyId, tables.pushDevice.endpointHash],
      set: facts,
    })
    .returning({ id: tables.pushDevice.id })
  if (!saved) throw new Error('The device was not saved')
  return saved.id
}

/** Browsers change their address without a word, so an eleventh must not be refused. */
async function removeEleventh(scope: Scope): Promise<string | null> {
  const [eldest] = await scope.db
    .select({ id: tables.pushDevice.id, name: tables.pushDevice.name })
    .from(tables.pushDevice)
    .where(ownDevice(scope))
    .orderBy(desc(tables.pushDevice.renewedAt), desc(tables.pushDevice.id))
    .offset(MAX_PUSH_DEVICES)
  if (!eldest) return null
  await scope.db.delete(tables.pushDevice).where(ownDevice(scope, eldest.id))
  return eldest.name
}
