/**
 * Sends pending hook calls. A call is leased before it is sent: if the server dies, another takes
 * over.
 */
import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { HookFault } from '#contract/hooks.ts'
import type { Id } from '#contract/ids.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { isDue } from '#kernel/events/dueTimes.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { NotReachable } from '#ports/hookClient.ts'
import { networkErrorText } from '#ports/networkError.ts'
import { hostOf } from './address.ts'
import { signatureOf } from './signature.ts'

/** Milliseconds. Four times as long each time: the last try comes after about a day. */
const FIRST_WAIT = 5_000
const LAST_ATTEMPT = 8
const LONGEST_WAIT = FIRST_WAIT * 4 ** LAST_ATTEMPT
const POLL_MILLISECONDS = 2_000
/** Only retries, whose waits are longer, become due without a change. */
const IDLE_POLL_MILLISECONDS = 30_000
const AT_ONCE = 8
/** Milliseconds, longer than a call may take. After that, the server must have died. */
const LEASE = 30_000

type Waiting = typeof tables.hookDelivery.$inferSelect
type Hook = typeof tables.apiHook.$inferSelect

type Running = Map<Id<'apiHook'>, Promise<void>>

export async function deliverHooks(kernel: Kernel): Promise<number> {
  const running: Running = new Map()
  for (let tries = 0; ;) {
    const wasIdle = running.size === 0
    const started = await dispatch(kernel, running, () => undefined)
    tries += started
    if (wasIdle && started === 0) return tries
    if (running.size > 0) await Promise.race(running.values())
  }
}

/**
 * Starts due calls concurrently, so that a dead hook does not delay other hooks. Returns the number
 * started.
 */
async function dispatch(kernel: Kernel, running: Running, onFree: () => void): Promise<number> {
  for (let started = 0; ; started += 1) {
    const claimed =
      running.size < AT_ONCE
        ? await asSystem(kernel.pool, (db) => claim(db, kernel.clock.now(), [...running.keys()]))
        : undefined
    if (!claimed) return started
    const { hookId } = claimed.delivery
    running.set(
      hookId,
      send(kernel, claimed)
        .catch((error: unknown) =>
          kernel.log.error({ err: error }, "a hook's answer could not be kept"),
        )
        .finally(() => {
          running.delete(hookId)
          onFree()
        }),
    )
  }
}

async function claim(
  db: Db,
  now: Date,
  busy: readonly Id<'apiHook'>[],
): Promise<
  { delivery: Waiting; hook: Hook | undefined; companyUuid: string | undefined } | undefined
