import { sql } from 'drizzle-orm'
import type { StatusKind, StatusName } from '#contract/rules/downtime.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

const { equipmentStatus, journalEntry } = tables

export const kindOfStatus = ({
  isUsable,
  isPlanned,
}: Pick<typeof equipmentStatus.$inferSelect, 'isUsable' | 'isPlanned'>): StatusKind =>
  isUsable ? 'usable' : isPlanned ? 'planned' : 'failure'

/**
 * The names of all statuses over time, because the journal of equipment has names. A status counts
 * as what it is today, a deleted one as what it was last.
 */
export async function statusNames({ db, actor }: Scope): Promise<StatusName[]> {
  const statuses = await db
    .select()
    .from(equipmentStatus)
    .where(ofCompany(equipmentStatus, actor.companyId))
  const { rows } = await db.execute<{
    id: number
    at: string
    change: 'created' | 'updated' | 'deleted'
    name: { before: string | null; after: string | null } | null
    isUsable: boolean | null
    isPlanned: boolean | null
  }>(sql`select ${journalEntry.entityId} as id, ${journalEntry.at} as at,
      ${journalEntry.change} as change,
      jsonb_path_query_first(${journalEntry.changes}, '$[*] ? (@.field == "name")') as name,
      (jsonb_path_query_first(${journalEntry.changes}, '$[*] ? (@.field == "isUsable").before') #>> '{}')::boolean as "isUsable",
      (jsonb_path_query_first(${journalEntry.changes}, '$[*] ? (@.field == "isPlanned").before') #>> '{}')::boolean as "isPlanned"
    from ${journalEntry} where ${ofCompany(
      journalEntry,
      actor.companyId,
      sql`${journalEntry.entity} = 'equipmentStatus'`,
    )} order by ${journalEntry.id} desc`)
  const names: StatusName[] = []
  /** The name that each status has from a moment on, going back in time. */
  const later = new Map<number, { name: string; until: number | null; kind: StatusKind }>(
    statuses.map((row) => [row.id, { name: row.name, until: null, kind: kindOfStatus(row) }]),
  )
  for (const { id, at, change, name, isUsable, isPlanned } of rows) {
    const moment = new Date(at).getTime()
    if (change === 'deleted' && name?.before != null)
      later.set(id, {
        name: name.before,
        until: moment,
        kind: kindOfStatus({ isUsable: isUsable ?? true, isPlanned: isPlanned ?? false }),
      })
    const now = later.get(id)
    if (now === undefined || name === null || change === 'deleted') continue
    names.push({ name: now.name, from: moment, until: now.until, kind: now.kind })
    if (name.before === null) later.delete(id)
    else later.set(id, { ...now, name: name.before, until: moment })
  }
  for (const { name, until, kind } of later.values()) names.push({ name, from: null, until, kind })
  return names
}
