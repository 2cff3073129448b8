/** Working time, parts and costs of the year's tickets. */
import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import { addAmounts } from '#contract/rules/stock.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { seededRandom } from './random.ts'
import type { ItemKey } from './referenceData.ts'
import { insertAll, insertMany, type Place, type Seed } from './rows.ts'
import { keysOf } from './words.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Prices of one unit in Czech crowns. */
const prices: Record<ItemKey, number> = {
  gloves: 3.4,
  wipes: 1.15,
  adrenaline: 96.5,
  pads: 1_480,
  battery: 2_350,
  filter: 640.9,
}
const spareParts = ['battery', 'filter'] as const

type Entry = typeof tables.workEntry.$inferInsert

export async function seedTicketWork(
  seed: Seed,
  {
    technicians,
    items,
    place,
    readerRoleId,
  }: {
    technicians: readonly Id<'user'>[]
    items: Record<ItemKey, Id<'inventoryItem'>>
    place: Place
    readerRoleId: Id<'role'>
  },
): Promise<void> {
  const { db, companyId, now } = seed
  await db
    .update(tables.companySettings)
    .set({ recordsWork: true, currency: 'CZK' })
    .where(ofCompany(tables.companySettings, companyId))
  await db
    .update(tables.role)
    .set({
      permissions: sql`array_cat(${tables.role.permissions}, array['viewer|work', 'viewer|costs'])`,
    })
    .where(ofCompany(tables.role, companyId, eq(tables.role.id, readerRoleId)))
  for (const key of keysOf(items))
    await db
      .update(tables.inventoryItem)
      .set({ price: prices[key] })
      .where(ofCompany(tables.inventoryItem, companyId, eq(tables.inventoryItem.id, items[key])))
  const done = await workedTickets(seed)
  const random = seededRandom(58)
  const [, ...others] = technicians
  const entries: Entry[] = []
  /** When each person's last entry ended, so that no two overlap. */
  const free = new Map<Id<'user'>, number>()
  const work = (ticketId: Id<'ticket'>, userId: Id<'user'>, from: number, until: number): void => {
    const startedAt = Math.max(from, free.get(userId) ?? 0)
    const minutes = random.between(2, 22) * 5
    const endedAt = startedAt + minutes * MINUTE
    if (endedAt > until) return
    free.set(userId, endedAt)
    entries.push({
      companyId,
      ticketId,
      userId,
      startedAt: new Date(startedAt),
      endedAt: new Date(endedAt),
      minutes,
      createdAt: new Date(startedAt),
      updatedAt: new Date(endedAt),
    })
  }
  for (const { id, assigneeId, openedAt, closedAt } of done) {
    if (assigneeId === null) continue
    const from = openedAt.getTime() + 100 * MINUTE
    const until = closedAt?.getTime() ?? now.getTime()
    work(id, assigneeId, from, until)
    if (random.chance(0.35)) work(id, assigneeId, from + 3 * 3_600_000, until)
    const helper = random.pick(others)
    if (random.chance(0.25) && helper !== assigneeId) work(id, helper, from, until)
  }
  await insertMany(
    db,
    tables.workEntry,
    entries.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime()),
  )
  const closed = done.flatMap(({ closedAt, ...ticket }) =>
    closedAt === null ? [] : [{ ...ticket, closedAt }],
  )
  for (const item of spareParts)
    await useParts(
      seed,
      items[item],
      place,
      closed
        .filter(() => random.chance(0.2))
        .map(({ id, assigneeId, closedAt }) => ({
          ticketId: id,
          by: assigneeId,
          at: closedAt,
          amount: random.between(1, 2),
          price: prices[item],
        })),
    )
  await seedCosts(seed, closed)
}

interface Worked {
  id: Id<'ticket'>
  assigneeId: Id<'user'> | null
  openedAt: Date
  closedAt: Date | null
}