> {
  const waits = and(
    eq(tables.hookDelivery.state, 'waiting'),
    isDue(tables.hookDelivery.nextAttemptAt, now, LONGEST_WAIT),
    busy.length > 0 ? notInArray(tables.hookDelivery.hookId, [...busy]) : undefined,
  )
  const [delivery] = await db
    .select()
    .from(tables.hookDelivery)
    .where(waits)
    .orderBy(asc(tables.hookDelivery.nextAttemptAt), asc(tables.hookDelivery.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!delivery) return undefined
  await db
    .update(tables.hookDelivery)
    .set({
      attempts: sql`${tables.hookDelivery.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + LEASE),
    })
    .where(ofRow(delivery))
  const [hook] = await db
    .select()
    .from(tables.apiHook)
    .where(ofCompany(tables.apiHook, delivery.companyId, eq(tables.apiHook.id, delivery.hookId)))
  const [company] = await db
    .select({ uuid: tables.company.uuid })
    .from(tables.company)
    .where(eq(tables.company.id, delivery.companyId))
  return {
    delivery: { ...delivery, attempts: delivery.attempts + 1 },
    hook,
    companyUuid: company?.uuid,
  }
}

const ofRow = ({ companyId, id }: Waiting) =>
  ofCompany(tables.hookDelivery, companyId, eq(tables.hookDelivery.id, id))

async function send(
  kernel: Kernel,
  {
    delivery,
    hook,
    companyUuid,
  }: { delivery: Waiting; hook: Hook | undefined; companyUuid: string | undefined },
): Promise<void> {
  const at = kernel.clock.now()
  if (!hook || (!hook.isActive && !delivery.isTest))
    return finish(kernel, delivery, {
      state: 'failed',
      nextAttemptAt: null,
      error: (hook ? 'switchedOff' : 'gone') satisfies HookFault,
    })
  const { request, shown } = requestOf(hook, delivery, at)
  const began = performance.now()
  const outcome = await kernel.hooks.call({ ...request, companyUuid }).then(
    (answer) => ({ answer, error: null }),
    (error: unknown) => ({ answer: null, error: faultOf(error) }),
  )
  const milliseconds = Math.round(performance.now() - began)
  const isDelivered =
    outcome.answer !== null && outcome.answer.status >= 200 && outcome.answer.status < 300
  await asSystem(kernel.pool, (db) =>
    db.insert(tables.hookAttempt).values({
      companyId: delivery.companyId,
      deliveryId: delivery.id,
      at,
      milliseconds,
      method: hook.method,
      url: hostOf(hook.url),
      headers: shown,
      status: outcome.answer?.status ?? null,
      body: outcome.answer?.body ?? null,
      error: outcome.error,
    }),
  )
  const isLast = delivery.attempts >= LAST_ATTEMPT
  await finish(
    kernel,
    delivery,
    isDelivered
      ? {
          state: 'delivered',
          nextAttemptAt: null,
          deliveredAt: at,
          status: outcome.answer?.status ?? null,
          error: null,
        }
      : {
          ...(isLast
            ? { state: 'failed' as const, nextAttemptAt: null }
            : {
                nextAttemptAt: new Date(at.getTime() + FIRST_WAIT * 4 ** (delivery.attempts - 1)),
              }),
          status: outcome.answer?.status ?? null,
          error: outcome.error ?? `Answered ${outcome.answer?.status ?? ''}`,
        },
  )
}

async function finish(
  kernel: Kernel,
  delivery: Waiting,
  change: Partial<typeof tables.hookDelivery.$inferInsert>,
): Promise<void> {
  await asSystem(kernel.pool, (db) =>
    db
      .update(tables.hookDelivery)
      .set({ ...change, updatedAt: kernel.clock.now() })
      .where(ofRow(delivery)),
  )
  kernel.live.publish(delivery.companyId, [
    'HookDelivery',
    { type: 'HookDelivery', id: delivery.id },
  ])
}

/** `shown` is logged. The signature proves the secret, so it is left out. */
function requestOf(hook: Hook, delivery: Waiting, at: Date) {
  const seconds = Math.floor(at.getTime() / 1000)
  const body = hook.method === 'GET' ? null : delivery.payload
  const headers: Record<string, string> = {
    'user-agent': 'Plantroom',
    'idempotency-key': delivery.key,
    'x-plantroom-delivery': delivery.key,
    'x-plantroom-timestamp': String(seconds),
    ...(delivery.isTest && { 'x-plantroom-test': '1' }),
    ...(body !== null && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  const signed: Record<string, string> =
    hook.secret === null
      ? {}
      : { 'x-plantroom-signature': signatureOf(hook.secret, seconds, body ?? '') }
  return {
    request: { method: hook.method, url: hook.url, headers: { ...headers, ...signed }, body },
    shown: {
      ...headers,
      ...(hook.secret !== null && { 'x-plantroom-signature': `t=${seconds},v1=…` }),
    } as Record<string, string>,
  }
}

function faultOf(error: unknown): string {
  if (error instanceof NotReachable) return 'notAllowed' satisfies HookFault
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout' satisfies HookFault
  return truncate(networkErrorText(error), 500)
}

/** Runs at intervals, and whenever a hook becomes free. */
export function startHookDelivery(kernel: Kernel): void {
  const running: Running = new Map()
  const job = startJob(kernel, {
    name: 'calls to hooks',
    every: POLL_MILLISECONDS,
    everyIdle: IDLE_POLL_MILLISECONDS,
    run: () => dispatch(kernel, running, () => job.wake()),
  })
}
