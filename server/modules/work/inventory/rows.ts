import { calendarDay } from '#contract/formatters.ts'
import { asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import type { inventory as contract, StockRow } from '#contract/inventory.ts'
import {
  EXPIRING_DAYS,
  runsOutOn,
  stockState,
  USE_DAYS,
  type StockState,
} from '#contract/rules/stock.ts'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  sizeOf,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, intArray, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

const DAY = 86_400_000
const LOTS_SHOWN = 200

export const todayOf = ({ actor, clock }: Scope): string => calendarDay(clock.now(), actor.timezone)

const seesPlace = ({ from }: Scope): SQL =>
  sql`${tables.stock.locationId} in (select ${tables.location.id} from ${tables.location} where ${from.locations()})`

const nextExpiry = sql<
  string | null
>`(select min(${tables.stockLot.expiresOn})::text from ${tables.stockLot}
  where ${tables.stockLot.companyId} = ${tables.stock.companyId} and ${tables.stockLot.stockId} = ${tables.stock.id}
  and ${tables.stockLot.amount} > 0)`

/** `stockState` in SQL, for the whole list. A test compares the two. */
const isOfState = (states: readonly StockState[], today: string): SQL => {
  const state = sql`case when ${tables.stock.amount} < 0 then 'negative'
    when ${nextExpiry} < ${today} then 'expired'
    when ${tables.stock.amount} < coalesce(${tables.stock.minimum}, 0) then 'low'
    when ${nextExpiry} <= ${addDays(today, EXPIRING_DAYS)} then 'expiring'
    else 'enough' end`
  return inArray(state, [...states])
}

const ofItem = joinOn(tables.inventoryItem, tables.stock.itemId)
const ofPlace = joinOn(tables.location, tables.stock.locationId)

async function readRows(
  scope: Scope,
  where: SQL | undefined,
  order: SQL[],
  page: { limit: number; offset: number },
) {
  const { db, clock } = scope
  const [today, now] = [todayOf(scope), clock.now().getTime()]
  const used = sql<number>`(select coalesce(-sum(${tables.stockMovement.amount}), 0)::float8
    from ${tables.stockMovement} where ${tables.stockMovement.companyId} = ${tables.stock.companyId}
    and ${tables.stockMovement.stockId} = ${tables.stock.id}
    and (${tables.stockMovement.procedureLogId} is not null or ${tables.stockMovement.ticketId} is not null)
    and ${tables.stockMovement.at} >= ${new Date(now - USE_DAYS * DAY)})`
  const rows = await db
    .select({
      stock: tables.stock,
      item: {
        id: tables.inventoryItem.id,
        name: tables.inventoryItem.name,
        unit: tables.inventoryItem.unit,
      },
      ofItem: {
        category: tables.inventoryItem.category,
        gtin: tables.inventoryItem.gtin,
        catalogueNumber: tables.inventoryItem.catalogueNumber,
        supplier: tables.inventoryItem.supplier,
      },
      location: { id: tables.location.id, name: tables.location.name },
      nextExpiry: qualified(nextExpiry),
      used: qualified(used),
    })
    .from(tables.stock)
    .innerJoin(tables.inventoryItem, ofItem)
    .innerJoin(tables.location, ofPlace)
    .where(where)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(
    ({ stock: { id, amount, minimum, createdAt, endedAt }, ...row }): StockRow & Beside => ({
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
interface Beside {
  isEnded: boolean
  ofItem: Pick<
    typeof tables.inventoryItem.$inferSelect,
    'category' | 'gtin' | 'catalogueNumber' | 'supplier'
  >
}

type Question = Omit<z.output<typeof contract.listStock.body>, 'limit' | 'offset'>

const stockWhere = (
  scope: Scope,
  { itemIds, locationIds, states, search }: Question,
): SQL | undefined =>
  ofCompany(
    tables.stock,
    scope.actor.companyId,
    sql`${tables.stock.endedAt} is null`,
    seesPlace(scope),
    itemIds === undefined || itemIds.length === 0
      ? undefined
      : inArray(tables.stock.itemId, itemIds),
    locationIds === undefined || locationIds.length === 0
      ? undefined
      : sql`${tables.location.path} && ${intArray(locationIds)}`,
    states === undefined || states.length === 0 ? undefined : isOfState(states, todayOf(scope)),
    searchIn(folded(sql`${tables.inventoryItem.name} || ' ' || ${tables.location.name}`), search),
  )

const stockOrder = (scope: Scope, sort: Question['sort']): SQL[] =>
  orderOf(
    scope,
    sort,
    {
      item: tables.inventoryItem.name,
      location: tables.location.name,
      amount: tables.stock.amount,
      nextExpiry,
    },
    tables.stock.id,
    [
      byName(scope, tables.inventoryItem.name),
      byName(scope, tables.location.name),
      asc(tables.stock.id),
    ],
  )

export async function listStock(
  scope: Scope,
  { limit, offset, ...question }: z.output<typeof contract.listStock.body>,
): Promise<{ count: number; rows: StockRow[] }> {
  const where = stockWhere(scope, question)
  const [total] = await scope.db
    .select({ count })
    .from(tables.stock)
    .innerJoin(tables.inventoryItem, ofItem)
    .innerJoin(tables.location, ofPlace)
    .where(where)
  const rows = await readRows(scope, where, stockOrder(scope, question.sort), { limit, offset })
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ isEnded: _ended, ofItem: _item, ...row }) => row),
  }
}

export const stockExport: ExportSource<Question> = {
  async open(scope, question) {
    return {
      ...(await idsInParts(scope, {
        table: tables.stock,
        joins: sql`join ${tables.inventoryItem} on ${ofItem} join ${tables.location} on ${ofPlace}`,
        where: stockWhere(scope, question),
        order: stockOrder(scope, question.sort),
      })),
      columns: exportColumns,
      async read(inner, part) {
        const where = ofCompany(
          tables.stock,
          inner.actor.companyId,
          seesPlace(inner),
          isIn(tables.stock.id, part),
        )
        const rows = await readRows(inner, where, [], { limit: sizeOf(part), offset: 0 })
        return inOrderOf(part, rows, ({ id }) => id).map((row) => [
          row.item.name,
          row.location.name,
          row.amount,
          row.item.unit,
          row.minimum,
          { key: row.state, word: `stock_${row.state}` },
          row.nextExpiry === null ? null : { day: row.nextExpiry },
          row.used,
          row.runsOutOn === null ? null : { day: row.runsOutOn },
          row.ofItem.category,
          row.ofItem.gtin,
          row.ofItem.catalogueNumber,
          row.ofItem.supplier,
        ])
      },
    }
  },
}
export const exportColumns = [
  column('item', 'item'),
  column('location', 'field_location'),
  column('amount', 'amount'),
  column('unit', 'field_unit'),
  column('minimum', 'field_minimum'),
  column('state', 'field_state'),
  column('nextExpiry', 'nextExpiry'),
  column('usedIn90Days', 'usedIn90Days'),
  column('runsOutOn', 'runsOutOn'),
  column('category', 'field_category'),
  column('gtin', 'field_gtin'),
  column('catalogueNumber', 'field_catalogueNumber'),
  column('supplier', 'field_supplier'),
]

async function oneRow(scope: Scope, id: Id<'stock'>) {
  const where = ofCompany(
    tables.stock,
    scope.actor.companyId,
    eq(tables.stock.id, id),
    seesPlace(scope),
  )
  const [row] = await readRows(scope, where, [asc(tables.stock.id)], { limit: 1, offset: 0 })
  if (row === undefined) throw refuseNotFound('stock')
  return row
}

export async function stockRowOf(scope: Scope, id: Id<'stock'>): Promise<StockRow> {
  const { isEnded: _ended, ofItem: _item, ...row } = await oneRow(scope, id)
  return row
}

export async function stockDetailOf(scope: Scope, id: Id<'stock'>) {
  const { ofItem: _item, ...row } = await oneRow(scope, id)
  const where = ofCompany(
    tables.stockLot,
    scope.actor.companyId,
    eq(tables.stockLot.stockId, id),
    sql`${tables.stockLot.amount} <> 0`,
  )
  const [total] = await scope.db.select({ count }).from(tables.stockLot).where(where)
  const lots = await scope.db
    .select({
      id: tables.stockLot.id,
      name: tables.stockLot.name,
      expiresOn: tables.stockLot.expiresOn,
      amount: tables.stockLot.amount,
    })
    .from(tables.stockLot)
    .where(where)
    .orderBy(sql`${tables.stockLot.expiresOn} nulls last`, asc(tables.stockLot.id))
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
  const where = ofCompany(
    tables.stockMovement,
    actor.companyId,
    eq(tables.stockMovement.stockId, id),
  )
  const [total] = await db.select({ count }).from(tables.stockMovement).where(where)
  const undone = sql<boolean>`exists (select from ${tables.stockMovement} as later
    where later.company_id = ${tables.stockMovement.companyId} and later.undoes = ${tables.stockMovement.id})`
  const rows = await db
    .select({
      movement: tables.stockMovement,
      lot: { name: tables.stockLot.name, expiresOn: tables.stockLot.expiresOn },
      by: sql<string | null>`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`,
      seesLog: sql<boolean>`coalesce(${tables.stockMovement.procedureLogId} in (select id
        from ${tables.procedureLog}
        where ${from.procedureLogs(eq(tables.procedureLog.id, tables.stockMovement.procedureLogId))}), false)`,
      seesTicket: sql<boolean>`coalesce(${tables.stockMovement.ticketId} in (select id from ${tables.ticket}
        where ${from.tickets(eq(tables.ticket.id, tables.stockMovement.ticketId))}), false)`,
      isUndone: undone,
      other: { id: tables.location.id, name: tables.location.name },
    })
    .from(tables.stockMovement)
    .innerJoin(tables.stockLot, joinOn(tables.stockLot, tables.stockMovement.lotId))
    .leftJoin(
      tables.user,
      ofCompany(tables.user, actor.companyId, eq(tables.user.id, tables.stockMovement.byId)),
    )
    .leftJoin(tables.stock, joinOn(tables.stock, tables.stockMovement.otherStockId))
    .leftJoin(tables.location, from.locations(eq(tables.location.id, tables.stock.locationId)))
    .where(where)
    .orderBy(desc(tables.stockMovement.id))
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ movement: one, lot, by, seesLog, seesTicket, isUndone, other }) => ({
      id: one.id,
      at: one.at.toISOString(),
      kind: one.kind,
      amount: one.amount,
      after: one.after,
      lot,
      reason: one.reason,
      // The user who used it is shown only with the procedure log or ticket.
      by:
        (one.procedureLogId === null || seesLog) && (one.ticketId === null || seesTicket)
          ? by
          : null,
      procedureLogId: seesLog ? one.procedureLogId : null,
      ticketId: seesTicket ? one.ticketId : null,
      otherPlace: other,
      isUndoing: one.undoes !== null,
      isUndone,
      mayBeUndone: one.procedureLogId === null && one.undoes === null && !isUndone,
    })),
  }
}

export async function stockByItem(
  scope: Scope,
): Promise<(id: number) => { inStock: number | null; lowAt: number }> {
  const rows = await scope.db
    .select({
      id: tables.stock.itemId,
      inStock: sql<number>`sum(${tables.stock.amount})::float8`,
      lowAt: sql<number>`(count(*)
        filter (where ${tables.stock.amount} < coalesce(${tables.stock.minimum}, 0)))::int`,
    })
    .from(tables.stock)
    .where(
      ofCompany(
        tables.stock,
        scope.actor.companyId,
        sql`${tables.stock.endedAt} is null`,
        seesPlace(scope),
      ),
    )
    .groupBy(tables.stock.itemId)
  const known = new Map<number, { inStock: number | null; lowAt: number }>(
    rows.map(({ id, inStock, lowAt }) => [id, { inStock, lowAt }]),
  )
  return (id) => known.get(id) ?? { inStock: null, lowAt: 0 }
}
