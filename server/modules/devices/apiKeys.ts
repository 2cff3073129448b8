/** Keys by which machines come in. The key itself is shown once; what is kept is its hash. */
import { createHash, randomBytes } from 'node:crypto'
import { isIP, BlockList } from 'node:net'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { apiKey as shape, devices } from '#contract/devices'
import type { Id } from '#contract/ids'
import type { KeyCode } from '#contract/refusals'
import { apiKey, company } from '../../db/schema/index.ts'
import { badInput, notThere, Refusal, stale, tooMany } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { count, orderOf, searchIn } from '../../kernel/lists.ts'
import type { Readable } from '../../kernel/journal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { asSystem } from '../../kernel/transaction.ts'

type Row = typeof apiKey.$inferSelect
type View = z.input<typeof shape>
type Draft = z.output<typeof devices.createApiKey.body>

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
const monthOf = (now: Date) => now.toISOString().slice(0, 7)

/**
 * What stands for a key in a topic: half of its hash. It is no way back to the key, and nobody
 * guesses it.
 */
const TOPIC_KEY_LENGTH = 32
const topicKeyOf = (hash: string) => hash.slice(0, TOPIC_KEY_LENGTH)
const isTopicKey = (text: string) => /^[0-9a-f]{32}$/.test(text)

const view = (row: Row, uuid: string, now: Date): View => ({
  id: row.id,
  topicKey: topicKeyOf(row.hash),
  companyUuid: uuid,
  name: row.name,
  ips: row.ips,
  expirationDate: row.expirationDate,
  isActive: row.isActive,
  hint: row.hint,
  RateLimit: { monthLimit: row.monthLimit, counter: row.month === monthOf(now) ? row.counter : 0 },
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

async function uuidOf({ db, actor }: Scope): Promise<string> {
  const [own] = await db
    .select({ uuid: company.uuid })
    .from(company)
    .where(eq(company.id, actor.companyId))
  return own?.uuid ?? ''
}

interface Question {
  limit: number
  offset: number
  search?: string | undefined
  sort?:
    | 'name'
    | '-name'
    | 'expirationDate'
    | '-expirationDate'
    | 'lastUsedAt'
    | '-lastUsedAt'
    | undefined
  ids?: readonly Id<'apiKey'>[] | undefined
}

export async function listApiKeys(
  scope: Scope,
  { limit, offset, search, sort, ids }: Question,
): Promise<{ count: number; rows: View[] }> {
  const where = and(
    eq(apiKey.companyId, scope.actor.companyId),
    searchIn(sql`lower(${apiKey.name})`, search),
    ids && inArray(apiKey.id, [...ids]),
  )
  const [total] = await scope.db.select({ count }).from(apiKey).where(where)
  const rows = await scope.db
    .select()
    .from(apiKey)
    .where(where)
    .orderBy(
      ...orderOf(
        sort,
        { name: apiKey.name, expirationDate: apiKey.expirationDate, lastUsedAt: apiKey.lastUsedAt },
        apiKey.id,
        [asc(apiKey.name)],
      ),
    )
    .limit(limit)
    .offset(offset)
  const uuid = await uuidOf(scope)
  return { count: total?.count ?? 0, rows: rows.map((row) => view(row, uuid, scope.clock.now())) }
}

async function one({ db, actor }: Scope, id: Id<'apiKey'>): Promise<Row> {
  const [found] = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.companyId, actor.companyId), eq(apiKey.id, id)))
  if (!found) throw notThere('API key')
  return found
}

function checkNetworks(ips: readonly string[] | undefined): void {
  for (const [index, text] of (ips ?? []).entries()) {
    const [address = '', bits] = text.split('/')
    const kind = isIP(address)
    if (kind === 0 || (bits !== undefined && Number(bits) > (kind === 4 ? 32 : 128)))
      throw badInput(`body.ips.${index}`, 'invalid', 'This is no network address.')
  }
}

const journalFields = (row: Row): Readable<'apiKey'> => ({
  name: row.name,
  ips: row.ips,
  expirationDate: row.expirationDate,
  isActive: row.isActive,
  monthLimit: row.monthLimit,
})

