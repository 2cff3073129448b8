import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isAnyId } from './listQueries.ts'
import { ofCompany } from './ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

/**
 * Throws 404 at `path` unless every id belongs to the actor's company. Duplicates count once. The
 * caller checks the actor's rights over the rows.
 */
export async function requireRows(
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
    .where(ofCompany(table, actor.companyId, isAnyId(table.id, wanted)))
  if (found.length !== wanted.length) throw refuseNotFound(what, path)
}
