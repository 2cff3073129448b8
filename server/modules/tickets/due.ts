/** Response and resolution deadlines of tickets, in SQL. */
import { sql } from 'drizzle-orm'
import { ticketPriorities } from '#contract/rules/ticketDue.ts'
import { ticket, ticketState } from '#db/schema/index.ts'

const category = sql`(select state.category from ${ticketState} as state
  where state.company_id = ${ticket.companyId} and state.id = ${ticket.stateId})`

/** The next deadline. Null if closed, or without a target. */
export const nextDue = sql<Date | null>`(case ${category}
  when 'closed' then null
  when 'open' then least(${ticket.respondBy}, ${ticket.dueBy})
  else ${ticket.dueBy} end)`

export const isOverdue = (now: Date) => sql`${nextDue} < ${now.toISOString()}::timestamptz`

export const priorityRank = sql`array_position(${sql.raw(
  `array[${ticketPriorities.map((one) => `'${one}'`).join(', ')}]`,
)}, ${ticket.priority})`
