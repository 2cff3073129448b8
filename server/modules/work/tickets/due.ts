import { sql } from 'drizzle-orm'
import { ticketPriorities } from '#contract/rules/ticketDue.ts'
import * as tables from '#db/schema/index.ts'

const category = sql`(select state.category from ${tables.ticketState} as state
  where state.company_id = ${tables.ticket.companyId} and state.id = ${tables.ticket.stateId})`

/** The next deadline. Null if closed, or without a target. */
export const nextDue = sql<Date | null>`(case ${category}
  when 'closed' then null
  when 'open' then least(${tables.ticket.respondBy}, ${tables.ticket.dueBy})
  else ${tables.ticket.dueBy} end)`

export const isOverdue = (now: Date) => sql`${nextDue} < ${now.toISOString()}::timestamptz`

export const priorityRank = sql`array_position(${sql.raw(
  `array[${ticketPriorities.map((one) => `'${one}'`).join(', ')}]`,
)}, ${tables.ticket.priority})`
