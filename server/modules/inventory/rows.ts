import { calendarDay } from '#contract/formatters.ts'
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import type { inventory as contract, StockRow } from '#contract/inventory.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import {
  EXPIRING_DAYS,
  runsOutOn,
  stockState,
  USE_DAYS,
  type StockState,
} from '#contract/rules/stock.ts'
import {
  inventoryItem,
  location,
  procedureLog,
  stock,
  stockLot,
  stockMovement,
  user,
} from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, intArray, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

const DAY = 86_400_000
const LOTS_SHOWN = 200

export const todayOf = ({ actor, clock }: Scope): string => calendarDay(clock.now(), actor.timezone)

/** A stock is visible with its location. */
const seesPlace = ({ from }: Scope): SQL =>
  sql`${stock.locationId} in (select ${location.id} from ${location} where ${from.locations()})`

const nextExpiry = sql<string | null>`(select min(${stockLot.expiresOn})::text from ${stockLot}
  where ${stockLot.companyId} = ${stock.companyId} and ${stockLot.stockId} = ${stock.id}
  and ${stockLot.amount} > 0)`

/** `stockState` in SQL, for the whole list. A test compares the two. */
const isOfState = (states: readonly StockState[], today: string): SQL => {
  const state = sql`case when ${stock.amount} < 0 then 'negative'
    when ${nextExpiry} < ${today} then 'expired'
    when ${stock.amount} < coalesce(${stock.minimum}, 0) then 'low'
    when ${nextExpiry} <= ${addDays(today, EXPIRING_DAYS)} then 'expiring'
    else 'enough' end`
  return inArray(state, [...states])
}

const ofItem = joinOn(inventoryItem, stock.itemId)
const ofPlace = joinOn(location, stock.locationId)

async function readRows(
  scope: Scope,
  where: SQL | undefined,
  order: SQL[],
  page: { limit: number; offset: number },
) {
  const { db, clock } = scope
  const [today, now] = [todayOf(scope), clock.now().getTime()]
  const used = sql<number>`(select coalesce(-sum(${stockMovement.amount}), 0)::float8
    from ${stockMovement} where ${stockMovement.companyId} = ${stock.companyId}
    and ${stockMovement.stockId} = ${stock.id} and ${stockMovement.procedureLogId} is not null
    and ${stockMovement.at} >= ${new Date(now - USE_DAYS * DAY)})`
  const rows = await db
    .select({
      stock,
      item: { id: inventoryItem.id, name: inventoryItem.name, unit: inventoryItem.unit },
      location: { id: location.id, name: location.name },
      nextExpiry: qualified(nextExpiry),
      used: qualified(used),
    })
    .from(stock)
    .innerJoin(inventoryItem, ofItem)
    .innerJoin(location, ofPlace)
    .where(where)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(
    ({ stock: { id, amount, minimum, createdAt, endedAt }, ...row }): StockRow & Ended => ({
      ...row,
      id,
      amount,
      minimum,
      state: stockState({ amount, minimum, nextExpiry: row.nextExpiry }, today),
      runsOutOn: runsOutOn(
        { amount, used: row.used, keptDays: (now - createdAt.getTime()) / DAY },
        today,
      ),
      isEnded: endedAt !== null,
    }),
  )
}
interface Ended {
  isEnded: boolean
}

export async function listStock(
  scope: Scope,
  {
    itemIds,
    locationIds,
    states,
    search,
    sort,
    limit,
    offset,
  }: z.output<typeof contract.listStock.body>,
): Promise<{ count: number; rows: StockRow[] }> {
  const where = and(
    eq(stock.companyId, scope.actor.companyId),
    sql`${stock.endedAt} is null`,
    seesPlace(scope),
    itemIds === undefined || itemIds.length === 0 ? undefined : inArray(stock.itemId, itemIds),
    locationIds === undefined || locationIds.length === 0
      ? undefined
      : sql`${location.path} && ${intArray(locationIds)}`,
    states === undefined || states.length === 0 ? undefined : isOfState(states, todayOf(scope)),
    searchIn(sql`lower(${inventoryItem.name} || ' ' || ${location.name})`, search),
  )
  const [total] = await scope.db
    .select({ count })
    .from(stock)
    .innerJoin(inventoryItem, ofItem)
    .innerJoin(location, ofPlace)
    .where(where)
  const rows = await readRows(
    scope,
    where,
    orderOf(
      sort,
      { item: inventoryItem.name, location: location.name, amount: stock.amount, nextExpiry },
      stock.id,
      [asc(inventoryItem.name), asc(location.name), asc(stock.id)],
    ),
    { limit, offset },
  )
  return { count: total?.count ?? 0, rows: rows.map(({ isEnded: _ended, ...row }) => row) }
}

