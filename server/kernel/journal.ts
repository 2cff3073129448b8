/** What changed on any entity, before and after, by whom or by which automation run. */
import type { JournalEntity } from '#contract/journal'
import { journalEntry } from '../db/schema/index.ts'
import type { Actor } from './actor.ts'
import type { Db } from './transaction.ts'

/** What a person would read: names instead of ids where there is one. Null before: created; null after: deleted. */
export type Readable = Record<string, unknown>
export interface Change { entity: JournalEntity; id: number; name: string; before: Readable | null; after: Readable | null }

/** Only the fields that differ, in the order of the newer side. */
export function changesBetween(before: Readable | null, after: Readable | null): { field: string; before: unknown; after: unknown }[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Writes the changes that are changes. An update that altered nothing leaves no entry. */
export async function writeJournal(db: Db, actor: Actor, at: Date, changes: readonly Change[]): Promise<void> {
  const entries = changes.map(({ entity, id, name, before, after }) => ({
    companyId: actor.companyId, at, entity, entityId: id, entityName: name,
    change: before === null ? 'created' as const : after === null ? 'deleted' as const : 'updated' as const,
    byKind: actor.cause.kind, byId: actor.cause.id, byName: actor.cause.name, changes: changesBetween(before, after),
  })).filter((entry) => entry.change !== 'updated' || entry.changes.length > 0)
  if (entries.length > 0) await db.insert(journalEntry).values(entries)
}
