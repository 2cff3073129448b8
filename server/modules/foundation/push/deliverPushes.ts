/**
 * Sends composed messages. Each is leased before it is sent: if the server dies, another takes
 * over, and the repeated message replaces the first.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { memberActor } from '#kernel/access/actor.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { isDue } from '#kernel/events/dueTimes.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { shortTexts, type ShortText } from '../alerts/index.ts'
import { payloadOf } from './payload.ts'
import { pushKeys } from './pushKeys.ts'
import { sendPush, type PushOutcome } from './sendPush.ts'

/** Milliseconds. Four times as long each time: 10 s, 40 s, three minutes, eleven minutes. */
const FIRST_WAIT = 10_000
const LAST_ATTEMPT = 5
/** A push service may ask for more patience, up to this. */
const LONGEST_WAIT = 3_600_000
/** Milliseconds, longer than a call may take. After that, the server must have died. */
const LEASE = 30_000
/** Then the news is old, and it is in the bell. */
const LASTS = 86_400_000
const AT_ONCE = 16
/** So that unreachable devices of one company do not delay those of others. */
const AT_ONCE_OF_COMPANY = 8

type Delivery = typeof tables.pushDelivery.$inferSelect
type Device = typeof tables.pushDevice.$inferSelect

export async function deliverPushes(kernel: Kernel, ending?: AbortSignal): Promise<number> {
  const running = new Map<Promise<void>, Id<'company'>>()
  for (let started = 0; ;) {
    const claimed =
      ending?.aborted === true || running.size >= AT_ONCE
        ? undefined
        : await asSystem(kernel.pool, (db) => claim(db, kernel.clock.now(), busyIn(running)))
    if (claimed) {
      started += 1
      const work: Promise<void> = deliver(kernel, claimed)
        .catch((error: unknown) =>
          kernel.log.error({ err: error }, 'a push message could not be handled'),
        )
        .finally(() => running.delete(work))
      running.set(work, claimed.companyId)
    } else if (running.size === 0) return started
    else await Promise.race(running.keys())
  }
}

function busyIn(running: ReadonlyMap<unknown, Id<'company'>>): Id<'company'>[] {
  const counts = new Map<Id<'company'>, number>()
  for (const id of running.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => (count >= AT_ONCE_OF_COMPANY ? [id] : []))
}

