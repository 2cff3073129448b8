import { sql } from 'drizzle-orm'
import type { StatusKind } from '#contract/rules/downtime.ts'
import type { StatusName } from '#contract/rules/statusNames.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

const { equipmentStatus, journalEntry } = tables

export const kindOfStatus = ({
  isUsable,
  isPlanned,
}: Pick<typeof equipmentStatus.$inferSelect, 'isUsable' | 'isPlanned'>): StatusKind =>
  isUsable ? 'usable' : isPlanned ? 'planned' : 'failure'

interface Entry extends Record<string, unknown> {
  id: number
  at: string
  entityName: string
  isDeletion: boolean
  /** Before and after, as the journal has them. Null if the entry does not change the field. */
  name: { before: string | null; after: string | null } | null
  replacedBy: string | null
  isUsable: boolean | null
  isPlanned: boolean | null
}

/** The names of all statuses over time, also of replaced and deleted ones. */
export async function statusNames({
  db,
  actor,
}: Pick<Scope, 'db' | 'actor'>): Promise<StatusName[]> {
  const statuses = await db
    .select()
    .from(equipmentStatus)
    .where(ofCompany(equipmentStatus, actor.companyId))
  const changes = journalEntry.changes
  const { rows } = await db.execute<Entry>(sql`select ${journalEntry.entityId} as id,
      ${journalEntry.at} as at, ${journalEntry.entityName} as "entityName",
      ${journalEntry.change} = 'deleted' as "isDeletion",
      jsonb_path_query_first(${changes}, '$[*] ? (@.field == "name")') as name,
      jsonb_path_query_first(${changes}, '$[*] ? (@.field == "replacedBy").after') #>> '{}' as "replacedBy",
      (jsonb_path_query_first(${changes}, '$[*] ? (@.field == "isUsable").before') #>> '{}')::boolean as "isUsable",
      (jsonb_path_query_first(${changes}, '$[*] ? (@.field == "isPlanned").before') #>> '{}')::boolean as "isPlanned"
    from ${journalEntry} where ${ofCompany(
      journalEntry,
      actor.companyId,
      sql`${journalEntry.entity} = 'equipmentStatus'`,
    )} order by ${journalEntry.id} desc`)
  const names: StatusName[] = []
  /** Going back in time, the name that each status has until the entry before. */
  const later = new Map<number, Omit<StatusName, 'from'>>(
    statuses.map((row) => [
      row.id,
      { name: row.name, until: null, statusId: row.id, kind: kindOfStatus(row) },
    ]),
  )
  for (const { id, at, entityName, isDeletion, name, replacedBy, isUsable, isPlanned } of rows) {
    const until = new Date(at).getTime()
    if (replacedBy !== null) {
      const by = [...later.values()].find((each) => each.name === replacedBy)
      const { statusId, kind } = by ?? { statusId: null, kind: 'usable' as const }
      later.set(id, { name: entityName, until, statusId, kind })
    } else if (isDeletion && name?.before != null) {
      const kind = kindOfStatus({ isUsable: isUsable ?? true, isPlanned: isPlanned ?? false })
      later.set(id, { name: name.before, until, statusId: null, kind })
    } else if (!isDeletion && name !== null) {
      const now = later.get(id)
      if (now === undefined) continue
      names.push({ ...now, from: until })
      if (name.before === null) later.delete(id)
      else later.set(id, { ...now, name: name.before, until })
    }
  }
  return [...names, ...[...later.values()].map((each) => ({ ...each, from: null }))]
}
