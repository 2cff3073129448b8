/** The ticket of a downtime, and the cause that follows from it. */
import { sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

const { downtime, ticket } = tables

/**
 * A value of the first ticket opened in the downtime, or else of the last one opened before that was
 * open.
 */
export const ticketMeanwhile = ({ from }: Scope, value: SQL): SQL => sql`(select ${value}
  from ${ticket}
  where ${from.tickets(
    sql`${ticket.equipmentId} = ${downtime.equipmentId}`,
    sql`${ticket.openedAt} < coalesce(${downtime.until}, 'infinity')`,
    sql`coalesce(${ticket.closedAt}, 'infinity') > ${downtime.since}`,
  )}
  order by ${ticket.openedAt} < ${downtime.since},
    case when ${ticket.openedAt} >= ${downtime.since} then ${ticket.openedAt} end,
    ${ticket.openedAt} desc, ${ticket.id} limit 1)`

/** Cause of the ticket. Null if it has none, or if a person described the downtime themselves. */
export const causeOfDowntime = (scope: Scope): SQL =>
  sql`case when ${downtime.note} is null then ${ticketMeanwhile(scope, sql`${ticket.causeId}`)} end`