const workedTickets = ({ db, companyId }: Seed): Promise<Worked[]> =>
  db
    .select({
      id: tables.ticket.id,
      assigneeId: tables.ticket.assigneeId,
      openedAt: tables.ticket.openedAt,
      closedAt: tables.ticket.closedAt,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(
      and(
        ofCompany(tables.ticket, companyId, isNotNull(tables.ticket.assigneeId)),
        ne(tables.ticketState.category, 'open'),
      ),
    )
    .orderBy(asc(tables.ticket.openedAt), asc(tables.ticket.id))

interface Use {
  ticketId: Id<'ticket'>
  by: Id<'user'> | null
  at: Date
  amount: number
  price: number
}

/** Deliveries of ten, as soon as few are left. */
async function useParts(
  { db, companyId, now, users }: Seed,
  itemId: Id<'inventoryItem'>,
  { id: locationId }: Place,
  uses: readonly Use[],
): Promise<void> {
  const keeper = users.find(({ role }) => role === 'manager')?.userId ?? null
  const began = new Date(now.getTime() - 366 * DAY)
  const [stock] = await insertAll(db, tables.stock, [
    { companyId, itemId, locationId, minimum: 3, createdAt: began },
  ])
  if (stock === undefined) throw new Error('The demo keeps no spare parts')
  const [lot] = await insertAll(db, tables.stockLot, [
    {
      companyId,
      stockId: stock.id,
      name: '',
      expiresOn: addDays(now.toISOString().slice(0, 10), 900),
    },
  ])
  if (lot === undefined) throw new Error('The demo has no lot')
  const movements: (typeof tables.stockMovement.$inferInsert)[] = []
  let amount = 0
  const write = (
    at: Date,
    change: number,
    more: Pick<typeof tables.stockMovement.$inferInsert, 'kind'> &
      Partial<typeof tables.stockMovement.$inferInsert>,
  ): void => {
    amount = addAmounts(amount, change)
    movements.push({
      companyId,
      stockId: stock.id,
      lotId: lot.id,
      at,
      createdAt: at,
      amount: change,
      after: amount,
      byId: keeper,
      ticketId: null,
      price: null,
      ...more,
    })
  }
  write(began, 10, { kind: 'received' })
  for (const use of uses.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { ticketId, by: byId, price } = use
    write(use.at, -use.amount, { kind: 'used', ticketId, byId, price })
    if (amount < 4) write(use.at, 10, { kind: 'received' })
  }
  await insertMany(db, tables.stockMovement, movements)
  const byId = (id: number) => sql`id = ${id}`
  await db
    .update(tables.stock)
    .set({ amount })
    .where(ofCompany(tables.stock, companyId, byId(stock.id)))
  await db
    .update(tables.stockLot)
    .set({ amount })
    .where(ofCompany(tables.stockLot, companyId, byId(lot.id)))
}

/** Some repairs need the maker's service, which is a contractor of the demo. */
async function seedCosts(
  { db, companyId, users, words }: Seed,
  closed: readonly (Worked & { closedAt: Date })[],
): Promise<void> {
  const random = seededRandom(85)
  const [contractor] = await db
    .select({ id: tables.orgEntity.id })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, companyId, eq(tables.orgEntity.kind, 'contractor')))
  const addedBy = users.find(({ role }) => role === 'manager')?.userId
  if (addedBy === undefined) throw new Error('The demo has no manager')
  const range = {
    callOut: [1_800, 4_200],
    spare: [2_400, 18_900],
    calibration: [900, 2_600],
  } as const
  await insertAll(
    db,
    tables.ticketCost,
    closed
      .filter(() => random.chance(0.18))
      .flatMap(({ id: ticketId, closedAt }) =>
        keysOf(range)
          .filter((key) => key === 'callOut' || random.chance(0.4))
          .map((key) => ({
            companyId,
            ticketId,
            day: closedAt.toISOString().slice(0, 10),
            amount: random.between(range[key][0], range[key][1]) + random.between(0, 1) / 2,
            text: words.costs[key],
            orgEntityId: contractor?.id ?? null,
            addedBy,
            createdAt: closedAt,
            updatedAt: closedAt,
          })),
      ),
  )
}