async function claim(
  db: Db,
  now: Date,
  busy: readonly Id<'company'>[],
): Promise<Delivery | undefined> {
  const [next] = await db
    .select()
    .from(tables.pushDelivery)
    .where(
      and(
        isDue(tables.pushDelivery.nextAttemptAt, now, LASTS),
        busy.length === 0
          ? undefined
          : sql`${tables.pushDelivery.companyId} <> all(${`{${busy.join(',')}}`}::int[])`,
      ),
    )
    .orderBy(tables.pushDelivery.nextAttemptAt, tables.pushDelivery.id)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return undefined
  await db
    .update(tables.pushDelivery)
    .set({
      attempts: sql`${tables.pushDelivery.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + LEASE),
    })
    .where(ofRow(next))
  return { ...next, attempts: next.attempts + 1 }
}

const ofRow = ({ companyId, id }: Pick<Delivery, 'companyId' | 'id'>) =>
  ofCompany(tables.pushDelivery, companyId, eq(tables.pushDelivery.id, id))

async function deliver(kernel: Kernel, delivery: Delivery): Promise<void> {
  const now = kernel.clock.now()
  const found = await asSystem(kernel.pool, (db) => factsOf(kernel, db, delivery))
  if (found === null || now.getTime() - delivery.createdAt.getTime() >= LASTS)
    return drop(kernel, delivery)
  const { device, company, keys, ...facts } = found
  const alerts = await textsFor(kernel, device, delivery.alertIds)
  // The alerts are gone, with their subject or by retention.
  if (delivery.count > 0 && alerts.length === 0) return drop(kernel, delivery)
  const outcome = await sendPush(kernel.hooks, keys, {
    endpoint: device.endpoint,
    keys: device,
    payload: payloadOf({
      ...facts,
      alerts,
      count: delivery.count,
      isUrgent: delivery.isUrgent,
      companyId: company.id,
      tag: `${company.id}-${delivery.id}`,
    }),
    isUrgent: delivery.isUrgent,
    topic: `${company.uuid}.${delivery.id}.${delivery.createdAt.getTime()}`,
    contact: kernel.pushContact,
    now,
    companyUuid: company.uuid,
  })
  kernel.metrics.pushed(outcome.kind)
  await record(kernel, { delivery, device, outcome, now })
}

/** Null if the person, the session or the company no longer gets messages on this device. */
async function factsOf({ seal }: Kernel, db: Db, { companyId, deviceId }: Delivery) {
  const [row] = await db
    .select({
      device: tables.pushDevice,
      company: { id: tables.company.id, uuid: tables.company.uuid, name: tables.company.name },
      language: tables.user.language,
      showsText: tables.companySettings.pushShowsText,
      hasPush: tables.companySettings.hasPush,
      companies: sql<number>`(select count(*)::int from app_user other
        where other.person_id = ${tables.user.personId} and other.is_active and other.accepted_at is not null)`,
    })
    .from(tables.pushDevice)
    .innerJoin(
      tables.user,
      and(
        eq(tables.user.companyId, tables.pushDevice.companyId),
        eq(tables.user.id, tables.pushDevice.userId),
      ),
    )
    .innerJoin(tables.company, eq(tables.company.id, tables.pushDevice.companyId))
    .innerJoin(
      tables.companySettings,
      eq(tables.companySettings.companyId, tables.pushDevice.companyId),
    )
    .innerJoin(
      tables.session,
      and(eq(tables.session.id, tables.pushDevice.sessionId), isNull(tables.session.endedAt)),
    )
    .where(
      ofCompany(
        tables.pushDevice,
        companyId,
        eq(tables.pushDevice.id, deviceId),
        eq(tables.user.isActive, true),
        sql`${tables.user.acceptedAt} is not null`,
      ),
    )
  if (!row?.hasPush) return null
  const { device, company, language, showsText, companies } = row
  return {
    device,
    company,
    language,
    showsText,
    keys: await pushKeys(seal, db),
    companyName: companies > 1 ? company.name : null,
  }
}

function textsFor(
  { pool, clock }: Kernel,
  { companyId, userId }: Device,
  ids: readonly Id<'alert'>[],
): Promise<ShortText[]> | ShortText[] {
  if (ids.length === 0) return []
  return asSystem(pool, (db) => memberActor(db, { companyId, userId })).then((actor) =>
    actor === undefined
      ? []
      : inCompany(pool, companyId, (db) =>
          shortTexts(
            makeScope({
              actor,
              clock,
              db,
              tags: [],
              open: () => Promise.reject(new Error('Texts are read in one transaction')),
            }),
            ids,
          ),
        ),
  )
}

const drop = (kernel: Kernel, delivery: Delivery): Promise<void> =>
  asSystem(kernel.pool, async (db) => {
    await db.delete(tables.pushDelivery).where(ofRow(delivery))
  })

interface Result {
  delivery: Delivery
  device: Device
  outcome: PushOutcome
  now: Date
}

async function record(kernel: Kernel, { delivery, device, outcome, now }: Result): Promise<void> {
  const { companyId } = delivery
  const ofDevice = ofCompany(
    tables.pushDevice,
    companyId,
    inArray(tables.pushDevice.id, [device.id]),
  )
  const isGivenUp = outcome.kind === 'later' && delivery.attempts >= LAST_ATTEMPT
  if (outcome.kind === 'later' && !isGivenUp) {
    const own = FIRST_WAIT * 4 ** (delivery.attempts - 1)
    const wait = Math.min(Math.max(own, outcome.retryAfter ?? 0), LONGEST_WAIT)
    await asSystem(kernel.pool, async (db) => {
      await db
        .update(tables.pushDelivery)
        .set({ nextAttemptAt: new Date(now.getTime() + wait) })
        .where(ofRow(delivery))
      await db
        .update(tables.pushDevice)
        .set({ fault: outcome.fault, failingSince: device.failingSince ?? now })
        .where(ofDevice)
    })
    if (device.fault === null) {
      kernel.log.warn(
        { service: new URL(device.endpoint).origin, status: outcome.status, fault: outcome.fault },
        'a push service did not take a message; it will be tried again',
      )
      kernel.live.publish(companyId, ['PushDevice'])
    }
    return
  }
  await asSystem(kernel.pool, async (db) => {
    await db.delete(tables.pushDelivery).where(ofRow(delivery))
    if (outcome.kind === 'ended') await db.delete(tables.pushDevice).where(ofDevice)
    else if (outcome.kind === 'sent')
      await db
        .update(tables.pushDevice)
        .set({ lastSuccessAt: now, fault: null, failingSince: null })
        .where(ofDevice)
    else
      await db
        .update(tables.pushDevice)
        .set({ fault: outcome.fault, failingSince: device.failingSince ?? now })
        .where(ofDevice)
  })
  if (outcome.kind === 'refused' || outcome.kind === 'later')
    kernel.log.warn(
      { service: new URL(device.endpoint).origin, status: outcome.status, fault: outcome.fault },
      'a push service did not take a message; it is given up',
    )
  kernel.live.publish(companyId, ['PushDevice'])
}
