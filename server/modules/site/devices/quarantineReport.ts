/** Writes unread reports: one row for each sender, format, reason and subject, with a count. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { prefix, truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Admitted } from './keyCalls.ts'
import type { Reason } from './toUnreadAbout.ts'

const PAYLOAD_MAXIMUM = 4_000
const FORMAT_MAXIMUM = 40
/** Reports kept per sender and reason, so that a faulty sender does not displace others. */
const KEPT = 100
const INTEGER_MAXIMUM = 2_147_483_647

export interface Aside {
  reason: Reason
  about: string | null
  times?: number
}

export async function quarantineReport(
  kernel: Kernel,
  key: Admitted,
  { format, payload, asides }: { format: string; payload: unknown; asides: readonly Aside[] },
): Promise<void> {
  if (asides.length === 0) return
  const whole = typeof payload === 'string' ? payload : (JSON.stringify(payload) ?? '')
  const text = prefix(whole.replaceAll(/\\u0000|\0/g, ''), PAYLOAD_MAXIMUM)
  const receivedAt = kernel.clock.now()
  const told = asides.map(({ reason, about, times = 1 }) => ({ reason, about, times }))
  const shortFormat = truncate(format, FORMAT_MAXIMUM)
  const table = tables.quarantine
  await inCompany(kernel.pool, key.companyId, async (db) => {
    // Rows are locked in the order of their ids, so that two reports do not wait for each other.
    const { rows: again } = await db.execute<{ reason: Reason; about: string }>(sql`
      with same as (
        select ${table.id} as id, told.times from ${table}
        join jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
          as told(reason text, about text, times int)
          on ${table.reason} = told.reason and coalesce(${table.about}, '') = coalesce(told.about, '')
        where ${table.companyId} = ${key.companyId} and ${table.apiKeyId} = ${key.id}
          and ${table.format} = ${shortFormat}
        order by ${table.id} for update of ${table})
      update ${table} set times = least(${table.times}::bigint + same.times, ${INTEGER_MAXIMUM}),
        received_at = ${receivedAt}, payload = ${text}
      from same where ${table.companyId} = ${key.companyId} and ${table.id} = same.id
      returning ${table.reason}, coalesce(${table.about}, '') as about`)
    const known = new Set(again.map(({ reason, about }) => `${reason} ${about}`))
    const fresh = told.filter(({ reason, about }) => !known.has(`${reason} ${about ?? ''}`))
    if (fresh.length === 0) return
    const added = await db
      .insert(table)
      .values(
        fresh.map((one) => ({
          ...one,
          companyId: key.companyId,
          apiKeyId: key.id,
          format: shortFormat,
          payload: text,
          receivedAt,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: table.id, reason: table.reason })
    for (const [reason, { id }] of new Map(added.map((one) => [one.reason, one])))
      await pushOut(db, key, reason, id)
  })
}

async function pushOut(
  db: Db,
  key: Admitted,
  reason: Reason,
  newest: Id<'quarantine'>,
): Promise<void> {
  const alike = ofCompany(
    tables.quarantine,
    key.companyId,
    eq(tables.quarantine.apiKeyId, key.id),
    eq(tables.quarantine.reason, reason),
  )
  const gone = await db
    .delete(tables.quarantine)
    .where(
      and(
        alike,
        inArray(
          tables.quarantine.id,
          db
            .select({ id: tables.quarantine.id })
            .from(tables.quarantine)
            .where(alike)
            .orderBy(desc(tables.quarantine.receivedAt), desc(tables.quarantine.id))
            .offset(KEPT),
        ),
      ),
    )
    .returning({ times: tables.quarantine.times, pushedOut: tables.quarantine.pushedOut })
  const reports = gone.reduce((sum, { times, pushedOut }) => sum + times + pushedOut, 0)
  if (reports === 0) return
  await db
    .update(tables.quarantine)
    .set({
      pushedOut: sql`least(${tables.quarantine.pushedOut}::bigint + ${reports}, ${INTEGER_MAXIMUM})`,
    })
    .where(ofCompany(tables.quarantine, key.companyId, eq(tables.quarantine.id, newest)))
}
