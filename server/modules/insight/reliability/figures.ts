/** Reliability figures of a range, spread over a dimension. */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { ReliabilityDimension, reliability as contract } from '#contract/reliability.ts'
import type { ReportRange } from '#contract/reports.ts'
import { reliabilityOf, type ReliabilitySums } from '#contract/rules/reliability.ts'
import * as tables from '#db/schema/index.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { equipmentFilter } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { midnight } from '#kernel/data/wallClock.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { causeOfDowntime } from './causes.ts'
import { knownSince } from './countDowntime.ts'

const { downtime, equipment, equipmentType, failureCode, location, locationType, orgEntity } =
  tables

type Question = z.output<typeof contract.getReliability.body>
type Answer = z.input<typeof contract.getReliability.response>

interface Sums extends ReliabilitySums {
  equipmentCount: number
}
interface Row extends Sums, Record<string, unknown> {
  id: number | null
  name: string
  groups: number
}

/** When equipment leaves: it is deleted, or after the day of its retirement (in UTC). Or null. */
export const endOfEquipment = sql`least(${equipment.deletedAt},
  timestamptz 'epoch' + (${equipment.retiredOn} + 1 - date '1970-01-01') * interval '24 hours')`

export interface Asked {
  by: ReliabilityDimension
  filter: FilterObject
  range: ReportRange
}

/** Equipment has no cause: with that dimension, downtimes are grouped. */
const groupOf: Record<Exclude<ReliabilityDimension, 'cause'>, { id: SQL; name: SQL }> = {
  equipment: { id: sql`${equipment.id}`, name: sql`${equipment.name}` },
  equipmentType: { id: sql`${equipmentType.id}`, name: sql`${equipmentType.name}` },
  location: { id: sql`${location.id}`, name: sql`${location.name}` },
  locationType: { id: sql`${locationType.id}`, name: sql`${locationType.name}` },
  orgEntity: { id: sql`${orgEntity.id}`, name: sql`${orgEntity.name}` },
}

export const isPlanned = sql<boolean>`coalesce(${downtime.isPlannedByHand}, ${downtime.isPlanned})`

/**
 * SQL for a table of the visible equipment, with `group_id` and `group_name`, and with the part of
 * the range in which its history is known: `begins` and `ends`.
 */
export async function observedEquipment(
  scope: Scope,
  { by, filter, range }: Asked,
  ...conditions: (SQL | undefined)[]
): Promise<SQL> {
  const { zone } = await calendarOf(scope)
  const known = ((await knownSince(scope)) ?? scope.clock.now()).toISOString()
  const now = scope.clock.now().toISOString()
  const from = midnight(range.from, zone)
  const { id, name } = groupOf[by === 'cause' ? 'equipment' : by]
  return sql`(select ${equipment.id} as id, ${id} as group_id, ${name} as group_name,
      greatest(${from}, ${equipment.createdAt}, ${known}::timestamptz) as begins,
      least(${midnight(addDays(range.to, 1), zone)}, ${now}::timestamptz, ${endOfEquipment})
        as ends
    from ${equipment}
    join ${equipmentType} on ${joinOn(equipmentType, equipment.typeId)}
    left join ${location} on ${joinOn(location, equipment.locationId)} and ${scope.from.ever.locations()}
    left join ${locationType} on ${joinOn(locationType, location.typeId)}
    left join ${orgEntity} on ${joinOn(orgEntity, equipment.orgEntityId)}
    where ${scope.from.ever.equipment(
      equipmentFilter(filter),
      sql`(${equipment.deletedAt} is null or ${equipment.deletedAt} > ${from})`,
      ...conditions,
    )}) as observed`
}

/** Joins the downtimes that overlap with what was observed. */
export const downtimesObserved = ({ actor }: Scope): SQL =>
  sql`${downtime} on ${downtime.companyId} = ${actor.companyId}
    and ${downtime.equipmentId} = observed.id and ${downtime.since} < observed.ends
    and coalesce(${downtime.until}, 'infinity') > observed.begins`

/** Seconds of a downtime within what was observed. Null without a downtime. */
export const secondsObserved = sql`extract(epoch from case when ${downtime.since} is not null then least(coalesce(${downtime.until}, 'infinity'), observed.ends)
  - greatest(${downtime.since}, observed.begins) end)`

