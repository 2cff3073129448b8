import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { RATE_DAYS, useRates } from '#contract/rules/meterRates.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { isCounted, totalAt } from './totalAt.ts'

const DAY = 86_400_000
const AT_ONCE = 2_000

/** Stores use a day for meters of a type whose rates are unknown or a day old. */
export async function rateMeters(scope: Scope, typeId: Id<'meterType'>): Promise<void> {
  const yieldIfDue = makeYielder()
  while ((await rateSome(scope, typeId)) === AT_ONCE) await yieldIfDue()
}

async function rateSome({ db, actor, clock }: Scope, typeId: Id<'meterType'>): Promise<number> {
  const { meter, meterReading: reading } = tables
  const now = clock.now()
  const at = (days: number): SQL => sql`${new Date(now.getTime() - days * DAY)}::timestamptz`
  const sums = RATE_DAYS.map((days) => totalAt(meter.companyId, meter.id, at(days)))
  const { rows } = await db.execute<{ id: number; totals: number[]; firstAt: string | null }>(sql`
    select ${meter.id} as id, array[${sql.join(sums, sql`, `)}] as totals,
      (select min(at) from ${reading} where company_id = ${actor.companyId}
        and meter_id = ${meter.id} and ${isCounted}) as "firstAt"
    from ${meter} where ${meter.companyId} = ${actor.companyId} and ${meter.typeId} = ${typeId}
    and (${meter.ratedAt} is null or ${meter.ratedAt} < ${at(1)}) order by ${meter.id}
    limit ${AT_ONCE}`)
  const rated = rows.map(({ id, totals, firstAt }) => ({
    id,
    busiest: null,
    quietest: null,
    ...useRates(totals, firstAt && new Date(firstAt).toISOString(), now.toISOString()),
  }))
  if (rated.length > 0)
    await db.execute(sql`update ${meter}
      set busiest = rated.busiest, quietest = rated.quietest, rated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(rated)}::jsonb)
        as rated(id int, busiest double precision, quietest double precision)
      where ${meter.companyId} = ${actor.companyId} and ${meter.id} = rated.id`)
  return rated.length
}
