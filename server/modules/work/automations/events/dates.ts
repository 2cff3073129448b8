/** Dates of equipment and of lots in stock: a rule acts so many days before or after them. */
import { sql, type SQL } from 'drizzle-orm'
import type { EventByKind } from '#contract/automation/events.ts'
import { dayBehind, dayOfEvent } from '#contract/automation/events/dates.ts'
import { instantOf } from '#contract/recurrence/zone.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { lifeEndsOn } from '#kernel/data/lifeEndsOn.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ownersOf } from '../../../foundation/orgEntities/index.ts'
import { placeFacts } from '../facts.ts'
import { MAX_SPANS, type FoundSpan, type ServerEvent, type Subject, type Window } from './kind.ts'
import { equipmentSubjects } from './things.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** A date is looked for this long before its time, and after it if no server ran. */
const AHEAD = DAY
const BEHIND = 30 * DAY

type DateEvent = EventByKind<'dateComes' | 'stockExpires'>

/** Minutes of the clock since 1970 at the beginning of a day. */
const minutesOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / MINUTE

const momentOf = (day: string, at: string, { actor }: Scope): number => {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  return Date.parse(instantOf(minutesOf(day) + hour * 60 + minute, actor.timezone).at)
}

/** Dates whose event may come in the window, and those of known subjects. */
function isNear(day: SQL, id: SQL, event: DateEvent, { from, now, since, known = [] }: Window) {
  const reach = Math.max(Math.min(+from, +(since ?? from)), +now - BEHIND)
  const dayAt = (instant: number) =>
    dayBehind(new Date(instant).toISOString().replace(/T.*$/, ''), event)
  const isKnown = known.length === 0 ? sql`false` : isAnyId(id, known)
  return sql`(${day} between ${dayAt(reach - DAY)} and ${dayAt(+now + AHEAD)} or ${isKnown})`
}

const spanOf = (
  scope: Scope,
  event: DateEvent,
  { id, day, notBefore = 0, to = null }: Dated,
): FoundSpan => {
  const dueAt = Math.max(momentOf(dayOfEvent(day, event), event.at, scope), notBefore)
  return { subjectId: id, from: momentOf(day, '00:00', scope), to, dueAt, causeRunId: null }
}
interface Dated {
  id: number
  day: string
  notBefore?: number
  to?: number | null
}

const columnOf = {
  producedOn: tables.equipment.producedOn,
  purchasedOn: tables.equipment.purchasedOn,
  warrantyUntil: tables.equipment.warrantyUntil,
  lifeEndsOn,
  retiredOn: tables.equipment.retiredOn,
}

export const dateComes: ServerEvent<'dateComes'> = {
  // A changed date is found at the look of each minute.
  tags: [],
  subjects: equipmentSubjects,
  async spans(scope, event, window) {
    const { equipment } = tables
    const { date } = event
    const day =
      date.of === 'field'
        ? sql<string>`${columnOf[date.field]}::text`
        : sql<string>`(${equipment.metadata} ->> ${String(date.fieldId)})`
    const rows = await scope.db
      .select({ id: equipment.id, day })
      .from(equipment)
      .where(
        scope.from.equipment(
          sql`${day} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`,
          isNear(day, sql`${equipment.id}`, event, window),
        ),
      )
      .orderBy(equipment.id)
      .limit(MAX_SPANS)
    return rows.map((row) => spanOf(scope, event, row))
  },
}

export const stockExpires: ServerEvent<'stockExpires'> = {
  tags: ['Stock'],
  subjects: lotSubjects,
  async spans(scope, event, window) {
    const { db, actor, from } = scope
    const { stockLot, stock, stockMovement } = tables
    const day = sql<string>`${stockLot.expiresOn}::text`
    const rows = await db
      .select({
        id: stockLot.id,
        day,
        createdAt: stockLot.createdAt,
        usedAt: sql<number | null>`case when ${stockLot.amount} > 0 then null else
          (select extract(epoch from max(${stockMovement.at}))::float8 from ${stockMovement}
            where ${stockMovement.companyId} = ${actor.companyId}
            and ${stockMovement.lotId} = ${stockLot.id}) end`,
        isEmpty: sql<boolean>`${stockLot.amount} <= 0`,
      })
      .from(stockLot)
      .innerJoin(stock, joinOn(stock, stockLot.stockId))
      .innerJoin(tables.location, joinOn(tables.location, stock.locationId))
      .where(
        ofCompany(
          stockLot,
          actor.companyId,
          sql`${stockLot.expiresOn} is not null`,
          from.locations(),
          isNear(day, sql`${stockLot.id}`, event, window),
        ),
      )
      .orderBy(stockLot.id)
      .limit(MAX_SPANS)
    return rows.flatMap(({ createdAt, usedAt, isEmpty, ...row }) =>
      isEmpty && usedAt === null
        ? []
        : [
            spanOf(scope, event, {
              ...row,
              notBefore: createdAt.getTime(),
              to: usedAt === null ? null : Math.round(usedAt * 1_000),
            }),
          ],
    )
  },
}

async function lotSubjects(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  const rows = await db
    .select({
      id: tables.stockLot.id,
      lot: tables.stockLot.name,
      stockId: tables.stock.id,
      item: tables.inventoryItem.name,
      location: tables.location,
    })
    .from(tables.stockLot)
    .innerJoin(tables.stock, joinOn(tables.stock, tables.stockLot.stockId))
    .innerJoin(tables.inventoryItem, joinOn(tables.inventoryItem, tables.stock.itemId))
    .innerJoin(tables.location, joinOn(tables.location, tables.stock.locationId))
    .where(ofCompany(tables.stockLot, actor.companyId, isAnyId(tables.stockLot.id, ids)))
  const owners = await ownersOf({ db, actor })
  return new Map(
    rows.map(({ id, lot, stockId, item, location }): [number, Subject] => {
      const name = lot === '' ? item : `${item} (${lot})`
      return [
        id,
        {
          subject: { kind: 'stock', id: stockId, name },
          equipmentId: null,
          locationId: location.id,
          procedureName: name,
          procedureId: null,
          equipment: null,
          location,
          thingName: location.name,
          ticketId: null,
          facts: {
            procedureIds: [],
            procedureTypeIds: [],
            ...placeFacts(null, location, owners),
          },
        },
      ]
    }),
  )
}
