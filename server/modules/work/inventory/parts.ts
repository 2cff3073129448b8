/** Parts used for tickets: movements of the stock that carry the ticket. */
import { desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { allocateLots } from '#contract/rules/stock.ts'
import { MAX_PARTS, type ticketWorkCalls as contract } from '#contract/ticketWork/ticketWork.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { locked, lotOf, updateLowStockAlert, writeMovement } from './movements.ts'
import { stockRowOf, todayOf } from './rows.ts'
import { lotsInStock } from './use.ts'

const movement = tables.stockMovement
type Order = z.output<typeof contract.usePart.body>

/** One use is its first movement, and movements with `pairOf` for further lots. */
export async function usePart(
  scope: Scope,
  ticketId: Id<'ticket'>,
  { stockId, amount, clientKey }: Order,
): Promise<void> {
  await stockRowOf(scope, stockId)
  const before = (await locked(scope, [stockId]))(stockId)
  if (await wasSent(scope, clientKey)) return
  await refuseFull(scope, ticketId)
  const price = await priceOf(scope, before.itemId)
  const { taken, rest } = allocateLots(await lotsInStock(scope, stockId), amount, todayOf(scope))
  const parts = taken.map(({ lotId, amount: some }) => ({
    lotId: lotId as Id<'stockLot'>,
    amount: some,
  }))
  // What exceeds all lots takes the stock below zero.
  if (rest > 0)
    parts.push({
      lotId: await lotOf(scope, stockId, { name: '', expiresOn: null }),
      amount: rest,
    })
  let first: Id<'stockMovement'> | undefined
  for (const part of parts) {
    const id = await writeMovement(scope, stockId, {
      lotId: part.lotId,
      kind: 'used',
      amount: -part.amount,
      ticketId,
      price,
      ...(first === undefined ? { clientKey } : { pairOf: first }),
    })
    first ??= id
  }
  await updateLowStockAlert(scope, before, { journalled: true })
}

export async function undoPart(
  scope: Scope,
  ticketId: Id<'ticket'>,
  id: Id<'stockMovement'>,
): Promise<Id<'stockMovement'>> {
  const { db, actor } = scope
  const ofUse = ofCompany(
    movement,
    actor.companyId,
    eq(movement.ticketId, ticketId),
    sql`coalesce(${movement.pairOf}, ${movement.id}) = ${id}`,
    sql`${movement.undoes} is null`,
  )
  const [head] = await db.select({ stockId: movement.stockId }).from(movement).where(ofUse)
  if (head === undefined) throw refuseNotFound('movement')
  await stockRowOf(scope, head.stockId)
  const before = (await locked(scope, [head.stockId]))(head.stockId)
  const rows = await db
    .select({ movement, isUndone: qualified(isUndone) })
    .from(movement)
    .where(ofUse)
    .orderBy(movement.id)
  if (rows.some((row) => row.isUndone))
    throw conflict('It was undone already.', [{ path: '', code: 'undoneAlready', message: 'used' }])
  let undoingId = id
  for (const { movement: row } of rows)
    undoingId = await writeMovement(scope, row.stockId, {
      lotId: row.lotId,
      kind: row.kind,
      amount: -row.amount,
      undoes: row.id,
      ticketId,
      price: row.price,
    })
  await updateLowStockAlert(scope, before, { journalled: true })
  return undoingId
}

const isUndone = sql<boolean>`exists (select from ${movement} as later
  where later.company_id = ${movement.companyId} and later.undoes = ${movement.id})`

const isUse = (ticketId: Id<'ticket'>, { actor }: Pick<Scope, 'actor'>) =>
  ofCompany(
    movement,
    actor.companyId,
    eq(movement.ticketId, ticketId),
    sql`${movement.undoes} is null`,
    sql`not ${isUndone}`,
  )

export async function partsOfTicket(
  scope: Scope,
  ticketId: Id<'ticket'>,
): Promise<z.input<typeof contract.getTicketWork.response>['parts']> {
  const { db, from, actor } = scope
  const head = sql<Id<'stockMovement'>>`coalesce(${movement.pairOf}, ${movement.id})`
  const rows = await db
    .select({
      movementId: head,
      at: sql<string>`min(${movement.at})`,
      item: {
        id: tables.inventoryItem.id,
        name: tables.inventoryItem.name,
        unit: tables.inventoryItem.unit,
      },
      stockId: tables.stock.id,
      location: sql<string | null>`(select ${tables.location.name} from ${tables.location}
        where ${from.locations(eq(tables.location.id, tables.stock.locationId))})`,
      amount: sql<number>`(-sum(${movement.amount}))::float8`,
      after: sql<number>`min(${movement.after})::float8`,
      by: sql<string | null>`min(${tables.user.firstName} || ' ' || ${tables.user.lastName})`,
    })
    .from(movement)
    .innerJoin(tables.stock, joinOn(tables.stock, movement.stockId))
    .innerJoin(tables.inventoryItem, joinOn(tables.inventoryItem, tables.stock.itemId))
    .leftJoin(
      tables.user,
      ofCompany(tables.user, actor.companyId, eq(tables.user.id, movement.byId)),
    )
    .where(isUse(ticketId, scope))
    .groupBy(
      head,
      tables.inventoryItem.id,
      tables.inventoryItem.name,
      tables.inventoryItem.unit,
      tables.stock.id,
      tables.stock.locationId,
    )
    .orderBy(desc(head))
    .limit(MAX_PARTS)
  return rows.map(({ stockId, location, at, after, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    stock: location === null ? null : { id: stockId, location },
    after: location === null ? null : after,
  }))
}

async function wasSent({ db, actor }: Scope, clientKey: string | undefined): Promise<boolean> {
  if (clientKey === undefined) return false
  const found = await db
    .select({ id: movement.id })
    .from(movement)
    .where(ofCompany(movement, actor.companyId, eq(movement.clientKey, clientKey)))
  return found.length > 0
}

async function refuseFull(scope: Scope, ticketId: Id<'ticket'>): Promise<void> {
  const [used] = await scope.db
    .select({ n: sql<number>`(count(*) filter (where ${movement.pairOf} is null))::int` })
    .from(movement)
    .where(isUse(ticketId, scope))
  if ((used?.n ?? 0) >= MAX_PARTS)
    throw conflict('A ticket has so many parts at most.', [
      { path: 'id', code: 'tooManyParts', message: String(MAX_PARTS) },
    ])
}

async function priceOf({ db, actor }: Scope, itemId: Id<'inventoryItem'>): Promise<number | null> {
  const [item] = await db
    .select({ price: tables.inventoryItem.price })
    .from(tables.inventoryItem)
    .where(ofCompany(tables.inventoryItem, actor.companyId, eq(tables.inventoryItem.id, itemId)))
  return item?.price ?? null
}

/** Prices and costs of the used parts; each use is rounded to the currency's decimals. */
export async function pricedParts(
  { db, actor }: Scope,
  ticketId: Id<'ticket'>,
  decimals: number,
): Promise<{
  rows: { movementId: Id<'stockMovement'>; price: number | null; cost: number | null }[]
  total: string
}> {
  const { rows } = await db.execute<{
    id: Id<'stockMovement'>
    price: number | null
    cost: number | null
    total: string
  }>(sql`select id, price::float8 as price, cost::float8 as cost,
      coalesce(sum(cost) over (), 0)::text as total from (
      select coalesce(${movement.pairOf}, ${movement.id}) as id, min(${movement.price}) as price,
        round(-sum(${movement.amount} * ${movement.price}), ${decimals}::int) as cost
      from ${movement} where ${isUse(ticketId, { actor })} group by 1) as uses
    order by id desc`)
  return {
    rows: rows.map(({ id, price, cost }) => ({ movementId: id, price, cost })),
    total: rows[0]?.total ?? '0',
  }
}
