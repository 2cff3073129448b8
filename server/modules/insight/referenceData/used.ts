import { desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { referenceData as contract } from '#contract/referenceLists/referenceData.ts'
import { addDays } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { midnight } from '#kernel/data/wallClock.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Question = z.output<typeof contract.listInventoryUse.body>
interface Sums {
  affectedAmount: number
  discardedDoses: number
  procedureLogs: number
}

const lines = sql`${tables.procedureLog}
  cross join lateral jsonb_array_elements(${tables.procedureLog.used}) as line`
const item = sql`(line ->> 'itemId')::int`
/** Most logs use no items; a partial index covers the others. */
const usesAnything = sql`${tables.procedureLog.used} <> '[]'::jsonb`
const sums = sql`coalesce(sum((line ->> 'amount')::float8), 0) as "affectedAmount",
  coalesce(sum((line ->> 'discardedDoses')::int), 0)::int as "discardedDoses",
  count(*)::int as "procedureLogs"`
const none: Sums = { affectedAmount: 0, discardedDoses: 0, procedureLogs: 0 }

export async function usedByItem(
  { db, from }: Scope,
  procedureId: Id<'procedure'> | undefined,
): Promise<(id: number) => Sums> {
  const where = from.procedureLogs(
    usesAnything,
    procedureId === undefined ? undefined : eq(tables.procedureLog.procedureId, procedureId),
  )
  const { rows } = await db.execute<Sums & { item: number } & Record<string, unknown>>(
    sql`select ${item} as item, ${sums} from ${lines} where ${where} group by 1`,
  )
  const known = new Map(
    rows.map(({ item: id, affectedAmount, discardedDoses, procedureLogs }) => [
      id,
      { affectedAmount, discardedDoses, procedureLogs },
    ]),
  )
  return (id) => known.get(id) ?? none
}

export async function useOf(
  scope: Scope,
  id: Id<'inventoryItem'>,
  { from: first, to: last, sort, limit, offset }: Question,
): Promise<z.input<typeof contract.listInventoryUse.response>> {
  const {
    db,
    from,
    actor: { companyId, timezone },
  } = scope
  const [found] = await db
    .select({ id: tables.inventoryItem.id })
    .from(tables.inventoryItem)
    .where(ofCompany(tables.inventoryItem, companyId, eq(tables.inventoryItem.id, id)))
  if (!found) throw refuseNotFound('inventory item')
  const asked = [
    usesAnything,
    sql`${item} = ${id}`,
    first === undefined
      ? undefined
      : sql`${tables.procedureLog.doneAt} >= ${midnight(first, timezone)}`,
    last === undefined
      ? undefined
      : sql`${tables.procedureLog.doneAt} < ${midnight(addDays(last, 1), timezone)}`,
  ]
  const where = from.procedureLogs(...asked)
  const {
    rows: [sum],
  } = await db.execute<Sums & Record<string, unknown>>(
    sql`select ${sums} from ${lines} where ${where}`,
  )
  const {
    rows: [everybody],
  } = await db.execute<Sums & Record<string, unknown>>(
    sql`select ${sums} from ${lines} where ${ofCompany(tables.procedureLog, companyId, ...asked)}`,
  )
  const order =
    sort === 'at'
      ? sql`${tables.procedureLog.doneAt}, ${tables.procedureLog.id}`
      : sql`${desc(tables.procedureLog.doneAt)}, ${desc(tables.procedureLog.id)}`
  const { rows } = await db.execute<{
    id: number
    at: string
    procedure: string
    place: string | null
    doneBy: string
    amount: number
    discardedDoses: number
  }>(sql`
    select ${tables.procedureLog.id} as id, ${tables.procedureLog.doneAt} as at, ${tables.procedure.name} as procedure,
    coalesce(${tables.equipment.name}, ${tables.location.name}) as place,
    (${tables.user.firstName} || ' ' || ${tables.user.lastName}) as "doneBy",
      (line ->> 'amount')::float8 as amount, (line ->> 'discardedDoses')::int as "discardedDoses"
    from ${lines}
    join ${tables.procedure} on ${tables.procedure.companyId} = ${tables.procedureLog.companyId}
    and ${tables.procedure.id} = ${tables.procedureLog.procedureId}
    join ${tables.user} on ${tables.user.companyId} = ${tables.procedureLog.companyId}
    and ${tables.user.id} = ${tables.procedureLog.doneBy}
    left join ${tables.equipment} on ${tables.equipment.companyId} = ${tables.procedureLog.companyId}
    and ${tables.equipment.id} = ${tables.procedureLog.equipmentId}
    left join ${tables.location} on ${tables.location.companyId} = ${tables.procedureLog.companyId}
    and ${tables.location.id} = ${tables.procedureLog.locationId}
    where ${where} order by ${order} limit ${limit} offset ${offset}`)
  const { affectedAmount, discardedDoses, procedureLogs } = sum ?? none
  return {
    count: procedureLogs,
    affectedAmount,
    discardedDoses,
    beyondRights: (everybody?.procedureLogs ?? 0) - procedureLogs,
    rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
  }
}
