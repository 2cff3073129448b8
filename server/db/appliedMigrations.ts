/** Which migrations a database has, and whether this version may open it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { ownCommand } from '#ports/ownCommand.ts'

export class DatabaseNotReady extends Error {}

const folder = dirname(fileURLToPath(import.meta.url))
/** A file or folder of server/db, beside the sources or the bundle. */
export const migrationFile = (name: string): string =>
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
    readFileSync(join(migrationFile('migrations'), 'meta/_journal.json'), 'utf8'),
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
export async function refuseNewerDatabase(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const known = knownMigrations()
  const unknown = unknownAmong(await appliedMigrations(db), known)
  if (unknown.length === 0) return
  const since = new Date(Math.min(...unknown)).toISOString().slice(0, 10)
  throw new DatabaseNotReady(
    `The database was brought up to date by a newer version of Plantroom than this one, or by one of a branch: it has ${unknown.length} migration${unknown.length === 1 ? '' : 's'} of ${since} or later that this program (up to ${known.at(-1)?.name ?? 'none'}) does not know. ` +
      `Nothing was changed. Start the newer version again; or, to stay with this one, put back what was saved before the upgrade (${ownCommand('restore')} lists the snapshots, docs/operations.md has the steps).`,
  )
}
