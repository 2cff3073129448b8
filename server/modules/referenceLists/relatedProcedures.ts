import { and, eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { automation, equipmentStatus, procedure, reference, rrule } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Visible procedures whose automations or schedules name the status, with their numbers. */
export async function relatedProcedures(
  { db, actor, from }: Scope,
  statusId: Id<'equipmentStatus'>,
) {
  const [status] = await db
    .select({ id: equipmentStatus.id })
    .from(equipmentStatus)
    .where(and(eq(equipmentStatus.companyId, actor.companyId), eq(equipmentStatus.id, statusId)))
  if (!status) throw notThere('status')
  const named = (
    kind: 'automation' | 'rrule',
    table: typeof automation | typeof rrule,
  ) => sql`select ${table.procedureId} as procedure_id from ${reference}
    join ${table} on ${table.companyId} = ${reference.companyId}
    and ${table.id} = ${reference.fromId}
    where ${reference.companyId} = ${actor.companyId} and ${reference.fromKind} = ${kind}
    and ${reference.toKind} = 'equipmentStatus' and ${reference.toId} = ${statusId}`
  const { rows } = await db.execute<{
    id: Id<'procedure'>
    name: string
    rules: number
  }>(sql`select ${procedure.id} as id, ${procedure.name} as name, count(*)::int as rules
    from (${named('automation', automation)} union all ${named('rrule', rrule)}) as named
    join ${procedure} on ${procedure.companyId} = ${actor.companyId}
    and ${procedure.id} = named.procedure_id
    where ${from.procedures()} group by ${procedure.id}, ${procedure.name}
    order by ${procedure.name} limit 500`)
  return { count: rows.length, rows: rows.map(({ id, name, rules }) => ({ id, name, rules })) }
}
