/** What the plan of replacement knows about each equipment, in one statement. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_PLANNED_EQUIPMENT, type ReplacementDimension } from '#contract/replacement.ts'
import { addMonths } from '#contract/rules/addMonths.ts'
import { decimalsOf } from '#contract/rules/money.ts'
import { COST_MONTHS, type ReplacementFacts } from '#contract/rules/replacement.ts'
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
  groupId: number | null
  purchasedOn: string | null
  expectedYears: number | null
  retiredOn: string | null
  warrantyUntil: string | null
  price: number | null
  plannedYear: number | null
  cost: number | null
  days: number
  failures: number
  downDays: number
  typeDays: number
  typeFailures: number
  typeDownDays: number
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

/** Unplanned downtime of each equipment in the observed days. */
const downOf = ({ actor }: Scope, now: SQL): SQL => sql`(select ${downtime.equipmentId} as id,
    count(*) filter (where ${downtime.since} >= thing.begins)::int as failures,
    sum(date_part('epoch', least(coalesce(${downtime.until}, ${now}), ${now})
      - greatest(${downtime.since}, thing.begins))) / 86400 as days
  from thing join ${downtime} on ${downtime.companyId} = ${actor.companyId}
    and ${downtime.equipmentId} = thing.id
  where not coalesce(${downtime.isPlannedByHand}, ${downtime.isPlanned})
    and ${downtime.since} < ${now} and coalesce(${downtime.until}, 'infinity') > thing.begins
  group by 1)`

/** Costs of the tickets of each equipment since a day, that day included. */
function spentOn(scope: Scope, currency: string | null, zone: string, today: string): SQL {
  const since = addMonths(today, -COST_MONTHS)
  const wall = wallParts(sql`amount.at`, zone, { from: since, to: addDays(today, 1) })
  return sql`(select ${ticket.equipmentId} as id, sum(amount.value)::float8 as value
    from (${costsOfTickets(scope, decimalsOf(currency ?? ''))}) as amount
    join ${ticket} on ${ticket.companyId} = ${scope.actor.companyId} and ${ticket.id} = amount.ticket_id
    where ${scope.from.tickets(
      sql`${ticket.equipmentId} is not null`,
      sql`coalesce(amount.day - date '1970-01-01', ${wall.day}) >= ${Date.parse(since) / DAY_MS}::int`,
    )} group by 1)`
}

const nothingSpent = sql`(select null::int as id, null::float8 as value where false)`
const nothingDown = sql`(select null::int as id, null::int as failures, null::float8 as days where false)`

/**
 * The equipment of the plan, with facts for its score if `isScored`. Rates are compared with all
 * equipment of the type that the reader may see, whatever the filter.
 */
export async function readPlan(
  scope: Scope,
  { by, filter }: Asked,
  { isScored, isByName = false }: { isScored: boolean; isByName?: boolean },
): Promise<Plan> {
  const { db, actor, from, clock } = scope
  const { zone, today } = await calendarOf(scope)
  const hasMoney = scope.can('viewer|costs')
  const currency = hasMoney ? await currencyOf(scope) : null
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const known = sql`(select ${downtimeMark.knownSince} from ${downtimeMark}
    where ${ofCompany(downtimeMark, actor.companyId)})`
  const asked = equipmentFilter(filter) ?? sql`true`
  const where = from.equipment(inService(today), isScored ? undefined : asked)
  const { rows } =
    await db.execute<Row>(sql`with thing as materialized (select ${equipment.id} as id,
      ${equipment.typeId} as type_id, ${groupOf[by]} as group_id, ${equipment.name} as name,
      ${equipment.purchasedOn} as purchased_on, ${equipment.expectedYears} as expected_years,
      ${equipment.retiredOn} as retired_on, ${equipment.warrantyUntil} as warranty_until,
      ${equipment.price} as price, ${equipment.replaceIn} as replace_in, (${asked}) as is_asked,
      greatest(${equipment.createdAt}, coalesce(${known}, ${now}),
        ${now} - ${OBSERVED_DAYS}::int * interval '24 hours') as begins
    from ${equipment}
    left join ${location} on ${joinOn(location, equipment.locationId)} and ${from.ever.locations()}
    where ${where}),
  down as (${isScored ? downOf(scope, now) : nothingDown}),
  spent as (${isScored && hasMoney ? spentOn(scope, currency, zone, today) : nothingSpent}),
  each as (select thing.*, coalesce(down.failures, 0) as failures,
      coalesce(down.days, 0) as down_days, spent.value as cost,
      greatest(0, date_part('epoch', ${now} - thing.begins)) / 86400 as days
    from thing left join down on down.id = thing.id left join spent on spent.id = thing.id),
  compared as (select each.*, sum(days) over type as type_days,
      (sum(failures) over type)::int as type_failures, sum(down_days) over type as type_down_days
    from each window type as (partition by type_id))
  select id, group_id as "groupId", purchased_on::text as "purchasedOn",
    expected_years as "expectedYears", retired_on::text as "retiredOn",
    warranty_until::text as "warrantyUntil", price::float8 as price, replace_in as "plannedYear",
    coalesce(cost, case when exists (select from spent) then 0 end) as cost, days, failures,
    down_days as "downDays", type_days as "typeDays", type_failures as "typeFailures",
    type_down_days as "typeDownDays", count(*) over ()::int as total
  from compared where is_asked
  order by ${isByName ? byName(scope, sql`name`) : sql`id`}, id limit ${MAX_PLANNED_EQUIPMENT}`)
  return {
    today,
    hasMoney,
    currency,
    rows: rows.map((row) => plannedOf(row, hasMoney)),
    leftOut: Math.max(0, (rows[0]?.total ?? 0) - rows.length),
  }
}

function plannedOf(row: Row, hasMoney: boolean): Planned {
  const { id, groupId, purchasedOn, expectedYears, retiredOn, warrantyUntil, plannedYear } = row
  return {
    id,
    groupId,
    facts: {
      purchasedOn,
      expectedYears,
      retiredOn,
      warrantyUntil,
      plannedYear,
      price: hasMoney ? row.price : null,
      cost: row.cost,
      observed: { days: row.days, failures: row.failures, downDays: row.downDays },
      // Differences of sums of seconds may be a little below zero.
      others: {
        days: Math.max(0, row.typeDays - row.days),
        failures: row.typeFailures - row.failures,
        downDays: Math.max(0, row.typeDownDays - row.downDays),
      },
    },
  }
}

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
