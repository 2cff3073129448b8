/**
 * The journal names statuses as they were called then. Finds the status of a name: by its present
 * name, by a former one, or by the status that replaced it.
 */
import { sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

const { equipmentStatus: status, journalEntry: entry } = tables

export async function statusesByName({ db, actor }: Scope): Promise<ReadonlyMap<string, number>> {
  const { rows: present } = await db.execute<{ id: number; name: string }>(
    sql`select ${status.id} as id, ${status.name} as name from ${status}
      where ${status.companyId} = ${actor.companyId}`,
  )
  const { rows: changes } = await db.execute<{
    id: number
    entity: string
    field: string
    before: string | null
    after: string | null
  }>(sql`select ${entry.entityId} as id, ${entry.entityName} as entity, part ->> 'field' as field,
      part ->> 'before' as before, part ->> 'after' as after
    from ${entry} cross join lateral jsonb_array_elements(${entry.changes}) as part
    where ${entry.companyId} = ${actor.companyId} and ${entry.entity} = 'equipmentStatus'
    and part ->> 'field' in ('name', 'replacedBy') order by ${entry.id}`)
  const ids = new Map(present.map(({ id, name }) => [name, id]))
  const alive = new Set(ids.values())
  const found = new Map<string, number>()
  for (const { id, field, before } of changes)
    if (field === 'name' && before !== null && alive.has(id)) found.set(before, id)
  // A replacement may itself have been renamed or replaced later.
  for (const { field, entity, after } of changes.toReversed()) {
    const by = after === null ? undefined : (ids.get(after) ?? found.get(after))
    if (field === 'replacedBy' && by !== undefined) found.set(entity, by)
  }
  for (const [name, id] of ids) found.set(name, id)
  return found
}
