import { sql } from 'drizzle-orm'
import type { MadeKind, RowKind } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Undo, Written } from './target.ts'
import { truncate } from '#contract/rules/truncate.ts'

export async function saveWrittenRows(
  scope: Scope,
  { id: importId }: Pick<typeof tables.importJob.$inferSelect, 'id'>,
  {
    kind,
    table,
    written,
  }: {
    kind: RowKind | MadeKind
    table: Undo['table']
    written: readonly Pick<Written, 'id' | 'name' | 'before'>[]
  },
): Promise<void> {
  if (written.length === 0) return
  // Read after all writes, because fellows may have followed their owner.
  const versions = await versionsOf(
    scope,
    table,
    written.map(({ id }) => id),
  )
  await plannedOnce(scope.db).execute(
    insertRows(
      tables.importedRow,
      written.map(({ id, name, before }) => ({
        companyId: scope.actor.companyId,
        importId,
        kind,
        entityId: id,
        action: before === null ? ('create' as const) : ('update' as const),
        name: truncate(name, 200),
        madeVersion: versions.get(id) ?? 0,
        before: before === null ? null : { ...before },
      })),
    ),
  )
}

/** Versions of existing rows. `toChange` locks them until the transaction ends. */
export async function versionsOf(
  { db, actor }: Pick<Scope, 'db' | 'actor'>,
  table: Undo['table'],
  ids: readonly number[],
  { toChange = false } = {},
): Promise<ReadonlyMap<number, number>> {
  const query = plannedOnce(db)
    .select({ id: sql<number>`${table.id}`, version: sql<number>`${table.version}` })
    .from(table)
    .where(
      ofCompany(
        table,
        actor.companyId,
        isAnyId(table.id, ids),
        'deletedAt' in table ? sql`${table.deletedAt} is null` : undefined,
      ),
    )
    .orderBy(sql`${table.id}`)
  const rows = await (toChange ? query.for('update') : query)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