export async function createApiKey(scope: Scope, draft: Draft): Promise<View & { key: string }> {
  checkNetworks(draft.ips)
  const key = `plr_${randomBytes(24).toString('base64url')}`
  const now = scope.clock.now()
  const [made] = await scope.db
    .insert(apiKey)
    .values({
      ...draft,
      companyId: scope.actor.companyId,
      hash: hashOf(key),
      hint: key.slice(-4),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!made) throw new Error('The key was not kept')
  await scope.journal({
    entity: 'apiKey',
    id: made.id,
    name: made.name,
    before: null,
    after: journalFields(made),
  })
  return { ...view(made, await uuidOf(scope), now), key }
}

export async function updateApiKey(
  scope: Scope,
  id: Id<'apiKey'>,
  { version, ...change }: Partial<Draft> & { version: number },
): Promise<View> {
  const before = await one(scope, id)
  const uuid = await uuidOf(scope)
  if (before.version !== version)
    throw stale(version, before.version, view(before, uuid, scope.clock.now()))
  checkNetworks(change.ips)
  const [after] = await scope.db
    .update(apiKey)
    .set({ ...change, version: sql`${apiKey.version} + 1`, updatedAt: scope.clock.now() })
    .where(
      and(
        eq(apiKey.companyId, scope.actor.companyId),
        eq(apiKey.id, id),
        eq(apiKey.version, version),
      ),
    )
    .returning()
  if (!after) throw stale(version, version + 1)
  await scope.journal({
    entity: 'apiKey',
    id,
    name: after.name,
    before: journalFields(before),
    after: journalFields(after),
  })
  return view(after, uuid, scope.clock.now())
}

export async function deleteApiKey(scope: Scope, id: Id<'apiKey'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .delete(apiKey)
    .where(and(eq(apiKey.companyId, scope.actor.companyId), eq(apiKey.id, id)))
  await scope.journal({
    entity: 'apiKey',
    id,
    name: before.name,
    before: journalFields(before),
    after: null,
  })
}

const refused = (code: KeyCode, message: string) =>
  new Refusal(403, message, [{ path: '', code, message }])

const unknownKey = () => refused('badKey', 'This API key is not known, or is switched off.')

export interface Admitted {
  id: Id<'apiKey'>
  companyId: Id<'company'>
}

/** Whose key it is, when it may be used now and from there. One call is taken from its month. */
export async function admitKey(
  kernel: Kernel,
  bearer: string | null,
  from: string,
): Promise<Admitted> {
  if (bearer === null) throw refused('noKey', 'Send an API key as bearer.')
  return admit(kernel, eq(apiKey.hash, hashOf(bearer)), from)
}

/**
 * The same by what stands for the key in a topic. A broker does not say from where it was
 * published, so a key that is limited to networks opens nothing there.
 */
export async function admitTopicKey(kernel: Kernel, topicKey: string): Promise<Admitted> {
  if (!isTopicKey(topicKey)) throw unknownKey()
  // a range rather than LIKE: the index serves it under any collation
  const begins = sql`${apiKey.hash} >= ${topicKey} and ${apiKey.hash} < ${`${topicKey}g`}`
  return admit(kernel, begins, '')
}

async function admit(kernel: Kernel, isIt: SQL, from: string): Promise<Admitted> {
  const now = kernel.clock.now()
  return asSystem(kernel.pool, async (db) => {
    const [key] = await db.select().from(apiKey).where(isIt)
    if (!key?.isActive) throw unknownKey()
    if (key.expirationDate !== null && key.expirationDate < now.toISOString().slice(0, 10))
      throw refused('keyExpired', 'This API key has expired.')
    if (key.ips.length > 0 && !isAllowed(key.ips, from))
      throw refused('ipNotAllowed', 'This API key may not be used from here.')
    const month = monthOf(now)
    const spent = key.month === month ? key.counter : 0
    if (key.monthLimit !== null && spent >= key.monthLimit) throw tooMany(secondsToNextMonth(now))
    await db
      .update(apiKey)
      .set({
        month,
        counter: sql`case when ${apiKey.month} = ${month} then ${apiKey.counter} + 1 else 1 end`,
        lastUsedAt: now,
      })
      .where(eq(apiKey.id, key.id))
    return { id: key.id, companyId: key.companyId }
  })
}

function isAllowed(networks: readonly string[], from: string): boolean {
  const address = from.replace(/^::ffff:/i, '').replace(/\/\d+$/, '')
  const kind = isIP(address)
  if (kind === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const type = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, type)
    else list.addSubnet(base, Number(bits), type)
  }
  return list.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}

function secondsToNextMonth(now: Date): number {
  return Math.ceil(
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000,
  )
}
