import type { Id } from '#contract/ids.ts'
import type { SecurityEventKind } from '#contract/security/securityKinds.ts'
import { and, eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from './actor.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'

export interface SecurityFacts {
  kind: SecurityEventKind
  companyId: Id<'company'>
  userId?: Id<'user'> | null
  /** The person who acted. Omit if nobody is signed in. */
  byUserId?: Id<'user'> | null
  network?: string | null
  /** Short details; never a secret, an address, a phone number or a name. */
  detail?: Record<string, string | number | boolean | null>
}

export async function recordSecurity(
  { log, clock }: Pick<Kernel, 'log' | 'clock'>,
  db: Db,
  ...events: SecurityFacts[]
): Promise<void> {
  if (events.length === 0) return
  await db.insert(tables.securityEvent).values(
    events.map(({ kind, companyId, userId, byUserId, network, detail }) => ({
      at: clock.now(),
      kind,
      companyId,
      userId: userId ?? null,
      byUserId: byUserId ?? null,
      network: network ?? null,
      detail: detail ?? {},
    })),
  )
  for (const event of events) log.info({ security: event }, `security: ${event.kind}`)
}

/** Repetitions are skipped: a page that refreshes, a script that retries. */
const AGAIN_MILLISECONDS = 15 * 60_000
const MAX_REMEMBERED = 10_000
/** Time of the last record by key, in ms, for each server (tests run several in one process). */
const recordedBy = new WeakMap<Kernel['clock'], Map<string, number>>()

function isNews(key: string, clock: Kernel['clock']): boolean {
  const now = clock.now()
  const lately = recordedBy.get(clock) ?? new Map<string, number>()
  recordedBy.set(clock, lately)
  const lastRecordedAt = lately.get(key)
  if (lastRecordedAt !== undefined && now.getTime() - lastRecordedAt < AGAIN_MILLISECONDS)
    return false
  lately.delete(key)
  lately.set(key, now.getTime())
  const [oldest] = lately.keys()
  if (lately.size > MAX_REMEMBERED && oldest !== undefined) lately.delete(oldest)
  return true
}

export async function recordSuccess(
  kernel: Pick<Kernel, 'log' | 'clock'>,
  db: Db,
  { security: kind, kind: does, path }: Endpoint,
  actor: Actor,
  params: unknown,
  network: string,
): Promise<void> {
  if (kind === null) return
  const id =
    typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'number'
      ? params.id
      : null
  const userId =
    path.startsWith('/api/users/') && id !== null
      ? (id as Id<'user'>)
      : path.startsWith('/api/account')
        ? actor.userId
        : null
  if (does === 'query' && userId === actor.userId && userId !== null) return // repeated reads of a user's own data are not recorded
  if (
    kind === 'personalDataViewed' &&
    !isNews(`${actor.companyId}:${actor.userId}:${path}:${id}`, kernel.clock)
  )
    return
  await recordSecurity(kernel, db, {
    kind,
    companyId: actor.companyId,
    userId,
    byUserId: actor.userId,
    network,
    detail: { call: path, ...(userId === null && id !== null && { id }) },
  })
}

export const isRightRefused = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.status === 403 &&
  error.errors.some(({ code }) => code === 'missingPermission' || code === 'beyondOwnRights')

/** Records a call without the needed right, once a quarter of an hour for each call. */
export async function recordRefusal(
  kernel: Pick<Kernel, 'log' | 'clock' | 'pool'>,
  { path, method }: Endpoint,
  actor: Actor,
  network: string,
): Promise<void> {
  if (!isNews(`refused:${actor.companyId}:${actor.userId}:${method} ${path}`, kernel.clock)) return
  await inCompany(kernel.pool, actor.companyId, (db) =>
    recordSecurity(kernel, db, {
      kind: 'rightRefused',
      companyId: actor.companyId,
      userId: actor.userId,
      byUserId: actor.userId,
      network,
      detail: { call: `${method} ${path}` },
    }),
  )
}

type OfPerson = Omit<SecurityFacts, 'companyId' | 'userId' | 'byUserId'> & {
  /** True if the person was signed in; otherwise a caller may only claim to be this person. */
  isOwn?: boolean
}

/**
 * Records an event of a person for each of their companies, in the system's view. `facts` must not
 * reveal one company to another.
 */
export async function recordForPerson(
  kernel: Pick<Kernel, 'log' | 'clock'>,
  db: Db,
  personId: number,
  { isOwn = false, ...facts }: OfPerson,
): Promise<void> {
  const memberships = await db
    .select({ companyId: tables.user.companyId, userId: tables.user.id })
    .from(tables.user)
    .where(and(eq(tables.user.personId, personId), eq(tables.user.isActive, true)))
  await recordSecurity(
    kernel,
    db,
    ...memberships.map((member) => ({
      ...facts,
      ...member,
      byUserId: isOwn ? member.userId : null,
    })),
  )
}
