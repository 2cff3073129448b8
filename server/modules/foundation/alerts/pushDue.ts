import { sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '#contract/alerts.ts'
import { pushGroupOf } from '#contract/rules/pushGroups.ts'
import type { Scope } from '#kernel/access/scope.ts'

/**
 * When a bell entry goes to its user's devices; null if it does not. Part of the statement that
 * inserts the entries, which asks for users only if the company has turned web push on.
 */
export function pushDueAt({ actor, clock }: Scope, userId: SQL, group: SQL): SQL {
  return sql`case when (select has_push from company_settings where company_id = ${actor.companyId})
    then (select ${clock.now().toISOString()}::timestamptz from app_user reader
      where reader.company_id = ${actor.companyId} and reader.id = ${userId}
      and ${group} = any(reader.push_groups) and exists (select from push_device device
        where device.company_id = reader.company_id and device.user_id = reader.id)) end`
}

interface Entry {
  alertId: number
  userId: number
  kind: AlertKind
}

export function insertRecipients(scope: Scope, entries: readonly Entry[]): SQL {
  const documents = entries.map(({ alertId, userId, kind }) => ({
    alert_id: alertId,
    user_id: userId,
    of_group: pushGroupOf[kind],
  }))
  return sql`insert into alert_recipient (company_id, alert_id, user_id, push_due_at)
    select ${scope.actor.companyId}, told.alert_id, told.user_id,
      ${pushDueAt(scope, sql`told.user_id`, sql`told.of_group`)}
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as told(alert_id int, user_id int, of_group text)`
}
