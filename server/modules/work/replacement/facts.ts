/** What the plan of replacement knows about each equipment, in three statements. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_PLANNED_EQUIPMENT, type ReplacementDimension } from '#contract/replacement.ts'
import { addMonths } from '#contract/rules/addMonths.ts'
import { decimalsOf } from '#contract/rules/money.ts'
import { COST_MONTHS, type Observed, type ReplacementFacts } from '#contract/rules/replacement.ts'
import * as tables from '#db/schema/index.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { equipmentFilter } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { wallParts } from '#kernel/data/wallClock.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { costsOfTickets, currencyOf } from '../workTime/index.ts'

const { downtime, downtimeMark, equipment, location, ticket } = tables

const OBSERVED_DAYS = 365
const DAY_MS = 86_400_000

export interface Asked {
  by: ReplacementDimension
  filter: FilterObject
}

export interface Planned {
  id: Id<'equipment'>
  groupId: number | null
  facts: ReplacementFacts
}

export interface Plan {
  today: string
  hasMoney: boolean
  currency: string | null
  rows: Planned[]
  leftOut: number
}

interface Row extends Record<string, unknown> {
  id: Id<'equipment'>
  typeId: Id<'equipmentType'>
  groupId: number | null
  purchasedOn: string | null
  expectedYears: number | null
  retiredOn: string | null
  warrantyUntil: string | null
  price: number | null
  plannedYear: number | null
  isAsked: boolean
  /** Observed days. */
  days: number
  /** Asked equipment in all. */
  total: number
}

const groupOf: Record<ReplacementDimension, SQL> = {
  equipmentType: sql`${equipment.typeId}`,
  location: sql`${location.id}`,
  locationType: sql`${location.typeId}`,
  orgEntity: sql`${equipment.orgEntityId}`,
}

/** Not retired: `isRetired()` of the contract. */
const inService = (today: string): SQL =>
  sql`(${equipment.retiredOn} is null or ${equipment.retiredOn} >= ${today}::date)`

const nowOf = ({ clock }: Scope): SQL => sql`${clock.now().toISOString()}::timestamptz`

/** When the observed days of equipment begin. Its statuses are known from then on. */
const beginsOf = (scope: Scope): SQL => sql`greatest(${equipment.createdAt},
  coalesce((select ${downtimeMark.knownSince} from ${downtimeMark}
    where ${ofCompany(downtimeMark, scope.actor.companyId)}), ${nowOf(scope)}),
  ${nowOf(scope)} - ${OBSERVED_DAYS}::int * interval '24 hours')`

interface Down extends Record<string, unknown> {
  id: number
  failures: number
  days: number
}

