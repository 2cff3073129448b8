/**
 * Upgrades a database to this version: roles, tables, row-level security. The same on PGlite and
 * PostgreSQL.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import {
  DatabaseNotReady,
  knownMigrations,
  migrationFile,
  migrationState,
  refuseNewerDatabase,
} from './appliedMigrations.ts'
import { applyDeclarations } from './declarations.ts'
import { liftTimeLimit } from './pool.ts'
import { retryOnLock } from './retryOnLock.ts'
import { dropSearchViews } from './search.ts'
import { upgradeStoredRules } from './storedShapes.ts'
import { ownCommand } from '#ports/ownCommand.ts'

/**
 * Creates the tables of an earlier version in an empty database, without rights or triggers, to
 * restore a backup of that version. `migrate` upgrades them afterwards.
 */
export async function makeTablesOf(pool: pg.Pool, applied: readonly number[]): Promise<void> {
  const client = await pool.connect()
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-migrations-'))
  try {
    await ensureRoles(client)
    cpSync(migrationFile('migrations'), folder, { recursive: true })
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
  migrationsFolder = migrationFile('migrations'),
): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseNewerDatabase(client)
    liftTimeLimit(client)
    await client.query('set statement_timeout = 0')
    await ensureRoles(client)
    const noIndex = await retryOnLock(client, async () => {
      if ((await migrationState(client)) === 'older') await dropSearchViews(client)
      await applyMigrations(drizzle(client), { migrationsFolder }).catch(explainFailure)
      return inOne(client, () => applyDeclarations(client, knownMigrations().at(-1)?.name ?? ''))
    })
    if (noIndex !== null)
      warn(
        `Searching reads every row of a company, as the database allows no index for it (${noIndex}). ${ownCommand('doctor')} says what to do.`,
      )
    // In its own transaction: the steps above may lock every table until they commit.
    await inOne(client, () => upgradeStoredRules(client, warn))
  } finally {
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

/** Keeps the cause, by which callers know locks and damage. */
function explainFailure(error: unknown): never {
  const { cause } = error instanceof Error ? error : { cause: undefined }
  const reason = cause instanceof Error ? cause : error
  throw new DatabaseNotReady(
    `The database could not be brought up to date: ${reason instanceof Error ? reason.message : String(reason)}. ` +
      'All migrations were undone, so the version before starts on it as it was.',
    { cause: reason },
  )
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
    if (!(await rolesExist(client)))
      await client.query(readFileSync(migrationFile('roles.sql'), 'utf8'))
    if (!(await isMember(client)))
      await client.query('grant plantroom_tenant, plantroom_system to current_user')
    // A role of later versions. If it cannot be created, search works without it (search.ts).
    if (!(await roleExists(client, 'plantroom_search')))
      await client.query(readFileSync(migrationFile('roles.sql'), 'utf8')).catch(() => undefined)
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
