/** By when a ticket is to be taken up and to be done, as the database asks it. */
import { sql } from 'drizzle-orm'
import { ticketPriorities } from '#contract/rules/ticketDue.ts'
import { ticket, ticketState } from '#db/schema/index.ts'

const category = sql`(select state.category from ${ticketState} as state
  where state.company_id = ${ticket.companyId} and state.id = ${ticket.stateId})`

/** What it must reach next; null: closed, or nothing is promised. */
export const nextDue = sql<Date | null>`(case ${category}
  when 'closed' then null
  when 'open' then least(${ticket.respondBy}, ${ticket.dueBy})
  else ${ticket.dueBy} end)`

export const isOverdue = (now: Date) => sql`${nextDue} < ${now.toISOString()}::timestamptz`

/** The most pressing first. */
export const priorityRank = sql`array_position(${sql.raw(
  `array[${ticketPriorities.map((one) => `'${one}'`).join(', ')}]`,
)}, ${ticket.priority})`
