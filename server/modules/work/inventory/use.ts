/**
 * Deducts what a procedure log used from the stock of its location, or of the nearest ancestor with
 * the item. Without stock, deducts nothing. Never refuses, so that no procedure log is lost because
 * of stock.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import type { UsedItem } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import { addAmounts, allocateLots, consumptionOf, type Lot } from '#contract/rules/stock.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { locked, lotOf, updateLowStockAlert, writeMovement } from './movements.ts'
import { todayOf } from './rows.ts'

interface Performance {
  id: Id<'procedureLog'>
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  doneAt: Date
  used: readonly UsedItem[]
}

export async function consumeStock(scope: Scope, performance: Performance): Promise<void> {
  const lines = performance.used.filter(
    ({ amount, discardedDoses }) => amount > 0 || discardedDoses > 0,
  )
  if (lines.length === 0) return
  const stockOf = await nearestStock(
    scope,
    await placesAround(scope, performance),
    lines.map(({ itemId }) => itemId),
  )
  if (stockOf.size === 0) return
  const before = await locked(scope, [...stockOf.values()])
  // In the order of their row locks, so that alerts are locked in the same order.
  const inOrder = lines
    .flatMap((line) => {
      const stockId = stockOf.get(line.itemId)
      return stockId === undefined ? [] : [{ ...line, stockId }]
    })
    .sort((one, other) => one.stockId - other.stockId)
  for (const { stockId, amount, discardedDoses } of inOrder) {
    await take(scope, stockId, performance, consumptionOf(amount, discardedDoses))
    await updateLowStockAlert(scope, before(stockId), { journalled: false })
  }
}

/** From the outermost to the location itself, so that the nearest is last. */
async function placesAround(
  { db, actor: { companyId } }: Scope,
  { equipmentId, locationId }: Performance,
): Promise<readonly number[]> {
  const [row] =
    locationId !== null
      ? await db
          .select({ path: tables.location.path })
          .from(tables.location)
          .where(ofCompany(tables.location, companyId, eq(tables.location.id, locationId)))
      : await db
          .select({ path: tables.location.path })
          .from(tables.equipment)
          .innerJoin(
            tables.location,
            ofCompany(
              tables.location,
              companyId,
              eq(tables.location.id, tables.equipment.locationId),
            ),
          )
          .where(
            ofCompany(tables.equipment, companyId, eq(tables.equipment.id, equipmentId ?? sql`0`)),
          )
  return row?.path ?? []
}

async function nearestStock(
  { db, actor: { companyId } }: Scope,
  path: readonly number[],
  itemIds: readonly number[],
): Promise<Map<number, Id<'stock'>>> {
  if (path.length === 0) return new Map()
  const rows = await db
    .select({ id: tables.stock.id, itemId: tables.stock.itemId })
    .from(tables.stock)
    .where(
      ofCompany(
        tables.stock,
        companyId,
        inArray(sql`${tables.stock.itemId}`, [...itemIds]),
        inArray(sql`${tables.stock.locationId}`, [...path]),
        sql`${tables.stock.endedAt} is null`,
      ),
    )
    .orderBy(sql`array_position(${intArray(path)}, ${tables.stock.locationId})`)
  return new Map<number, Id<'stock'>>(rows.map(({ id, itemId }) => [itemId, id]))
}

async function take(
  scope: Scope,
  stockId: Id<'stock'>,
  { id: procedureLogId, doneAt: at }: Performance,
  amounts: ReturnType<typeof consumptionOf>,
): Promise<void> {
  const today = todayOf(scope)
  let lots = await lotsInStock(scope, stockId)
  for (const kind of ['used', 'discarded'] as const) {
    const { taken, rest } = allocateLots(lots, amounts[kind], today)
    for (const { lotId, amount } of taken)
      await writeMovement(scope, stockId, {
        lotId: lotId as Id<'stockLot'>,
        kind,
        amount: -amount,
        at,
        procedureLogId,
      })
    if (rest > 0)
      await writeMovement(scope, stockId, {
        lotId: await lotOf(scope, stockId, { name: '', expiresOn: null }),
        kind,
        amount: -rest,
        at,
        procedureLogId,
      })
    lots = lots.map((lot) => ({
      ...lot,
      amount: addAmounts(lot.amount, -(taken.find(({ lotId }) => lotId === lot.id)?.amount ?? 0)),
    }))
  }
}

/** Call with the stock locked. */
export const lotsInStock = ({ db, actor }: Scope, stockId: Id<'stock'>): Promise<Lot[]> =>
  db
    .select({
      id: tables.stockLot.id,
      amount: tables.stockLot.amount,
      expiresOn: tables.stockLot.expiresOn,
    })
    .from(tables.stockLot)
    .where(
      ofCompany(
        tables.stockLot,
        actor.companyId,
        eq(tables.stockLot.stockId, stockId),
        sql`${tables.stockLot.amount} > 0`,
      ),
    )
