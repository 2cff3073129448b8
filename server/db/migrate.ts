/**
 * Upgrades a database to this version: roles, tables, row-level security. The same on PGlite and
 * PostgreSQL.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { applyDeclarations } from './declarations.ts'
import { retryOnLock } from './retryOnLock.ts'
import { dropSearchViews } from './search.ts'
import { upgradeStoredRules } from './storedShapes.ts'

export class DatabaseNotReady extends Error {}

const folder = dirname(fileURLToPath(import.meta.url))
const near = (name: string) =>
  [join(folder, name), join(folder, '../../server/db', name)].find((path) => existsSync(path)) ??
  join(folder, name)

/** True if `migrate` would change an existing database. An empty one is created, not upgraded. */
export const isUpgradePending = async (pool: pg.Pool): Promise<boolean> =>
  (await migrationState(pool)) === 'older'

/** `new` is empty, `older` needs migrations. */
type MigrationState = 'new' | 'older' | 'current' | 'newer'

/** Oldest first. `at` is the creation time, by which the database identifies a migration. */
export function knownMigrations(): { name: string; at: number }[] {
  const journal = JSON.parse(
    readFileSync(join(near('migrations'), 'meta/_journal.json'), 'utf8'),
  ) as { entries: { tag: string; when: number }[] } // written by drizzle-kit
  return journal.entries.map(({ tag, when }) => ({ name: tag, at: when }))
}

export async function migrationState(db: Pick<pg.ClientBase, 'query'>): Promise<MigrationState> {
  const [applied, known] = [await appliedMigrations(db), knownMigrations()]
  if (applied.length === 0) return 'new'
  if (unknownAmong(applied, known).length > 0) return 'newer'
  const last = Math.max(...applied)
  return known.some(({ at }) => at > last) ? 'older' : 'current'
}

const unknownAmong = (applied: readonly number[], known: readonly { at: number }[]): number[] =>
  applied.filter((moment) => !known.some(({ at }) => at === moment))

export async function appliedMigrations(db: Pick<pg.ClientBase, 'query'>): Promise<number[]> {
  const journal = await db.query(
    `select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
  )
  if (journal.rows.length === 0) return []
  const { rows } = await db.query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations order by 1',
  )
  return rows.map(({ at }) => Number(at))
}

/**
 * Refuses to run on a newer database before the first write: older code would write outdated or
 * incomplete data.
 */
async function refuseNewerDatabase(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const known = knownMigrations()
  const unknown = unknownAmong(await appliedMigrations(db), known)
  if (unknown.length === 0) return
  const since = new Date(Math.min(...unknown)).toISOString().slice(0, 10)
  throw new DatabaseNotReady(
    `The database was brought up to date by a newer version of Plantroom than this one, or by one of a branch: it has ${unknown.length} migration${unknown.length === 1 ? '' : 's'} of ${since} or later that this program (up to ${known.at(-1)?.name ?? 'none'}) does not know. ` +
      'Nothing was changed. Start the newer version again; or, to stay with this one, put back what was saved before the upgrade (npm run restore lists the snapshots, docs/operations.md has the steps).',
  )
}

/**
 * Creates the tables of an earlier version in an empty database, without rights or triggers, to
 * restore a backup of that version. `migrate` upgrades them afterwards.
 */
export async function makeTablesOf(pool: pg.Pool, applied: readonly number[]): Promise<void> {
  const client = await pool.connect()
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-migrations-'))
  try {
    await ensureRoles(client)
    cpSync(near('migrations'), folder, { recursive: true })
    const journal = join(folder, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
      entries: { when: number }[]
    }
    const then = entries.filter(({ when }) => applied.includes(when))
    writeFileSync(journal, JSON.stringify({ ...rest, entries: then }))
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    client.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Each step is one transaction, so a failed step leaves the database usable by the former version.
 * `warn` receives messages for the operator.
 */
export async function migrate(
  pool: pg.Pool,
  warn: (sentence: string) => void = () => undefined,
  migrationsFolder = near('migrations'),
): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseNewerDatabase(client)
    await client.query('set statement_timeout = 0')
    await ensureRoles(client)
    const noIndex = await retryOnLock(client, async () => {
      if ((await migrationState(client)) === 'older') await dropSearchViews(client)
      await applyMigrations(drizzle(client), { migrationsFolder })
      return inOne(client, () => applyDeclarations(client, knownMigrations().at(-1)?.name ?? ''))
    })
    if (noIndex !== null)
      warn(
        `Searching reads every row of a company, as the database allows no index for it (${noIndex}). npm run doctor says what to do.`,
      )
    // In its own transaction: the steps above may lock every table until they commit.
    await inOne(client, () => upgradeStoredRules(client, warn))
  } finally {
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

async function inOne<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function ensureRoles(client: pg.ClientBase): Promise<void> {
  try {
    if (!(await rolesExist(client))) await client.query(readFileSync(near('roles.sql'), 'utf8'))
    if (!(await isMember(client)))
      await client.query('grant plantroom_tenant, plantroom_system to current_user')
    // A role of later versions. If it cannot be created, search works without it (search.ts).
    if (!(await roleExists(client, 'plantroom_search')))
      await client.query(readFileSync(near('roles.sql'), 'utf8')).catch(() => undefined)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseNotReady(
      `The database lacks the roles plantroom_tenant and plantroom_system, and this account may not make them (${reason}). ` +
        'Let a database administrator run server/db/roles.sql and grant both roles to the account of DATABASE_URL; see docs/operations.md.',
    )
  }
}

async function roleExists(client: pg.ClientBase, name: string): Promise<boolean> {
  return (await client.query('select from pg_roles where rolname = $1', [name])).rows.length > 0
}

async function rolesExist(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_roles where rolname in ('plantroom_tenant', 'plantroom_system')`,
  )
  return found.rows[0]?.n === 2
}

async function isMember(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query<{ ok: boolean }>(
    `select pg_has_role(current_user, 'plantroom_tenant', 'MEMBER') and pg_has_role(current_user, 'plantroom_system', 'MEMBER') as ok`,
  )
  return found.rows[0]?.ok === true
}