/** Unplanned downtime of each equipment in its observed days. */
async function downtimeOfEach(scope: Scope, where: SQL): Promise<Map<number, Down>> {
  const now = nowOf(scope)
  const { rows } = await scope.db.execute<Down>(sql`select down.id,
      (count(*) filter (where down.since >= down.begins))::int as failures,
      sum(date_part('epoch', least(down.until, ${now}) - greatest(down.since, down.begins)))
        / 86400 as days
    from (select ${equipment.id} as id, ${downtime.since} as since,
        coalesce(${downtime.until}, 'infinity') as until, ${beginsOf(scope)} as begins
      from ${downtime} join ${equipment} on ${joinOn(equipment, downtime.equipmentId)}
      where ${ofCompany(
        downtime,
        scope.actor.companyId,
        sql`not coalesce(${downtime.isPlannedByHand}, ${downtime.isPlanned})`,
        sql`${downtime.since} < ${now}`,
        where,
      )}) as down
    where down.until > down.begins group by down.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Costs of the tickets of each equipment in the last months. */
async function costsOfEach(
  scope: Scope,
  currency: string | null,
  zone: string,
  today: string,
): Promise<Map<number, number>> {
  const since = addMonths(today, -COST_MONTHS)
  const wall = wallParts(sql`amount.at`, zone, { from: since, to: addDays(today, 1) })
  const { rows } = await scope.db.execute<{ id: number; value: number }>(sql`
    select ${ticket.equipmentId} as id, sum(amount.value)::float8 as value
    from (${costsOfTickets(scope, decimalsOf(currency ?? ''))}) as amount
    join ${ticket} on ${ticket.companyId} = ${scope.actor.companyId} and ${ticket.id} = amount.ticket_id
    where ${scope.from.tickets(
      sql`${ticket.equipmentId} is not null`,
      sql`coalesce(amount.day - date '1970-01-01', ${wall.day}) >= ${Date.parse(since) / DAY_MS}::int`,
    )} group by 1`)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/**
 * The equipment of the plan, with facts for its score if `isScored`. Rates are compared with all
 * equipment of the type that the reader may see, whatever the filter. `alone` reads one type only. Each kind of fact is one
 * statement: joined in one, the database chose nested loops over 20,000 rows.
 */
export async function readPlan(
  scope: Scope,
  { by, filter }: Asked,
  {
    isScored,
    isByName = false,
    alone,
  }: { isScored: boolean; isByName?: boolean; alone?: Id<'equipment'> | undefined },
): Promise<Plan> {
  const { db, from } = scope
  const { zone, today } = await calendarOf(scope)
  const hasMoney = scope.can('viewer|costs')
  const currency = hasMoney ? await currencyOf(scope) : null
  const asked = equipmentFilter(filter) ?? sql`true`
  const where = from.equipment(
    inService(today),
    alone === undefined
      ? undefined
      : sql`${equipment.typeId} in (select one.type_id from ${equipment} as one
          where one.company_id = ${scope.actor.companyId} and one.id = ${alone})`,
  )
  const begins = sql`greatest(0, date_part('epoch', ${nowOf(scope)} - ${beginsOf(scope)})) / 86400`
  const { rows } = await db.execute<Row>(sql`select ${equipment.id} as id,
      ${equipment.typeId} as "typeId", ${groupOf[by]} as "groupId",
      ${equipment.purchasedOn}::text as "purchasedOn", ${equipment.expectedYears} as "expectedYears",
      ${equipment.retiredOn}::text as "retiredOn", ${equipment.warrantyUntil}::text as "warrantyUntil",
      ${equipment.price}::float8 as price, ${equipment.replaceIn} as "plannedYear",
      (${asked}) as "isAsked", ${begins} as days,
      (count(*) filter (where ${asked}) over ())::int as total
    from ${equipment}
    left join ${location} on ${joinOn(location, equipment.locationId)} and ${from.ever.locations()}
    where ${where} ${isScored ? sql`` : sql`and ${asked}`}
    order by (${asked}) desc, ${isByName ? byName(scope, equipment.name) : sql`${equipment.id}`},
      ${equipment.id} limit ${MAX_PLANNED_EQUIPMENT}`)
  const down = isScored ? await downtimeOfEach(scope, where) : new Map<number, Down>()
  const costs =
    isScored && hasMoney
      ? await costsOfEach(scope, currency, zone, today)
      : new Map<number, number>()
  const observed = new Map(
    rows.map(({ id, days }): [number, Observed] => {
      const { failures = 0, days: downDays = 0 } = down.get(id) ?? {}
      return [id, { days, failures, downDays }]
    }),
  )
  const types = new Map<number, Observed>()
  for (const { id, typeId } of rows) {
    const sum = types.get(typeId) ?? { days: 0, failures: 0, downDays: 0 }
    const own = observed.get(id) ?? sum
    types.set(typeId, added(sum, own, 1))
  }
  const planned = rows
    .filter(({ isAsked }) => isAsked)
    .map((row): Planned => {
      const {
        id,
        groupId,
        typeId,
        isAsked: _asked,
        days: _days,
        total: _total,
        price,
        ...life
      } = row
      const own = observed.get(id) ?? nothing
      return {
        id,
        groupId,
        facts: {
          ...life,
          price: hasMoney ? price : null,
          cost: costs.size === 0 ? null : (costs.get(id) ?? 0),
          observed: own,
          others: added(types.get(typeId) ?? own, own, -1),
        },
      }
    })
  const count = rows[0]?.total ?? 0
  return { today, hasMoney, currency, rows: planned, leftOut: count - planned.length }
}

const nothing: Observed = { days: 0, failures: 0, downDays: 0 }
/** Differences of sums of fractions may be a little below zero. */
const added = (sum: Observed, one: Observed, sign: 1 | -1): Observed => ({
  days: Math.max(0, sum.days + sign * one.days),
  failures: sum.failures + sign * one.failures,
  downDays: Math.max(0, sum.downDays + sign * one.downDays),
})

/** Retired equipment that the reader may see. */
export async function countRetired(
  { db, from }: Scope,
  filter: FilterObject,
  today: string,
): Promise<number> {
  const [row] = await db
    .select({ retired: sql<number>`count(*)::int` })
    .from(equipment)
    .where(from.equipment(equipmentFilter(filter), sql`not ${inService(today)}`))
  return row?.retired ?? 0
}
