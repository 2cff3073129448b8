import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { journalEntry as shape } from '#contract/journal/journal.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { readableEntries, visibleEntries } from './visibleEntries.ts'

type Row = typeof tables.journalEntry.$inferSelect
type Shown = z.input<typeof shape>

export async function shownEntries(scope: Scope, found: readonly Row[]): Promise<Shown[]> {
  const rows = await readableEntries(scope, [...found])
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    entity: row.entity,
    entityId: row.entityId,
    entityName: row.entityName,
    change: row.change,
    by: byOf(row),
    isOverwriting: row.isOverwriting,
    changes: row.changes,
  }))
}

export async function entriesById(
  scope: Scope,
  ids: readonly Id<'journalEntry'>[],
): Promise<Map<number, Shown>> {
  if (ids.length === 0) return new Map()
  const found = await scope.db
    .select()
    .from(tables.journalEntry)
    .where(
      ofCompany(
        tables.journalEntry,
        scope.actor.companyId,
        inArray(tables.journalEntry.id, [...ids]),
        visibleEntries(scope),
      ),
    )
  return new Map((await shownEntries(scope, found)).map((entry) => [entry.id, entry]))
}

function byOf(row: Row): Shown['by'] {
  switch (row.byKind) {
    case 'user':
      return { kind: 'user', id: row.byId ?? 0, name: row.byName }
    case 'automation':
      return { kind: 'automation', runId: row.byId ?? 0, name: row.byName }
    case 'import':
    case 'importUndo':
      return {
        kind: 'import',
        importId: row.byId,
        name: row.byName,
        isUndo: row.byKind === 'importUndo',
      }
    case 'report':
      return { kind: 'report' }
    case 'system':
      return { kind: 'system' }
  }
}
