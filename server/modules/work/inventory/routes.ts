import { eq, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { inventory as contract } from '#contract/inventory.ts'
import { roundAmount, addAmounts } from '#contract/rules/stock.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import {
  locked,
  lotOf,
  updateLowStockAlert,
  stockAt,
  writeMovement,
  type Stock,
} from './movements.ts'
import { undoPart } from './parts.ts'
import { listStock, movementsOf, stockDetailOf, stockRowOf } from './rows.ts'

async function mustSeePlace({ db, from }: Scope, id: Id<'location'>): Promise<void> {
  const found = await db
    .select({ id: tables.location.id })
    .from(tables.location)
    .where(from.locations(eq(tables.location.id, id)))
  if (found.length === 0) throw refuseNotFound('location', 'body.locationId')
}

/** Locks the stock. Throws 404 if the user may not see it. */
async function seen(scope: Scope, id: Id<'stock'>): Promise<Stock> {
  await stockRowOf(scope, id)
  return (await locked(scope, [id]))(id)
}

/** Call with the stock locked. */
async function lotIn({ db, actor }: Scope, stockId: Id<'stock'>, lotId: Id<'stockLot'>) {
  const [lot] = await db
    .select()
    .from(tables.stockLot)
    .where(
      ofCompany(
        tables.stockLot,
        actor.companyId,
        eq(tables.stockLot.stockId, stockId),
        eq(tables.stockLot.id, lotId),
      ),
    )
  if (lot === undefined) throw refuseNotFound('lot', 'body.lotId')
  return lot
}

function mustHold(lot: { amount: number }, amount: number): void {
  if (roundAmount(amount) > lot.amount)
    throw conflict('So much of it is not there.', [
      { path: 'body.amount', code: 'notEnough', message: String(Math.max(0, lot.amount)) },
    ])
}

async function keptAt(scope: Scope, itemId: Id<'inventoryItem'>, locationId: Id<'location'>) {
  await requireRows(scope, tables.inventoryItem, [itemId], 'inventory item', 'body.itemId')
  await mustSeePlace(scope, locationId)
  const id = await stockAt(scope, itemId, locationId)
  return (await locked(scope, [id]))(id)
}

/** The movement of a repeated client key. Call with the stock locked. */
async function sentBefore(scope: Scope, clientKey: string | undefined) {
  if (clientKey === undefined) return null
  const [twin] = await scope.db
    .select({ id: tables.stockMovement.id, stockId: tables.stockMovement.stockId })
    .from(tables.stockMovement)
    .where(
      ofCompany(
        tables.stockMovement,
        scope.actor.companyId,
        eq(tables.stockMovement.clientKey, clientKey),
      ),
    )
  return twin === undefined
    ? null
    : { stock: await stockRowOf(scope, twin.stockId), movementId: twin.id }
}

async function halvesOf({ db, actor }: Scope, id: Id<'stockMovement'>) {
  const rows = await db
    .select()
    .from(tables.stockMovement)
    .where(
      ofCompany(
        tables.stockMovement,
        actor.companyId,
        or(
          eq(tables.stockMovement.id, id),
          eq(tables.stockMovement.pairOf, id),
          sql`${tables.stockMovement.id} = (select one.pair_of from ${tables.stockMovement} as one
            where one.company_id = ${actor.companyId} and one.id = ${id})`,
        ),
      ),
    )
    .orderBy(tables.stockMovement.id)
  const own = rows.find((row) => row.id === id)
  if (own === undefined) throw refuseNotFound('movement')
  return { own, rows }
}

