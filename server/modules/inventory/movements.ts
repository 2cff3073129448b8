/**
 * Stock movements. Each write first locks the stock's row, in the order of ids if there are two,
 * and updates stock and lot in the movement's transaction.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { MovementKind } from '#contract/inventory.ts'
import { asKept, isLow, plus } from '#contract/rules/stock.ts'
import { inventoryItem, location, stock, stockLot, stockMovement } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { Parts } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { beginStockLow, endStockLow } from '../alerts/index.ts'

export type Stock = typeof stock.$inferSelect

/** Starts stocking the item at the location, if it was not. */
export async function stockAt(
  { db, actor: { companyId }, clock }: Scope,
  itemId: Id<'inventoryItem'>,
  locationId: Id<'location'>,
): Promise<Id<'stock'>> {
  await db
    .insert(stock)
    .values({ companyId, itemId, locationId, createdAt: clock.now() })
    .onConflictDoNothing()
  const [row] = await db
    .select({ id: stock.id })
    .from(stock)
    .where(
      and(
        eq(stock.companyId, companyId),
        eq(stock.itemId, itemId),
        eq(stock.locationId, locationId),
      ),
    )
  if (row === undefined) throw new Error('The stock was not kept')
  return row.id
}

export async function locked(
  { db, actor }: Scope,
  ids: readonly Id<'stock'>[],
): Promise<(id: Id<'stock'>) => Stock> {
  const rows = await db
    .select()
    .from(stock)
    .where(and(eq(stock.companyId, actor.companyId), inArray(stock.id, [...ids])))
    .orderBy(asc(stock.id))
    .for('update')
  return (id) => {
    const row = rows.find((one) => one.id === id)
    if (row === undefined) throw new Error('The stock is gone')
    return row
  }
}

export async function lotOf(
  { db, actor: { companyId }, clock }: Scope,
  stockId: Id<'stock'>,
  { name, expiresOn }: { name: string; expiresOn: string | null },
): Promise<Id<'stockLot'>> {
  await db
    .insert(stockLot)
    .values({ companyId, stockId, name, expiresOn, createdAt: clock.now() })
    .onConflictDoNothing()
  const [row] = await db
    .select({ id: stockLot.id })
    .from(stockLot)
    .where(
      and(
        eq(stockLot.companyId, companyId),
        eq(stockLot.stockId, stockId),
        eq(stockLot.name, name),
        sql`${stockLot.expiresOn} is not distinct from ${expiresOn}::date`,
      ),
    )
  if (row === undefined) throw new Error('The lot was not kept')
  return row.id
}

interface Movement {
  lotId: Id<'stockLot'>
  kind: MovementKind
  /** Signed. */
  amount: number
  reason?: string | null
  at?: Date
  procedureLogId?: Id<'procedureLog'>
  otherStockId?: Id<'stock'>
  pairOf?: Id<'stockMovement'>
  undoes?: Id<'stockMovement'>
  clientKey?: string | undefined
}

/** The stock must be locked. It is restored if it was removed. */
export async function write(
  { db, actor, clock }: Scope,
  stockId: Id<'stock'>,
  { amount, at, ...movement }: Movement,
): Promise<Id<'stockMovement'>> {
  const [companyId, kept] = [actor.companyId, asKept(amount)]
  const [row] = await db
    .update(stock)
    .set({
      amount: sql`${stock.amount} + ${kept}::numeric`,
      endedAt: null,
      version: sql`${stock.version} + 1`,
      updatedAt: clock.now(),
    })
    .where(and(eq(stock.companyId, companyId), eq(stock.id, stockId)))
    .returning({ after: stock.amount })
  await db
    .update(stockLot)
    .set({ amount: sql`${stockLot.amount} + ${kept}::numeric`, updatedAt: clock.now() })
    .where(and(eq(stockLot.companyId, companyId), eq(stockLot.id, movement.lotId)))
  const [made] = await db
    .insert(stockMovement)
    .values({
      ...movement,
      companyId,
      stockId,
      amount: kept,
      after: row?.after ?? 0,
      at: at ?? clock.now(),
      byId: actor.userId,
      createdAt: clock.now(),
    })
    .returning({ id: stockMovement.id })
  if (made === undefined) throw new Error('The movement was not written')
  return made.id
}

/** Call after the last movement of a stock. Sends or resolves its low-stock alert. */
export async function settle(
  scope: Scope,
  before: Stock,
  { journalled, reason }: { journalled: boolean; reason?: string | null },
): Promise<void> {
  const [now] = await scope.db
    .select({ stock, item: inventoryItem.name, place: location.name })
    .from(stock)
    .innerJoin(inventoryItem, joinOn(inventoryItem, stock.itemId))
    .innerJoin(location, joinOn(location, stock.locationId))
    .where(and(eq(stock.companyId, scope.actor.companyId), eq(stock.id, before.id)))
  if (now === undefined) throw new Error('The stock is gone')
  const { id, itemId, locationId, amount, minimum, endedAt } = now.stock
  if (endedAt === null && isLow({ amount, minimum }))
    await beginStockLow(scope, { stockId: id, locationId, item: now.item, place: now.place })
  else await endStockLow(scope, id)
  scope.changed('Stock', 'InventoryItem')
  if (!journalled) return
  const there = (value: unknown) => new Parts([{ of: { kind: 'location', id: locationId }, value }])
  await scope.journal({
    entity: 'inventoryItem',
    id: itemId,
    name: now.item,
    before: { stock: there(before.amount), minimum: there(before.minimum) },
    after: {
      stock: there(amount),
      minimum: there(minimum),
      ...(reason == null || plus(amount, -before.amount) === 0 ? {} : { reason: there(reason) }),
    },
  })
}
