/** Writes that say no version: the specification's own client knows of none (decision 26). */
import { and, eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Scope } from './scope.ts'

type Versioned = PgTable & { companyId: AnyPgColumn; id: AnyPgColumn; version: AnyPgColumn }

/**
 * The version that a write stands on: the one it sent, or the present one, which then nobody
 * changes before it is written. A row that is not there, or not for this person, is left to the
 * reading that follows.
 */
export async function versionFor(
  scope: Scope,
  table: Versioned,
  id: number,
  sent: number | undefined,
): Promise<number> {
  if (sent !== undefined) return sent
  scope.overwrites()
  const [row] = await scope.db
    .select({ version: table.version })
    .from(table as PgTable)
    .where(and(eq(table.companyId, scope.actor.companyId), eq(table.id, id)))
    .for('update')
  return Number(row?.version ?? 0)
}
