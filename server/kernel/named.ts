/** The ids that a request names: each must be a row of the actor's own company. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { notThere } from './errors.ts'
import type { Scope } from './scope.ts'

/**
 * 404 naming `path` when one of them is not there; what is named twice counts once. Rights over the
 * rows are the caller's.
 */
export async function mustBeThere(
  { db, actor }: Scope,
  table: PgTable & { companyId: AnyPgColumn; id: AnyPgColumn },
  ids: readonly number[],
  what: string,
  path: string,
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, actor.companyId), inArray(sql`${table.id}`, wanted)))
  if (found.length !== wanted.length) throw notThere(what, path)
}
