import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { RATE_DAYS, useRates } from '#contract/rules/meterRates.ts'
import * as tables from '#db/schema/index.ts'
import { readInParts } from '#kernel/data/readInParts.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isCounted, totalAt, totalNow } from './totalAt.ts'

const DAY = 86_400_000
const AT_ONCE = 2_000

interface Totals {
  id: number
  totals: number[]
  firstAt: string | null
  [column: string]: unknown
}

/** Stores use a day for meters of a type whose rates are unknown or a day old. */
export async function rateMeters(
  { db, actor, clock }: Scope,
  typeId: Id<'meterType'>,
): Promise<void> {
  const { meter, meterReading: reading } = tables
  const now = clock.now()
  const at = (days: number): SQL => sql`${new Date(now.getTime() - days * DAY)}::timestamptz`
  const sums = RATE_DAYS.map((days) =>
    days === 0 ? totalNow(now) : totalAt(meter.companyId, meter.id, at(days)),
  )
  const unrated = sql`
    select ${meter.id} as id, array[${sql.join(sums, sql`, `)}] as totals,
      (select min(at) from ${reading} where company_id = ${actor.companyId}
        and meter_id = ${meter.id} and ${isCounted}) as "firstAt"
    from ${meter} where ${meter.companyId} = ${actor.companyId} and ${meter.typeId} = ${typeId}
    and (${meter.ratedAt} is null or ${meter.ratedAt} < ${at(1)})`
  for await (const rows of readInParts<Totals>(db, 'unrated', unrated, AT_ONCE)) {
    const rated = rows.map(({ id, totals, firstAt }) => ({
      id,
      busiest: null,
      quietest: null,
      ...useRates(totals, firstAt && new Date(firstAt).toISOString(), now.toISOString()),
    }))
    await db.execute(sql`update ${meter}
      set busiest = rated.busiest, quietest = rated.quietest, rated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(rated)}::jsonb)
        as rated(id int, busiest double precision, quietest double precision)
      where ${meter.companyId} = ${actor.companyId} and ${meter.id} = rated.id`)
  }
}
