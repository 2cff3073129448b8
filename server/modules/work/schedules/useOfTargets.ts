/** What equipment was used since it was last done, for schedules by use. */
import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { UseSince } from '#contract/recurrence/byUse.ts'
import { HOUR } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isCounted, totalAt, totalNow } from '../../site/meters/index.ts'

export interface CountedTarget {
  equipmentId: Id<'equipment'>
  /** The end of its last occurrence. Null if it had none. */
  endedAt: string | null
  /** Where the count begins if it was never done. */
  countsFrom: string
}

export interface UseAsked {
  procedureId: Id<'procedure'>
  meterTypeId: Id<'meterType'>
  quantity: number
}

interface Row {
  equipmentId: Id<'equipment'>
  from: string
  used: number | null
  reachedAt: string | null
  readAt: string | null
  isRunning: boolean
  busiest: number | null
  quietest: number | null
  [column: string]: unknown
}

export interface UseOfTarget extends UseSince {
  isRunning: boolean
  /** When a running meter reaches the quantity, if it keeps running. */
  runsOutAt: string | null
}

const { meter, meterReading: reading, procedureLog: log } = tables
const iso = (at: string | null) => at && new Date(at).toISOString()

/**
 * One statement: index lookups for each target. The caller asks in portions. Without `materialized`
 * each mention of `since` and `base` repeats its lookups.
 */
export async function useOfTargets(
  { db, actor, clock }: Scope,
  { procedureId, meterTypeId, quantity }: UseAsked,
  targets: readonly CountedTarget[],
): Promise<Map<Id<'equipment'>, UseOfTarget>> {
  const now = clock.now()
  const { rows } = await db.execute<Row>(sql`
    with counted as materialized (
      select target.id, ${meter.id} as meter, ${meter.readAt} as read_at,
        ${meter.isRunning} as is_running, ${meter.busiest} as busiest,
        ${meter.quietest} as quietest, ${totalNow(now)} as total,
        coalesce(greatest(target."endedAt", (select ${log.doneAt} from ${log}
          where ${log.companyId} = ${actor.companyId} and ${log.equipmentId} = target.id
          and ${log.procedureId} = ${procedureId} and ${log.doneAt} <= ${now}
          order by ${log.doneAt} desc limit 1)), target."countsFrom") as since
      from jsonb_to_recordset(${JSON.stringify(
        targets.map(({ equipmentId: id, ...rest }) => ({ id, ...rest })),
      )}::jsonb) as target(id int, "endedAt" timestamptz, "countsFrom" timestamptz)
      left join ${meter} on ${meter.companyId} = ${actor.companyId}
        and ${meter.equipmentId} = target.id and ${meter.typeId} = ${meterTypeId}
    ), based as materialized (
      select counted.*, ${totalAt(sql`${actor.companyId}`, sql`counted.meter`, sql`counted.since`)}
        as base from counted
    )
    select id as "equipmentId", since as "from", read_at as "readAt", is_running as "isRunning",
      busiest, quietest, case when meter is not null then total - base end as used,
      case when meter is not null and total - base >= ${quantity}
        then ${reachedAt(actor.companyId, quantity)} end as "reachedAt"
    from based`)
  return new Map(
    rows.map((row) => {
      const { equipmentId, used, isRunning, busiest, quietest } = row
      const left = used === null ? null : quantity - used
      return [
        equipmentId,
        {
          from: new Date(row.from).toISOString(),
          used,
          isRunning,
          reachedAt: iso(row.reachedAt),
          // A running meter is read at every moment.
          readAt: isRunning ? now.toISOString() : iso(row.readAt),
          rates: busiest === null || quietest === null ? null : { busiest, quietest },
          runsOutAt:
            isRunning && left !== null && left > 0
              ? new Date(now.getTime() + left * HOUR).toISOString()
              : null,
        },
      ]
    }),
  )
}

const SECONDS_AN_HOUR = HOUR / 1_000

/**
 * The reading that showed the quantity. Meters that count hours know the moment: so long before
 * their mark, or after their last start.
 */
const reachedAt = (companyId: number, quantity: number): SQL => sql`coalesce(
  (select case when first.kind = 'stopped'
      then first.at - make_interval(secs => (first.total - base - ${quantity}) * ${SECONDS_AN_HOUR})
      else first.at end
    from (select at, kind, total from ${reading} where company_id = ${companyId}
      and meter_id = based.meter and at > based.since and ${isCounted}
      and total >= base + ${quantity} order by at limit 1) as first),
  ${new Date(0)}::timestamptz + make_interval(secs => extract(epoch from read_at)
    + (base + ${quantity} - (select ${meter.total} from ${meter}
      where ${meter.companyId} = ${companyId} and ${meter.id} = based.meter)) * ${SECONDS_AN_HOUR}))`
