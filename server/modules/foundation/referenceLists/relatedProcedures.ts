import { eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Visible procedures whose automations or schedules name the status, with their numbers. */
export async function relatedProcedures(
  { db, actor, from }: Scope,
  statusId: Id<'equipmentStatus'>,
) {
  const [status] = await db
    .select({ id: tables.equipmentStatus.id })
    .from(tables.equipmentStatus)
    .where(
      ofCompany(tables.equipmentStatus, actor.companyId, eq(tables.equipmentStatus.id, statusId)),
    )
  if (!status) throw refuseNotFound('status')
  const named = (
    kind: 'automation' | 'rrule',
    table: typeof tables.automation | typeof tables.rrule,
  ) => sql`select ${table.procedureId} as procedure_id from ${tables.reference}
    join ${table} on ${table.companyId} = ${tables.reference.companyId}
    and ${table.id} = ${tables.reference.fromId}
    where ${tables.reference.companyId} = ${actor.companyId} and ${tables.reference.fromKind} = ${kind}
    and ${tables.reference.toKind} = 'equipmentStatus' and ${tables.reference.toId} = ${statusId}`
  const { rows } = await db.execute<{
    id: Id<'procedure'>
    name: string
    rules: number
  }>(sql`select ${tables.procedure.id} as id, ${tables.procedure.name} as name, count(*)::int as rules
    from (${named('automation', tables.automation)} union all ${named('rrule', tables.rrule)}) as named
    join ${tables.procedure} on ${tables.procedure.companyId} = ${actor.companyId}
    and ${tables.procedure.id} = named.procedure_id
    where ${from.procedures()} group by ${tables.procedure.id}, ${tables.procedure.name}
    order by ${byName({ actor }, tables.procedure.name)} limit 500`)
  return { count: rows.length, rows: rows.map(({ id, name, rules }) => ({ id, name, rules })) }
}
