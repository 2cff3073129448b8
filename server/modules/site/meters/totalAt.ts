import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { HOUR } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'

const { meter, meterReading: reading } = tables
/** SQL of `counts`, over a column named `kind`. */
export const isCounted = sql`kind not in ('unclear', 'leftOut')`

const SECONDS_AN_HOUR = HOUR / 1_000

/** SQL of `totalAt` (contract/rules/meterTotals.ts): two index lookups. A test compares the two. */
export const totalAt = (companyId: SQLWrapper, meterId: SQLWrapper, at: SQL): SQL<number> =>
  sql<number>`coalesce((select case
      when past.kind = 'started'
        then past.total + extract(epoch from ${at} - past.at) / ${SECONDS_AN_HOUR}
      when past.kind = 'stopped' or next.at is null then past.total
      else past.total + (next.total - past.total) * extract(epoch from ${at} - past.at)
        / extract(epoch from next.at - past.at) end
    from (select at, total, kind from ${reading}
      where company_id = ${companyId} and meter_id = ${meterId} and at <= ${at} and ${isCounted}
      order by at desc limit 1) as past
    left join lateral (select at, total from ${reading}
      where company_id = ${companyId} and meter_id = ${meterId} and at > ${at} and ${isCounted}
      order by at limit 1) as next on true), 0)::double precision`

/** SQL of the total now, of the meter's own row: no reading lies in the future. */
export const totalNow = (now: Date): SQL => sql`(${meter.total} + case when ${meter.isRunning}
  then greatest(0, extract(epoch from ${now}::timestamptz - ${meter.readAt}) / ${SECONDS_AN_HOUR})
  else 0 end)`
