/** Targets of a schedule by use that the runner settles, found in one statement. */
import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { MadeRow } from './carryOut.ts'

type Rule = typeof tables.rrule.$inferSelect

export interface ByUseTarget {
  id: number
  equipmentId: Id<'equipment'>
  since: string
  nextAt: string | null
  nextFrom: string | null
  nextTo: string | null
  nextBy: string | null
  newest: MadeRow | null
  /** Occurrences before the newest, if they are limited. */
  before: number
  /** Stored with the outcome. */
  facts: string
  [column: string]: unknown
}

const { rruleObject: target, occurrence, meter, procedureLog: log } = tables

/**
 * A target is settled if its facts are other than those settled last, or if its time comes. Facts
 * are all that the outcome depends on: rule and calendar, its newest occurrence, the last log, and
 * its meter, whose version rises with every change of a reading. So nobody has to notify the
 * runner. Compared are hashes: index lookups for each target, and no reading is read.
 */
export function unsettledTargets(
  { actor, clock }: Scope,
  rule: Rule,
  {
    meterTypeId,
    factsOfRule,
    longestTrust,
  }: { meterTypeId: Id<'meterType'>; factsOfRule: string; longestTrust: number },
): SQL {
  const { companyId } = actor
  const now = clock.now()
  const trusted = new Date(now.getTime() + longestTrust)
  // A count reads all occurrences of the target.
  const before = rule.repeatCount === null ? sql`0` : sql`(count(*) over ())::int - 1`
  return sql`select target.id, target.equipment_id as "equipmentId", target.since,
      target.next_at as "nextAt", target.next_from as "nextFrom", target.next_to as "nextTo",
      target.next_by as "nextBy",
      case when newest.id is not null then jsonb_build_object('plannedAt', newest.planned_at,
        'at', newest.at, 'dueBy', newest.due_by, 'remindAt', newest.remind_at,
        'remindedAt', newest.reminded_at, 'state', newest.state, 'doneAt', newest.done_at)
        end as newest,
      coalesce(newest.before, 0) as before, known.facts
    from ${target} as target
    left join ${meter} on ${meter.companyId} = ${companyId}
      and ${meter.equipmentId} = target.equipment_id and ${meter.typeId} = ${meterTypeId}
    left join lateral (select id, planned_at, at, due_by, remind_at, reminded_at, state, done_at,
        ${before} as before
      from ${occurrence} where company_id = ${companyId} and rrule_id = ${rule.id}
      and equipment_id = target.equipment_id and at >= ${rule.activeFrom}
      order by at desc limit 1) as newest on true
    left join lateral (select done_at from ${log} where ${log.companyId} = ${companyId}
      and ${log.equipmentId} = target.equipment_id and ${log.procedureId} = ${rule.procedureId}
      and ${log.doneAt} <= ${now} order by ${log.doneAt} desc limit 1) as log on true
    cross join lateral (select hash_record_extended(row(${factsOfRule}::text, target.since,
      newest.id, newest.planned_at, newest.at, newest.due_by, newest.remind_at, newest.reminded_at,
      newest.state, newest.done_at, newest.before, log.done_at, ${meter.id}, ${meter.version},
      ${meter.busiest}, ${meter.quietest}), 0)::text as facts) as known
    where target.company_id = ${companyId} and target.rrule_id = ${rule.id}
    and target.equipment_id is not null
    and (target.settled_facts is distinct from known.facts or target.settle_at <= ${now}
      or target.settle_at > ${trusted})
    order by target.id`
}