export const inventoryHandlers: Handlers<typeof contract> = {
  listStock: (scope, { body }) => listStock(scope, body),
  getStock: (scope, { params }) => stockDetailOf(scope, params.id),
  listStockMovements: (scope, { params, body }) => movementsOf(scope, params.id, body),
  async keepStock(scope, { body: { itemId, locationId, minimum } }) {
    const before = await keptAt(scope, itemId, locationId)
    await scope.db
      .update(tables.stock)
      .set({
        minimum: minimum === null ? null : roundAmount(minimum),
        endedAt: null,
        ...nextVersion(tables.stock, scope.clock.now()),
      })
      .where(ofCompany(tables.stock, before.companyId, eq(tables.stock.id, before.id)))
    await updateLowStockAlert(scope, before, { journalled: true })
    return { stock: await stockRowOf(scope, before.id), before: before.minimum }
  },
  async stopStock(scope, { params: { id } }) {
    const before = await seen(scope, id)
    const left = await scope.db
      .select({ id: tables.stockLot.id })
      .from(tables.stockLot)
      .where(
        ofCompany(
          tables.stockLot,
          before.companyId,
          eq(tables.stockLot.stockId, id),
          sql`${tables.stockLot.amount} <> 0`,
        ),
      )
      .limit(1)
    if (left.length > 0)
      throw conflict('Something of it is still there.', [
        { path: '', code: 'stockLeft', message: String(before.amount) },
      ])
    await scope.db
      .update(tables.stock)
      .set({ endedAt: scope.clock.now(), minimum: null, ...nextVersion(tables.stock) })
      .where(ofCompany(tables.stock, before.companyId, eq(tables.stock.id, id)))
    await updateLowStockAlert(scope, before, { journalled: true })
    return { stopped: true as const }
  },
  async receiveStock(
    scope,
    { body: { itemId, locationId, amount, lot, expiresOn, reason, clientKey } },
  ) {
    const before = await keptAt(scope, itemId, locationId)
    const twin = await sentBefore(scope, clientKey)
    if (twin !== null) return twin
    const lotId = await lotOf(scope, before.id, { name: lot.trim(), expiresOn })
    const movementId = await writeMovement(scope, before.id, {
      lotId,
      kind: 'received',
      amount,
      reason,
      clientKey,
    })
    await updateLowStockAlert(scope, before, { journalled: true, reason })
    return { stock: await stockRowOf(scope, before.id), movementId }
  },
  async correctStock(scope, { params: { id }, body: { lotId, amount, reason } }) {
    const before = await seen(scope, id)
    const lot = await lotIn(
      scope,
      id,
      lotId ?? (await lotOf(scope, id, { name: '', expiresOn: null })),
    )
    const difference = addAmounts(amount, -lot.amount)
    if (difference === 0)
      throw badInput('body.amount', 'same', 'So much is known to be there already.')
    const movementId = await writeMovement(scope, id, {
      lotId: lot.id,
      kind: 'corrected',
      amount: difference,
      reason,
    })
    await updateLowStockAlert(scope, before, { journalled: true, reason })
    return { stock: await stockRowOf(scope, id), movementId }
  },
  async discardStock(scope, { params: { id }, body: { lotId, amount, reason, clientKey } }) {
    const before = await seen(scope, id)
    const twin = await sentBefore(scope, clientKey)
    if (twin !== null) return twin
    const lot = await lotIn(scope, id, lotId)
    mustHold(lot, amount)
    const movementId = await writeMovement(scope, id, {
      lotId,
      kind: 'discarded',
      amount: -amount,
      reason,
      clientKey,
    })
    await updateLowStockAlert(scope, before, { journalled: true, reason })
    return { stock: await stockRowOf(scope, id), movementId }
  },
  async moveStock(
    scope,
    { params: { id }, body: { lotId, amount, locationId, reason, clientKey } },
  ) {
    const { item, location } = await stockRowOf(scope, id)
    if (location.id === locationId)
      throw badInput('body.locationId', 'same', 'It is at this place already.')
    await mustSeePlace(scope, locationId)
    const otherId = await stockAt(scope, item.id, locationId)
    const before = await locked(scope, [id, otherId])
    const twin = await sentBefore(scope, clientKey)
    if (twin !== null) return twin
    const lot = await lotIn(scope, id, lotId)
    mustHold(lot, amount)
    const there = await lotOf(scope, otherId, lot)
    const movementId = await writeMovement(scope, id, {
      lotId,
      kind: 'moved',
      amount: -amount,
      reason,
      otherStockId: otherId,
      clientKey,
    })
    await writeMovement(scope, otherId, {
      lotId: there,
      kind: 'moved',
      amount,
      reason,
      otherStockId: id,
      pairOf: movementId,
    })
    await updateLowStockAlert(scope, before(id), { journalled: true, reason })
    await updateLowStockAlert(scope, before(otherId), { journalled: true, reason })
    return { stock: await stockRowOf(scope, id), movementId }
  },
  async undoStockMovement(scope, { params: { id } }) {
    const { own, rows } = await halvesOf(scope, id)
    for (const { stockId } of rows) await stockRowOf(scope, stockId)
    const before = await locked(
      scope,
      rows.map(({ stockId }) => stockId),
    )
    if (own.procedureLogId !== null || own.undoes !== null)
      throw conflict('What a performance used is corrected by counting.', [
        { path: '', code: 'ofPerformance', message: own.kind },
      ])
    if (own.ticketId !== null) {
      const undoingId = await undoPart(scope, own.ticketId, own.pairOf ?? own.id)
      return { stock: await stockRowOf(scope, own.stockId), movementId: undoingId }
    }
    let movementId = own.id
    for (const row of rows) {
      const undone = await scope.db
        .select({ id: tables.stockMovement.id })
        .from(tables.stockMovement)
        .where(
          ofCompany(tables.stockMovement, row.companyId, eq(tables.stockMovement.undoes, row.id)),
        )
      if (undone.length > 0)
        throw conflict('It was undone already.', [
          { path: '', code: 'undoneAlready', message: row.kind },
        ])
      const made = await writeMovement(scope, row.stockId, {
        lotId: row.lotId,
        kind: row.kind,
        amount: -row.amount,
        reason: row.reason,
        undoes: row.id,
        ...(row.otherStockId === null ? {} : { otherStockId: row.otherStockId }),
      })
      if (row.id === own.id) movementId = made
    }
    for (const { stockId } of rows)
      await updateLowStockAlert(scope, before(stockId), { journalled: true })
    return { stock: await stockRowOf(scope, own.stockId), movementId }
  },
}
