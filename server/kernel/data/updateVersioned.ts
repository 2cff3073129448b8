/**
 * Updates one row if it still has the version that the caller read (optimistic locking). For many
 * rows see `updateRows.ts`.
 */
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { JournalEntity } from '#contract/journal/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { stale } from '#kernel/http/errors.ts'
import { ofCompany } from './ofCompany.ts'

export type VersionedTable = PgTable & {
  companyId: AnyPgColumn
  id: AnyPgColumn
  version: AnyPgColumn
}

/** The columns that every update sets. A deletion omits the time. */
export const nextVersion = (table: { version: Column }, updatedAt?: Date) => ({
  version: sql<number>`${table.version} + 1`,
  ...(updatedAt && { updatedAt }),
})

/** Throws 409 if `row` has another version than `sent`. `shown`: the row as the API returns it. */
export async function refuseStale(
  sent: number,
  row: { version: number },
  shown: () => unknown = () => row,
): Promise<void> {
  if (row.version !== sent) throw stale(sent, row.version, await shown())
}

interface Write<T extends VersionedTable> {
  /** If omitted, the only row that the company has. */
  id?: number
  version: number
  set: PgUpdateSetSource<T>
  /** Rows in reach. If omitted, those of the company. */
  where?: (isOfRow: SQL | undefined) => SQL
}

/** One statement. Returns the row as written; throws 409 if its version changed since the read. */
export async function writeVersioned<T extends VersionedTable>(
  { db, actor, clock }: Pick<Scope, 'db' | 'actor' | 'clock'>,
  table: T,
  { id, version, set, where = (isOfRow) => ofCompany(table, actor.companyId, isOfRow) }: Write<T>,
): Promise<T['$inferSelect']> {
  const isOfRow = and(id === undefined ? undefined : eq(table.id, id), eq(table.version, version))
  const rows = await db
    .update(table as PgTable)
    .set({ ...set, ...nextVersion(table, clock.now()) })
    .where(where(isOfRow))
    .returning()
  return requireWritten(version, rows)
}

/** Returns the row that a statement wrote. Throws 409 if none had the version that was read. */
export function requireWritten<R>(version: number, [row]: readonly R[]): R {
  if (row === undefined) throw stale(version, version + 1)
  return row
}

interface Update<T extends VersionedTable, R, E extends JournalEntity> {
  id: number
  version: number
  /** The row as the API returns it. Throws 404 if it is missing or hidden. */
  read: () => Promise<R>
  set: (before: R) => PgUpdateSetSource<T> | Promise<PgUpdateSetSource<T>>
  /** Runs after the write and before the second read. */
  afterWrite?: (written: T['$inferSelect'], before: R) => Promise<void>
  /** If omitted, the update is not journaled. */
  journal?: Journaled<R, E>
}

/** Reads the row, writes it, reads it again and writes the journal. Returns the second read. */
export async function updateVersioned<
  T extends VersionedTable,
  R extends { id: number; version: number },
  E extends JournalEntity,
>(
  scope: Scope,
  table: T,
  { id, version, read, set, afterWrite, journal }: Update<T, R, E>,
): Promise<R> {
  const before = await read()
  await refuseStale(version, before)
  const written = await writeVersioned(scope, table, { id, version, set: await set(before) })
  await afterWrite?.(written, before)
  const after = await read()
  if (journal) await journalChange(scope, journal, before, after)
  return after
}
