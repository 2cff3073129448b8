import { eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { roundAmount, addAmounts } from '#contract/rules/stock.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { locked, lotOf, updateLowStockAlert, stockAt, writeMovement } from './movements.ts'

export interface StockSet {
  itemId: Id<'inventoryItem'>
  locationId: Id<'location'>
  /** Undefined keeps the current value. */
  minimum: number | undefined
  /** The counted amount of a lot. Without an id, the lot is found by name and expiry. */
  counted:
    | { lotId?: Id<'stockLot'>; name: string; expiresOn: string | null; amount: number }
    | undefined
}

export interface StockBefore {
  minimum: number | null
  movements: Id<'stockMovement'>[]
}

export async function setStock(
  scope: Scope,
  { itemId, locationId, minimum, counted }: StockSet,
): Promise<{ id: Id<'stock'>; before: StockBefore }> {
  const id = await stockAt(scope, itemId, locationId)
  const before = (await locked(scope, [id]))(id)
  await scope.db
    .update(tables.stock)
    .set({
      endedAt: null,
      ...(minimum !== undefined && { minimum: roundAmount(minimum) }),
      ...nextVersion(tables.stock, scope.clock.now()),
    })
    .where(ofCompany(tables.stock, before.companyId, eq(tables.stock.id, id)))
  const movements: Id<'stockMovement'>[] = []
  if (counted !== undefined) {
    const lotId = counted.lotId ?? (await lotOf(scope, id, counted))
    const [lot] = await scope.db
      .select({ amount: tables.stockLot.amount })
      .from(tables.stockLot)
      .where(ofCompany(tables.stockLot, before.companyId, eq(tables.stockLot.id, lotId)))
    const amount = addAmounts(counted.amount, -(lot?.amount ?? 0))
    if (amount !== 0)
      movements.push(await writeMovement(scope, id, { lotId, kind: 'corrected', amount }))
  }
  await updateLowStockAlert(scope, before, { journalled: true })
  return { id, before: { minimum: before.minimum, movements } }
}

export async function restoreStock(
  scope: Scope,
  id: Id<'stock'>,
  { minimum, movements }: StockBefore,
): Promise<void> {
  const before = (await locked(scope, [id]))(id)
  const rows =
    movements.length === 0
      ? []
      : await scope.db
          .select()
          .from(tables.stockMovement)
          .where(
            ofCompany(
              tables.stockMovement,
              before.companyId,
              inArray(tables.stockMovement.id, movements),
            ),
          )
  for (const { id: undoes, lotId, amount } of rows)
    await writeMovement(scope, id, { lotId, kind: 'corrected', amount: -amount, undoes })
  await scope.db
    .update(tables.stock)
    .set({ minimum, ...nextVersion(tables.stock, scope.clock.now()) })
    .where(ofCompany(tables.stock, before.companyId, eq(tables.stock.id, id)))
  await updateLowStockAlert(scope, before, { journalled: true })
}

/**
 * Ends empty stocks that an import began. Deletes stocks without other movements; other stocks keep
 * their movements.
 */
export async function endStocks(scope: Scope, ids: readonly Id<'stock'>[]): Promise<void> {
  const stocks = await locked(scope, ids)
  for (const id of ids) {
    const before = stocks(id)
    const lots = await scope.db
      .select({ id: tables.stockLot.id, amount: tables.stockLot.amount })
      .from(tables.stockLot)
      .where(
        ofCompany(
          tables.stockLot,
          before.companyId,
          eq(tables.stockLot.stockId, id),
          sql`${tables.stockLot.amount} <> 0`,
        ),
      )
    const leavesNothing = await isNew(scope, id)
    for (const lot of lots)
      await writeMovement(scope, id, { lotId: lot.id, kind: 'corrected', amount: -lot.amount })
    await scope.db
      .update(tables.stock)
      .set({ endedAt: scope.clock.now(), minimum: null, ...nextVersion(tables.stock) })
      .where(ofCompany(tables.stock, before.companyId, eq(tables.stock.id, id)))
    await updateLowStockAlert(scope, before, { journalled: true })
    if (leavesNothing)
      await scope.db
        .delete(tables.stock)
        .where(ofCompany(tables.stock, before.companyId, eq(tables.stock.id, id)))
  }
}

/** True for a stock that an import began. A stock that ended before has removals. */
async function isNew({ db, actor }: Scope, id: Id<'stock'>): Promise<boolean> {
  const [other] = await db
    .select({ id: tables.stockMovement.id })
    .from(tables.stockMovement)
    .where(
      ofCompany(
        tables.stockMovement,
        actor.companyId,
        eq(tables.stockMovement.stockId, id),
        sql`(${tables.stockMovement.kind} <> 'corrected' or ${tables.stockMovement.amount} < 0)`,
      ),
    )
    .limit(1)
  return other === undefined
}

export interface StoredStock {
  id: Id<'stock'>
  itemId: number
  locationId: number
  amount: number
  minimum: number | null
  isEnded: boolean
  lots: { id: Id<'stockLot'>; name: string; expiresOn: string | null; amount: number }[]
}

export async function storedStock(
  { db, actor }: Scope,
  itemIds: readonly number[],
): Promise<StoredStock[]> {
  if (itemIds.length === 0) return []
  const rows = await db
    .select({
      id: tables.stock.id,
      itemId: tables.stock.itemId,
      locationId: tables.stock.locationId,
      amount: tables.stock.amount,
      minimum: tables.stock.minimum,
      isEnded: sql<boolean>`${tables.stock.endedAt} is not null`,
    })
    .from(tables.stock)
    .where(ofCompany(tables.stock, actor.companyId, inArray(sql`${tables.stock.itemId}`, itemIds)))
  const lots =
    rows.length === 0
      ? []
      : await db
          .select()
          .from(tables.stockLot)
          .where(
            ofCompany(
              tables.stockLot,
              actor.companyId,
              inArray(
                tables.stockLot.stockId,
                rows.map(({ id }) => id),
              ),
              sql`${tables.stockLot.amount} <> 0`,
            ),
          )
          .orderBy(sql`${tables.stockLot.expiresOn} nulls last`, tables.stockLot.id)
  return rows.map((row) => ({ ...row, lots: lots.filter(({ stockId }) => stockId === row.id) }))
}
