/** API keys of machines. The key is shown once; only its hash is stored. */
import { randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { apiKey as shape, devices } from '#contract/devices/devices.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { isNetwork } from '#ports/networkList.ts'
import { hashOf, monthOf, topicKeyOf, unwrittenCalls, type Unwritten } from './keyCalls.ts'

type Row = typeof tables.apiKey.$inferSelect
type View = z.input<typeof shape>
type Draft = z.output<typeof devices.createApiKey.body>

/** The key as returned by the API. `unwritten`: calls not yet added to the stored counter. */
const view = (row: Row, uuid: string, now: Date, unwritten: Unwritten | null = null): View => ({
  id: row.id,
  topicKey: topicKeyOf(row.hash),
  companyUuid: uuid,
  name: row.name,
  ips: row.ips,
  expirationDate: row.expirationDate,
  isActive: row.isActive,
  hint: row.hint,
  RateLimit: {
    monthLimit: row.monthLimit,
    counter: (row.month === monthOf(now) ? row.counter : 0) + (unwritten?.calls ?? 0),
  },
  lastUsedAt: (unwritten?.lastAt ?? row.lastUsedAt)?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

async function uuidOf({ db, actor }: Scope): Promise<string> {
  const [own] = await db
    .select({ uuid: tables.company.uuid })
    .from(tables.company)
    .where(eq(tables.company.id, actor.companyId))
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
  kernel: Kernel,
  scope: Scope,
  { limit, offset, search, sort, ids }: Question,
): Promise<{ count: number; rows: View[] }> {
  const where = ofCompany(
    tables.apiKey,
    scope.actor.companyId,
    searchIn(folded(tables.apiKey.name), search),
    ids && inArray(tables.apiKey.id, [...ids]),
  )
  const [total] = await scope.db.select({ count }).from(tables.apiKey).where(where)
  const rows = await scope.db
    .select()
    .from(tables.apiKey)
    .where(where)
    .orderBy(
      ...orderOf(
        scope,
        sort,
        {
          name: tables.apiKey.name,
          expirationDate: tables.apiKey.expirationDate,
          lastUsedAt: tables.apiKey.lastUsedAt,
        },
        tables.apiKey.id,
        [byName(scope, tables.apiKey.name)],
      ),
    )
    .limit(limit)
    .offset(offset)
  const uuid = await uuidOf(scope)
  const now = scope.clock.now()
  return {
    count: total?.count ?? 0,
    rows: rows.map((row) => view(row, uuid, now, unwrittenCalls(kernel, row.id, now))),
  }
}

async function one({ db, actor }: Scope, id: Id<'apiKey'>): Promise<Row> {
  const [found] = await db
    .select()
    .from(tables.apiKey)
    .where(ofCompany(tables.apiKey, actor.companyId, eq(tables.apiKey.id, id)))
  if (!found) throw refuseNotFound('API key')
  return found
}

function checkNetworks(ips: readonly string[] | undefined): void {
  for (const [index, text] of (ips ?? []).entries())
    if (!isNetwork(text))
      throw badInput(`body.ips.${index}`, 'invalid', 'This is not an address or a network.')
}

const journaled: Journaled<Row, 'apiKey'> = {
  entity: 'apiKey',
  nameOf: (row) => row.name,
  fieldsOf: (row) => ({
    name: row.name,
    ips: row.ips,
    expirationDate: row.expirationDate,
    isActive: row.isActive,
    monthLimit: row.monthLimit,
  }),
}

export async function createApiKey(scope: Scope, draft: Draft): Promise<View & { key: string }> {
  checkNetworks(draft.ips)
  const key = `plr_${randomBytes(24).toString('base64url')}`
  const now = scope.clock.now()
  const [made] = await scope.db
    .insert(tables.apiKey)
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
  await journalChange(scope, journaled, null, made)
  return { ...view(made, await uuidOf(scope), now), key }
}

export async function updateApiKey(
  scope: Scope,
  id: Id<'apiKey'>,
  { version, ...change }: Partial<Draft> & { version: number },
): Promise<View> {
  const before = await one(scope, id)
  const uuid = await uuidOf(scope)
  await refuseStale(version, before, () => view(before, uuid, scope.clock.now()))
  checkNetworks(change.ips)
  const after = await writeVersioned(scope, tables.apiKey, { id, version, set: change })
  await journalChange(scope, journaled, before, after)
  return view(after, uuid, scope.clock.now())
}

export async function deleteApiKey(scope: Scope, id: Id<'apiKey'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .delete(tables.apiKey)
    .where(ofCompany(tables.apiKey, scope.actor.companyId, eq(tables.apiKey.id, id)))
  await journalChange(scope, journaled, before, null)
}
