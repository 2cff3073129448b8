/** Writes without a version: the specification's own client sends none (decision 26). */
import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Scope } from '#kernel/access/scope.ts'
import { ofCompany } from './ofCompany.ts'
import type { VersionedTable } from './updateVersioned.ts'

/**
 * The version that a write is based on: the sent one, or the present one, locked until the write.
 * If the row is missing or hidden, the following read reports it.
 */
export async function versionFor(
  scope: Scope,
  table: VersionedTable,
  id: number,
  sent: number | undefined,
): Promise<number> {
  if (sent !== undefined) return sent
  scope.overwrites()
  const [row] = await scope.db
    .select({ version: table.version })
    .from(table as PgTable)
    .where(ofCompany(table, scope.actor.companyId, eq(table.id, id)))
    .for('update')
  return Number(row?.version ?? 0)
}
