/**
 * Brings a database to this version: roles, tables, row-level security. The same on PGlite and on
 * PostgreSQL.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { applyMarks } from './marks.ts'
import { applyTenancy } from './tenancy.ts'

/** A sentence for the person who starts the server. */
export class DatabaseNotReady extends Error {}

/** Beside this file in the source; beside the bundle once built. */
const folder = dirname(fileURLToPath(import.meta.url))
const near = (name: string) =>
  [join(folder, name), join(folder, '../../server/db', name)].find((path) => existsSync(path)) ??
  join(folder, name)

/**
 * Whether `migrate` would change a database that is already in use. An empty one is made, not
 * upgraded.
 */
export async function upgradeAwaits(pool: pg.Pool): Promise<boolean> {
  const known = await pool.query(
    `select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
  )
  if (known.rowCount === 0) return false
  const { rows } = await pool.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = rows[0]?.last ?? null
  return (
    last !== null &&
    readMigrationFiles({ migrationsFolder: near('migrations') }).some(
      ({ folderMillis }) => folderMillis > Number(last),
    )
  )
}

export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0') // a large table takes its time, once
    await ensureRoles(client)
    await applyMigrations(drizzle(client), { migrationsFolder: near('migrations') })
    await client.query('begin')
    await applyTenancy(client)
    await applyMarks(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

async function ensureRoles(client: pg.ClientBase): Promise<void> {
  try {
    if (!(await rolesExist(client))) await client.query(readFileSync(near('roles.sql'), 'utf8'))
    if (!(await isMember(client)))
      await client.query('grant plantroom_tenant, plantroom_system to current_user')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseNotReady(
      `The database lacks the roles plantroom_tenant and plantroom_system, and this account may not make them (${reason}). ` +
        'Let a database administrator run server/db/roles.sql and grant both roles to the account of DATABASE_URL; see docs/operations.md.',
    )
  }
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
