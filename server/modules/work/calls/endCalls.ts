import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Db } from '#kernel/data/transaction.ts'

interface Ended {
  companyId: Id<'company'>
  ticketId: Id<'ticket'> | null
  [key: string]: unknown
}

/**
 * Ends the calls whose ticket has left the open states, and those of alerts whose cause is over.
 * Only a person who moved the ticket into work has taken it; the journal knows who.
 */
export async function endCalls(db: Db, now: Date, where: SQL = sql`true`): Promise<Ended[]> {
  const { rows: ofTickets } = await db.execute<Ended>(sql`with left_open as materialized (
      select step.id, step.company_id, state.category, moved.by_kind, moved.by_id
      from duty_step step
      join ticket on ticket.company_id = step.company_id and ticket.id = step.ticket_id
      join ticket_state state on state.company_id = ticket.company_id and state.id = ticket.state_id
        and state.category <> 'open'
      left join lateral (select entry.by_kind, entry.by_id
        from journal_entry entry, jsonb_array_elements(entry.changes) part
        where entry.company_id = ticket.company_id and entry.entity = 'ticket'
        and entry.entity_id = ticket.id and part->>'field' = 'state'
        order by entry.id desc limit 1) moved on true
      where step.ended_at is null and ${where})
    update duty_step step set ended_at = ${now},
      ended_why = case when category = 'inProgress' and by_kind = 'user' then 'taken'
        when category = 'closed' then 'closed' else 'moved' end,
      ended_by_kind = case when by_kind in ('user', 'automation') then by_kind
        when by_kind in ('import', 'importUndo') then 'import' else 'system' end,
      ended_by_id = case when by_kind = 'user' then by_id end,
      taken_by_id = case when category = 'inProgress' and by_kind = 'user' then by_id end
    from left_open where step.company_id = left_open.company_id and step.id = left_open.id
      and step.ended_at is null
    returning step.company_id as "companyId", step.ticket_id as "ticketId"`)
  const { rows: ofAlerts } = await db.execute<Ended>(sql`
    update duty_step step set ended_at = ${now}, ended_why = 'over', ended_by_kind = 'system'
    from alert
    left join automation_run run on run.company_id = alert.company_id and run.id = alert.run_id
    left join automation rule on rule.company_id = alert.company_id and rule.id = run.automation_id
    left join automation_wait wait on wait.company_id = alert.company_id and wait.id = run.wait_id
    where alert.company_id = step.company_id and alert.id = step.alert_id
      and step.ticket_id is null and step.ended_at is null and ${where}
      and (alert.ended_at is not null
        or (wait.ended_at is not null and jsonb_exists(rule.event, 'whenOver'))
        or exists (select from ticket join ticket_state state
          on state.company_id = ticket.company_id and state.id = ticket.state_id
          where ticket.company_id = alert.company_id and state.category = 'closed'
          and (ticket.id = alert.ticket_id or (run.subject->>'kind' = 'ticket'
            and ticket.id = (run.subject->>'id')::int))))
    returning step.company_id as "companyId", step.ticket_id as "ticketId"`)
  return [...ofTickets, ...ofAlerts]
}