async function oneRow(scope: Scope, id: Id<'stock'>) {
  const where = and(eq(stock.companyId, scope.actor.companyId), eq(stock.id, id), seesPlace(scope))
  const [row] = await readRows(scope, where, [asc(stock.id)], { limit: 1, offset: 0 })
  if (row === undefined) throw notThere('stock')
  return row
}

export async function stockRowOf(scope: Scope, id: Id<'stock'>): Promise<StockRow> {
  const { isEnded: _ended, ...row } = await oneRow(scope, id)
  return row
}

export async function stockDetailOf(scope: Scope, id: Id<'stock'>) {
  const row = await oneRow(scope, id)
  const where = and(
    eq(stockLot.companyId, scope.actor.companyId),
    eq(stockLot.stockId, id),
    sql`${stockLot.amount} <> 0`,
  )
  const [total] = await scope.db.select({ count }).from(stockLot).where(where)
  const lots = await scope.db
    .select({
      id: stockLot.id,
      name: stockLot.name,
      expiresOn: stockLot.expiresOn,
      amount: stockLot.amount,
    })
    .from(stockLot)
    .where(where)
    .orderBy(sql`${stockLot.expiresOn} nulls last`, asc(stockLot.id))
    .limit(LOTS_SHOWN)
  return { ...row, lots, lotCount: total?.count ?? 0 }
}

export async function movementsOf(
  scope: Scope,
  id: Id<'stock'>,
  { limit, offset }: z.output<typeof contract.listStockMovements.body>,
): Promise<z.input<typeof contract.listStockMovements.response>> {
  const { db, from, actor } = scope
  await stockRowOf(scope, id)
  const where = and(eq(stockMovement.companyId, actor.companyId), eq(stockMovement.stockId, id))
  const [total] = await db.select({ count }).from(stockMovement).where(where)
  const undone = sql<boolean>`exists (select from ${stockMovement} as later
    where later.company_id = ${stockMovement.companyId} and later.undoes = ${stockMovement.id})`
  const rows = await db
    .select({
      movement: stockMovement,
      lot: { name: stockLot.name, expiresOn: stockLot.expiresOn },
      by: sql<string | null>`(${user.firstName} || ' ' || ${user.lastName})`,
      seesLog: sql<boolean>`coalesce(${stockMovement.procedureLogId} in (select id
        from ${procedureLog}
        where ${from.procedureLogs(eq(procedureLog.id, stockMovement.procedureLogId))}), false)`,
      isUndone: undone,
      other: { id: location.id, name: location.name },
    })
    .from(stockMovement)
    .innerJoin(stockLot, joinOn(stockLot, stockMovement.lotId))
    .leftJoin(user, and(eq(user.companyId, actor.companyId), eq(user.id, stockMovement.byId)))
    .leftJoin(stock, joinOn(stock, stockMovement.otherStockId))
    .leftJoin(location, from.locations(eq(location.id, stock.locationId)))
    .where(where)
    .orderBy(desc(stockMovement.id))
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ movement: one, lot, by, seesLog, isUndone, other }) => ({
      id: one.id,
      at: one.at.toISOString(),
      kind: one.kind,
      amount: one.amount,
      after: one.after,
      lot,
      reason: one.reason,
      // The user who used it is shown only with the procedure log.
      by: one.procedureLogId === null || seesLog ? by : null,
      procedureLogId: seesLog ? one.procedureLogId : null,
      otherPlace: other,
      isUndoing: one.undoes !== null,
      isUndone,
      mayBeUndone: one.procedureLogId === null && one.undoes === null && !isUndone,
    })),
  }
}

/** By item, at locations that the actor may see. */
export async function stockByItem(
  scope: Scope,
): Promise<(id: number) => { inStock: number | null; lowAt: number }> {
  const rows = await scope.db
    .select({
      id: stock.itemId,
      inStock: sql<number>`sum(${stock.amount})::float8`,
      lowAt: sql<number>`(count(*)
        filter (where ${stock.amount} < coalesce(${stock.minimum}, 0)))::int`,
    })
    .from(stock)
    .where(
      and(
        eq(stock.companyId, scope.actor.companyId),
        sql`${stock.endedAt} is null`,
        seesPlace(scope),
      ),
    )
    .groupBy(stock.itemId)
  const known = new Map<number, { inStock: number | null; lowAt: number }>(
    rows.map(({ id, inStock, lowAt }) => [id, { inStock, lowAt }]),
  )
  return (id) => known.get(id) ?? { inStock: null, lowAt: 0 }
}

export const exportHeading = [
  'item',
  'location',
  'amount',
  'unit',
  'minimum',
  'state',
  'nextExpiry',
  'usedIn90Days',
  'runsOutOn',
]
export function* exportLines(rows: readonly StockRow[]): Generator<CsvCell[]> {
  for (const row of rows)
    yield [
      row.item.name,
      row.location.name,
      row.amount,
      row.item.unit,
      row.minimum,
      row.state,
      row.nextExpiry,
      row.used,
      row.runsOutOn,
    ]
}
