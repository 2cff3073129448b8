import { sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { knownSince } from './countDowntime.ts'
import { endOfEquipment } from './figures.ts'

const { downtime, equipment } = tables

/**
 * Percent of the observed time in which visible equipment could be used, for each row of the SQL
 * table `weeks`, which has `since`, `until` and `place` (from 1). Null for a week without any.
 */
export async function availabilityOfWeeks(
  scope: Scope,
  weeks: SQL,
  count: number,
): Promise<(number | null)[]> {
  const { db, from, actor, clock } = scope
  const known = ((await knownSince(scope)) ?? clock.now()).toISOString()
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const seconds = (since: SQL, until: SQL) =>
    sql`greatest(0, extract(epoch from ${until} - ${since}))`
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    with week as (select * from ${weeks}),
    seen as (select ${equipment.id} as id,
      greatest(${equipment.createdAt}, ${known}::timestamptz) as begins, ${endOfEquipment} as ends
      from ${equipment} where ${from.ever.equipment()}),
    observed as (select week.place, sum(${seconds(
      sql`greatest(week.since, seen.begins)`,
      sql`least(week.until, seen.ends, ${now})`,
    )}) as seconds from week cross join seen group by 1),
    down as (select week.place, sum(${seconds(
      sql`greatest(week.since, seen.begins, ${downtime.since})`,
      sql`least(week.until, seen.ends, ${now}, ${downtime.until})`,
    )}) as seconds from week
      join ${downtime} on ${ofCompany(
        downtime,
        actor.companyId,
        sql`${downtime.since} < week.until`,
        sql`coalesce(${downtime.until}, 'infinity') > week.since`,
      )}
      join seen on seen.id = ${downtime.equipmentId} group by 1)
    select observed.place::int as place,
      (100 * (1 - coalesce(down.seconds, 0) / nullif(observed.seconds, 0)))::float8 as value
    from observed left join down on down.place = observed.place`)
  const values = new Map(rows.map(({ place, value }) => [place, value]))
  return Array.from({ length: count }, (_, index) => values.get(index + 1) ?? null)
}