/** SQL for the sums of each equipment: `observed`, and of its downtimes. */
const sumsOfEach = (scope: Scope, observed: SQL): SQL => {
  const isFailure = sql`not ${isPlanned}`
  const began = sql`${isFailure} and ${downtime.since} >= observed.begins`
  const restored = sql`${began} and ${downtime.until} <= observed.ends`
  return sql`(select observed.group_id, observed.group_name, observed.id,
      greatest(0, extract(epoch from observed.ends - observed.begins)) as seconds,
      coalesce(sum(${secondsObserved}), 0) as down,
      coalesce(sum(${secondsObserved}) filter (where ${isPlanned}), 0) as planned,
      count(*) filter (where ${began}) as failures,
      count(*) filter (where ${restored}) as repairs,
      coalesce(sum(extract(epoch from ${downtime.until} - ${downtime.since}))
        filter (where ${restored}), 0) as repaired
    from ${observed} left join ${downtimesObserved(scope)}
    where observed.ends > observed.begins
    group by observed.group_id, observed.group_name, observed.id, observed.begins, observed.ends) as each`
}

/** The same for each cause and equipment, without observed time. */
const sumsOfCauses = (scope: Scope, observed: SQL): SQL => {
  const isFailure = sql`not down.is_planned`
  const began = sql`${isFailure} and down.since >= down.begins`
  const restored = sql`${began} and down.until <= down.ends`
  return sql`(select down.cause_id as group_id, min(${failureCode.name}) as group_name, down.id,
      0 as seconds, sum(down.seconds) as down,
      coalesce(sum(down.seconds) filter (where down.is_planned), 0) as planned,
      count(*) filter (where ${began}) as failures,
      count(*) filter (where ${restored}) as repairs,
      coalesce(sum(extract(epoch from down.until - down.since)) filter (where ${restored}), 0)
        as repaired
    from (select observed.id, observed.begins, observed.ends, ${downtime.since} as since,
        ${downtime.until} as until, ${isPlanned} as is_planned, ${secondsObserved} as seconds,
        ${causeOfDowntime(scope)} as cause_id
      from ${observed} join ${downtimesObserved(scope)}
      where observed.ends > observed.begins) as down
    left join ${failureCode} on ${failureCode.companyId} = ${scope.actor.companyId}
      and ${failureCode.id} = down.cause_id
    group by down.cause_id, down.id) as each`
}

const sums = sql`count(*)::int as "equipmentCount",
  coalesce(sum(each.seconds), 0)::float8 as "observedSeconds",
  coalesce(sum(each.down), 0)::float8 as "downSeconds",
  coalesce(sum(each.planned), 0)::float8 as "plannedSeconds",
  coalesce(sum(each.failures), 0)::int as failures,
  coalesce(sum(each.repairs), 0)::int as repairs,
  coalesce(sum(each.repaired), 0)::float8 as "repairSeconds"`

const shown = (row: Sums) => {
  const { equipmentCount, observedSeconds, downSeconds, plannedSeconds, failures } = row
  return {
    equipmentCount,
    observedSeconds,
    downSeconds,
    plannedSeconds,
    failures,
    ...reliabilityOf(row),
  }
}

const orders: Record<'downSeconds' | 'failures' | 'availability', SQL> = {
  downSeconds: sql`sum(each.down)`,
  failures: sql`sum(each.failures)`,
  availability: sql`1 - sum(each.down) / nullif(sum(each.seconds), 0)`,
}

export async function reliabilityFigures(
  scope: Scope,
  { sort = '-downSeconds', limit, offset, ...asked }: Question,
): Promise<Answer> {
  const observed = await observedEquipment(scope, asked)
  const each = asked.by === 'cause' ? sumsOfCauses(scope, observed) : sumsOfEach(scope, observed)
  const isDescending = sort.startsWith('-')
  const key = sort.replace('-', '') as 'name' | keyof typeof orders
  const order = key === 'name' ? byName(scope, sql`min(each.group_name)`) : sql`${orders[key]}`
  const { rows } = await scope.db.execute<Row>(sql`select each.group_id as id,
      coalesce(min(each.group_name), '') as name, ${sums}, count(*) over ()::int as groups
    from ${each} group by each.group_id
    order by ${order} ${isDescending ? sql`desc` : sql`asc`} nulls last, each.group_id
    limit ${limit} offset ${offset}`)
  const known = await knownSince(scope)
  return {
    count: rows[0]?.groups ?? 0,
    rows: rows.map((row) => ({ id: row.id, name: row.name, ...shown(row) })),
    whole: await wholeFigures(scope, sumsOfEach(scope, observed)),
    knownSince: known?.toISOString() ?? null,
  }
}

async function wholeFigures(scope: Scope, each: SQL) {
  const { rows } = await scope.db.execute<Row>(sql`select ${sums} from ${each}`)
  const [row] = rows
  if (row === undefined) throw new Error('A sum without groups has one row')
  return shown(row)
}

/** Figures of one equipment, which the caller may see. */
export const figuresOfEquipment = async (scope: Scope, observed: SQL) =>
  wholeFigures(scope, sumsOfEach(scope, observed))
