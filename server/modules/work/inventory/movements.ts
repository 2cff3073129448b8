/**
 * Stock movements. Each write first locks the stock's row, in the order of ids if there are two,
 * and updates stock and lot in the movement's transaction.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { MovementKind } from '#contract/inventory.ts'
import { roundAmount, isLow, addAmounts } from '#contract/rules/stock.ts'
import { storeAmount } from '#contract/rules/storedReading.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { Parts } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { beginStockLow, endStockLow } from '../../foundation/alerts/index.ts'

export type Stock = typeof tables.stock.$inferSelect

export async function stockAt(
  { db, actor: { companyId }, clock }: Scope,
  itemId: Id<'inventoryItem'>,
  locationId: Id<'location'>,
): Promise<Id<'stock'>> {
  await db
    .insert(tables.stock)
    .values({ companyId, itemId, locationId, createdAt: clock.now() })
    .onConflictDoNothing()
  const [row] = await db
    .select({ id: tables.stock.id })
    .from(tables.stock)
    .where(
      ofCompany(
        tables.stock,
        companyId,
        eq(tables.stock.itemId, itemId),
        eq(tables.stock.locationId, locationId),
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
    .from(tables.stock)
    .where(ofCompany(tables.stock, actor.companyId, inArray(tables.stock.id, [...ids])))
    .orderBy(asc(tables.stock.id))
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
    .insert(tables.stockLot)
    .values({ companyId, stockId, name, expiresOn, createdAt: clock.now() })
    .onConflictDoNothing()
  const [row] = await db
    .select({ id: tables.stockLot.id })
    .from(tables.stockLot)
    .where(
      ofCompany(
        tables.stockLot,
        companyId,
        eq(tables.stockLot.stockId, stockId),
        eq(tables.stockLot.name, name),
        sql`${tables.stockLot.expiresOn} is not distinct from ${expiresOn}::date`,
      ),
    )
  if (row === undefined) throw new Error('The lot was not kept')
  return row.id
}

interface Movement {
  lotId: Id<'stockLot'>
  kind: MovementKind
  /** Positive for additions, negative for removals. */
  amount: number
  reason?: string | null
  at?: Date
  procedureLogId?: Id<'procedureLog'>
  ticketId?: Id<'ticket'>
  /** Price of one unit, of a use for a ticket. */
  price?: number | null
  otherStockId?: Id<'stock'>
  pairOf?: Id<'stockMovement'>
  undoes?: Id<'stockMovement'>
  clientKey?: string | undefined
}

/** The stock must be locked. It is restored if it was removed. */
export async function writeMovement(
  { db, actor, clock }: Scope,
  stockId: Id<'stock'>,
  { amount, at, ...movement }: Movement,
): Promise<Id<'stockMovement'>> {
  const [companyId, kept] = [actor.companyId, roundAmount(amount)]
  const [row] = await db
    .update(tables.stock)
    .set({
      amount: sql`${tables.stock.amount} + ${kept}::numeric`,
      endedAt: null,
      ...nextVersion(tables.stock, clock.now()),
    })
    .where(ofCompany(tables.stock, companyId, eq(tables.stock.id, stockId)))
    .returning({ after: tables.stock.amount })
  await db
    .update(tables.stockLot)
    .set({ amount: sql`${tables.stockLot.amount} + ${kept}::numeric`, updatedAt: clock.now() })
    .where(ofCompany(tables.stockLot, companyId, eq(tables.stockLot.id, movement.lotId)))
  const [made] = await db
    .insert(tables.stockMovement)
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
    .returning({ id: tables.stockMovement.id })
  if (made === undefined) throw new Error('The movement was not written')
  return made.id
}

/** Call after the last movement of a stock. Sends or resolves its low-stock alert. */
export async function updateLowStockAlert(
  scope: Scope,
  before: Stock,
  { journalled, reason }: { journalled: boolean; reason?: string | null },
): Promise<void> {
  const [now] = await scope.db
    .select({
      stock: tables.stock,
      item: tables.inventoryItem.name,
      unit: tables.inventoryItem.unit,
      place: tables.location.name,
    })
    .from(tables.stock)
    .innerJoin(tables.inventoryItem, joinOn(tables.inventoryItem, tables.stock.itemId))
    .innerJoin(tables.location, joinOn(tables.location, tables.stock.locationId))
    .where(ofCompany(tables.stock, scope.actor.companyId, eq(tables.stock.id, before.id)))
  if (now === undefined) throw new Error('The stock is gone')
  const { id, itemId, locationId, amount, minimum, endedAt } = now.stock
  if (endedAt === null && isLow({ amount, minimum }))
    await beginStockLow(scope, {
      stockId: id,
      locationId,
      item: now.item,
      place: now.place,
      left: storeAmount(amount, now.unit),
    })
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
      ...(reason == null || addAmounts(amount, -before.amount) === 0
        ? {}
        : { reason: there(reason) }),
    },
  })
}
