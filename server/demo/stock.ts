/**
 * The demo's stock: use of the last months, one late delivery, one expired lot, and few gloves
 * left.
 */
import { eq, gte, sql } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import { isLow, addAmounts, allocateLots } from '#contract/rules/stock.ts'
import type { Id } from '#contract/ids.ts'
import type { MovementKind } from '#contract/inventory.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Campus } from './campus.ts'
import type { ItemKey } from './referenceData.ts'
import { insertAll, insertMany, type Place, type Seed } from './rows.ts'

const DAY = 86_400_000
/** Days of stock movements. */
const DAYS = 100

interface Delivery {
  lot: string
  amount: number
  /** Days from now. Null if it does not expire. */
  expires: number | null
  /** Days since the delivery. */
  came: number
}
/** Stock at hand. `left`: remaining quantity of the first lot. */
const kept: {
  item: ItemKey
  minimum: number | null
  lots: Delivery[]
  left: number
}[] = [
  {
    item: 'gloves',
    minimum: 400,
    left: 180,
    lots: [{ lot: 'NG-2231', amount: 0, expires: 640, came: 96 }],
  },
  {
    item: 'wipes',
    minimum: 300,
    left: 900,
    lots: [
      { lot: 'DW-118', amount: 0, expires: 20, came: 95 },
      { lot: 'DW-131', amount: 600, expires: 320, came: 12 },
    ],
  },
  {
    item: 'adrenaline',
    minimum: 10,
    left: 14,
    lots: [{ lot: 'AD-7702', amount: 0, expires: 210, came: 94 }],
  },
  {
    item: 'pads',
    minimum: 4,
    left: 9,
    lots: [{ lot: 'P-60', amount: 0, expires: 500, came: 93 }],
  },
]
/** A store in each building, from which little is taken. */
const spare = [
  { item: 'adrenaline', lot: 'AD', amount: 4, minimum: null, expires: -9 },
  { item: 'gloves', lot: 'NI', amount: 250, minimum: 100, expires: 640 },
  { item: 'wipes', lot: 'DI', amount: 80, minimum: 120, expires: 320 },
  { item: 'pads', lot: 'DE', amount: 3, minimum: null, expires: 500 },
] as const

export async function seedStock(
  seed: Seed,
  { campus, buildings }: Campus['places'],
  items: Record<ItemKey, Id<'inventoryItem'>>,
): Promise<void> {
  for (const { item, minimum, lots, left } of kept) {
    const uses = await usesOf(seed, items[item])
    const used = uses.reduce((sum, one) => sum + one.amount, 0)
    const [first, ...more] = lots
    if (first === undefined) continue
    const deliveries = [{ ...first, amount: used + left }, ...more]
    await keep(seed, items[item], campus, minimum, deliveries, uses)
  }
  for (const place of [buildings.A, buildings.B, buildings.C])
    for (const { item, lot, amount, minimum, expires } of spare)
      await keep(
        seed,
        items[item],
        place,
        minimum,
        [{ lot: `${lot}-${place.id}`, amount, expires, came: 30 }],
        [],
      )
}

interface Use {
  id: Id<'procedureLog'>
  at: Date
  by: Id<'user'>
  amount: number
}

async function usesOf({ db, companyId, now }: Seed, itemId: Id<'inventoryItem'>): Promise<Use[]> {
  const rows = await db
    .select({
      id: tables.procedureLog.id,
      at: tables.procedureLog.doneAt,
      by: tables.procedureLog.doneBy,
      used: tables.procedureLog.used,
    })
    .from(tables.procedureLog)
    .leftJoin(
      tables.equipment,
      ofCompany(
        tables.equipment,
        companyId,
        eq(tables.equipment.id, tables.procedureLog.equipmentId),
      ),
    )
    .where(
      ofCompany(
        tables.procedureLog,
        companyId,
        gte(tables.procedureLog.doneAt, new Date(now.getTime() - (DAYS - 10) * DAY)),
        sql`${tables.procedureLog.used} <> '[]'::jsonb`,
        sql`coalesce(${tables.procedureLog.locationId}, ${tables.equipment.locationId}) is not null`,
      ),
    )
    .orderBy(tables.procedureLog.doneAt, tables.procedureLog.id)
  return rows.flatMap(({ used, ...row }) => {
    const line = used.find((one) => one.itemId === itemId)
    return line === undefined ? [] : [{ ...row, amount: line.amount }]
  })
}

async function keep(
  { db, companyId, now, users }: Seed,
  itemId: Id<'inventoryItem'>,
  place: Place,
  minimum: number | null,
  deliveries: Delivery[],
  uses: Use[],
): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const keeper = users.find(({ role }) => role === 'manager')?.userId ?? null
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  const [row] = await insertAll(db, tables.stock, [
    { companyId, itemId, locationId: place.id, minimum, createdAt: ago(DAYS - 4) },
  ])
  if (row === undefined) throw new Error('The demo keeps no stock')
  const made = await insertAll(
    db,
    tables.stockLot,
    deliveries.map(({ lot, expires }) => ({
      companyId,
      stockId: row.id,
      name: lot,
      expiresOn: expires === null ? null : addDays(today, expires),
    })),
  )
  const lots = made.map(({ id, expiresOn }) => ({ id, expiresOn, amount: 0 }))
  let amount = 0
  const movements: (typeof tables.stockMovement.$inferInsert)[] = []
  const write = (
    lotId: number,
    kind: MovementKind,
    at: Date,
    change: number,
    use: Use | null,
  ): void => {
    const lot = lots.find(({ id }) => id === lotId)
    if (lot === undefined) return
    lot.amount = addAmounts(lot.amount, change)
    amount = addAmounts(amount, change)
    movements.push({
      companyId,
      stockId: row.id,
      lotId: lot.id,
      at,
      kind,
      amount: change,
      after: amount,
      byId: use?.by ?? keeper,
      procedureLogId: use?.id ?? null,
      createdAt: at,
    })
  }
  const events = [
    ...deliveries.map((delivery, place) => ({ at: ago(delivery.came), delivery, place })),
    ...uses.map((use) => ({ at: use.at, use })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const event of events)
    if ('delivery' in event) {
      const lot = lots[event.place]
      if (lot !== undefined) write(lot.id, 'received', event.at, event.delivery.amount, null)
    } else
      for (const one of allocateLots(lots, event.use.amount, event.at.toISOString().slice(0, 10))
        .taken)
        write(one.lotId, 'used', event.at, -one.amount, event.use)
  await insertMany(db, tables.stockMovement, movements)
  await db
    .update(tables.stock)
    .set({ amount })
    .where(ofCompany(tables.stock, companyId, eq(tables.stock.id, row.id)))
  for (const lot of lots)
    await db
      .update(tables.stockLot)
      .set({ amount: lot.amount })
      .where(ofCompany(tables.stockLot, companyId, eq(tables.stockLot.id, lot.id)))
  if (!isLow({ amount, minimum })) return
  const [told] = await insertAll(db, tables.alert, [
    {
      companyId,
      at: ago(1),
      kind: 'stockLow',
      level: 'warning',
      locationId: place.id,
      stockId: row.id,
    },
  ])
  if (told === undefined) return
  await insertAll(
    db,
    tables.alertRecipient,
    users
      .filter(({ role }) => role !== 'staff')
      .map(({ userId }) => ({ companyId, alertId: told.id, userId })),
  )
}
