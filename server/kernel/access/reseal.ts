/**
 * At start, seals every secret at rest with the present data key. Plain values of earlier versions
 * and values of former keys are rewritten in slices, beside the server's other work.
 */
import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { PURPOSES } from '#db/sealed.ts'
import * as tables from '#db/schema/index.ts'
import { WrongDataKey, type Seal } from './seal.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const PROBE = 'data-key'
/** The key pair for push services, of the installation. */
export const PUSH_KEY = 'push-key'
const SLICE = 200

export const sealedColumns: { table: PgTable; key: PgColumn; column: PgColumn; purpose: string }[] =
  [
    {
      table: tables.apiHook,
      key: tables.apiHook.id,
      column: tables.apiHook.secret,
      purpose: PURPOSES.hookSecret,
    },
    {
      table: tables.apiHook,
      key: tables.apiHook.id,
      column: tables.apiHook.url,
      purpose: PURPOSES.hookAddress,
    },
    {
      table: tables.holidayCalendar,
      key: tables.holidayCalendar.id,
      column: tables.holidayCalendar.url,
      purpose: PURPOSES.calendarAddress,
    },
    {
      table: tables.message,
      key: tables.message.id,
      column: tables.message.subject,
      purpose: PURPOSES.messageSubject,
    },
    {
      table: tables.message,
      key: tables.message.id,
      column: tables.message.text,
      purpose: PURPOSES.messageText,
    },
    {
      table: tables.signingKey,
      key: tables.signingKey.id,
      column: tables.signingKey.privateKey,
      purpose: PURPOSES.signingKey,
    },
    {
      table: tables.deviceKey,
      key: tables.deviceKey.id,
      column: tables.deviceKey.key,
      purpose: PURPOSES.deviceKey,
    },
    {
      table: tables.pushDevice,
      key: tables.pushDevice.id,
      column: tables.pushDevice.endpoint,
      purpose: PURPOSES.pushEndpoint,
    },
    {
      table: tables.pushDevice,
      key: tables.pushDevice.id,
      column: tables.pushDevice.auth,
      purpose: PURPOSES.pushAuth,
    },
    {
      table: tables.reportLabel,
      key: tables.reportLabel.id,
      column: tables.reportLabel.code,
      purpose: PURPOSES.labelCode,
    },
    {
      table: tables.authenticator,
      key: tables.authenticator.personId,
      column: tables.authenticator.secret,
      purpose: 'authenticator',
    },
  ]

/**
 * Refuses to start with a key that opens no stored secret: sign-ins and hooks would fail one by
 * one.
 */
export async function checkDataKey(pool: pg.Pool, seal: Seal): Promise<void> {
  await asSystem(pool, async (db) => {
    const {
      rows: [kept],
    } = await db.execute<{ value: string }>(
      sql`select ${tables.installation.value} as value from ${tables.installation} where ${tables.installation.key} = ${PROBE}`,
    )
    if (kept === undefined) return writeProbe(db, seal)
    try {
      seal.open(PROBE, kept.value)
    } catch {
      throw new WrongDataKey(
        'The secrets of this installation were sealed with another data key. Give that key in DATA_KEY, or in ' +
          'DATA_KEY_BEFORE beside a new DATA_KEY; servers that share a database share DATA_KEY.',
      )
    }
  })
}

const writeProbe = async (
  db: Parameters<Parameters<typeof asSystem>[1]>[0],
  seal: Seal,
): Promise<void> => {
  const value = seal.seal(PROBE, PROBE)
  await db
    .insert(tables.installation)
    .values({ key: PROBE, value })
    .onConflictDoUpdate({ target: tables.installation.key, set: { value } })
}

/** `lost`: sealed with an unknown key. */
export interface Resealed {
  written: number
  lost: number
}

/** Several servers may run it: each writes only over what it read. */
export async function resealAll(pool: pg.Pool, seal: Seal): Promise<Resealed> {
  const all: Resealed = { written: 0, lost: 0 }
  for (const each of sealedColumns) {
    for (let from = 0; ;) {
      const { next, written, lost } = await resealSlice(pool, seal, each, from)
      all.written += written
      all.lost += lost
      if (next === null) break
      from = next
    }
  }
  const { written, lost } = await resealPushKey(pool, seal)
  all.written += written
  all.lost += lost
  await shortenAttempts(pool)
  // While values of an earlier key remain, a start without that key must be refused.
  if (all.lost === 0) await asSystem(pool, (db) => writeProbe(db, seal))
  return all
}

async function resealSlice(
  pool: pg.Pool,
  seal: Seal,
  { table, key, column, purpose }: (typeof sealedColumns)[number],
  from: number,
): Promise<Resealed & { next: number | null }> {
  const [name, id, field] = [getTableName(table), key.name, column.name].map((word) =>
    sql.identifier(word),
  )
  return asSystem(pool, async (db) => {
    const { rows } = await db.execute<{ id: number; value: string | null }>(
      sql`select ${id} as id, ${field} as value from ${name} where ${id} > ${from} order by ${id} limit ${SLICE}`,
    )
    let [written, lost] = [0, 0]
    for (const { id: at, value } of rows) {
      if (value === null || seal.isPresent(value)) continue
      const opened = openOrNull(seal, purpose, value)
      if (opened === null) {
        lost += 1
        continue
      }
      const fresh = seal.seal(purpose, opened)
      await db.execute(
        sql`update ${name} set ${field} = ${fresh} where ${id} = ${at} and ${field} = ${value}`,
      )
      written += 1
    }
    return { next: rows.length < SLICE ? null : (rows.at(-1)?.id ?? null), written, lost }
  })
}

function resealPushKey(pool: pg.Pool, seal: Seal): Promise<Resealed> {
  const { key, value: column } = tables.installation
  return asSystem(pool, async (db) => {
    const [kept] = await db.select().from(tables.installation).where(eq(key, PUSH_KEY))
    if (!kept || seal.isPresent(kept.value)) return { written: 0, lost: 0 }
    const opened = openOrNull(seal, PURPOSES.pushKey, kept.value)
    if (opened === null) return { written: 0, lost: 1 }
    const value = seal.seal(PURPOSES.pushKey, opened)
    await db
      .update(tables.installation)
      .set({ value })
      .where(and(eq(key, PUSH_KEY), eq(column, kept.value)))
    return { written: 1, lost: 0 }
  })
}

function openOrNull(seal: Seal, purpose: string, value: string): string | null {
  try {
    return seal.open(purpose, value)
  } catch {
    return null
  }
}

/** Logs of earlier versions hold the full address of a hook. */
async function shortenAttempts(pool: pg.Pool): Promise<void> {
  const url = sql.identifier(tables.hookAttempt.url.name)
  await asSystem(pool, (db) =>
    db.execute(sql`update ${tables.hookAttempt}
    set ${url} = regexp_replace(${url}, '^(https?://)([^/?#@]*@)?([^/?#]*).*$', '\\1\\3')
    where ${url} ~ '^https?://[^/?#]*[/?#@]'`),
  )
}
