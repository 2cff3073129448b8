/** What procedure logs used of the inventory: sums and the logs behind them share one condition. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { referenceData as contract } from '#contract/referenceLists/referenceData.ts'
import { addDays } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import {
  company,
  equipment,
  inventoryItem,
  location,
  procedure,
  procedureLog,
  user,
} from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Question = z.output<typeof contract.listInventoryUse.body>
interface Sums {
  affectedAmount: number
  discardedDoses: number
  procedureLogs: number
}

const lines = sql`${procedureLog}
  cross join lateral jsonb_array_elements(${procedureLog.used}) as line`
const item = sql`(line ->> 'itemId')::int`
/** Most logs use nothing; a partial index covers those that do. */
const usesAnything = sql`${procedureLog.used} <> '[]'::jsonb`
const sums = sql`coalesce(sum((line ->> 'amount')::float8), 0) as "affectedAmount",
  coalesce(sum((line ->> 'discardedDoses')::int), 0)::int as "discardedDoses",
  count(*)::int as "procedureLogs"`
const none: Sums = { affectedAmount: 0, discardedDoses: 0, procedureLogs: 0 }

/** Consumption by item, in logs that the actor may see. */
export async function usedByItem(
  { db, from }: Scope,
  procedureId: Id<'procedure'> | undefined,
): Promise<(id: number) => Sums> {
  const where = from.procedureLogs(
    usesAnything,
    procedureId === undefined ? undefined : eq(procedureLog.procedureId, procedureId),
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
    actor: { companyId },
  } = scope
  const [found] = await db
    .select({ id: inventoryItem.id })
    .from(inventoryItem)
    .where(and(eq(inventoryItem.companyId, companyId), eq(inventoryItem.id, id)))
  if (!found) throw notThere('inventory item')
  const [home] = await db
    .select({ zone: company.timezone })
    .from(company)
    .where(eq(company.id, companyId))
  const midnight = (day: string): SQL =>
    sql`(${day}::timestamp at time zone ${home?.zone ?? 'UTC'})`
  const asked = [
    usesAnything,
    sql`${item} = ${id}`,
    first === undefined ? undefined : sql`${procedureLog.doneAt} >= ${midnight(first)}`,
    last === undefined ? undefined : sql`${procedureLog.doneAt} < ${midnight(addDays(last, 1))}`,
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
    sql`select ${sums} from ${lines} where ${and(eq(procedureLog.companyId, companyId), ...asked)}`,
  )
  const order =
    sort === 'at'
      ? sql`${procedureLog.doneAt}, ${procedureLog.id}`
      : sql`${desc(procedureLog.doneAt)}, ${desc(procedureLog.id)}`
  const { rows } = await db.execute<{
    id: number
    at: string
    procedure: string
    place: string | null
    doneBy: string
    amount: number
    discardedDoses: number
  }>(sql`
    select ${procedureLog.id} as id, ${procedureLog.doneAt} as at, ${procedure.name} as procedure,
    coalesce(${equipment.name}, ${location.name}) as place,
    (${user.firstName} || ' ' || ${user.lastName}) as "doneBy",
      (line ->> 'amount')::float8 as amount, (line ->> 'discardedDoses')::int as "discardedDoses"
    from ${lines}
    join ${procedure} on ${procedure.companyId} = ${procedureLog.companyId}
    and ${procedure.id} = ${procedureLog.procedureId}
    join ${user} on ${user.companyId} = ${procedureLog.companyId}
    and ${user.id} = ${procedureLog.doneBy}
    left join ${equipment} on ${equipment.companyId} = ${procedureLog.companyId}
    and ${equipment.id} = ${procedureLog.equipmentId}
    left join ${location} on ${location.companyId} = ${procedureLog.companyId}
    and ${location.id} = ${procedureLog.locationId}
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
