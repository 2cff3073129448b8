import { desc, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { tickets as contract } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { folded, orderOf, placeFilter, searchIn } from '#kernel/data/listQueries.ts'
import { hasOwnValue } from '../../foundation/metadata/index.ts'
import { isUnableAssignee } from '../assignees/index.ts'
import { isOverdue } from './due.ts'
import { ticketPlace } from './place.ts'
import { isReported, sortColumns } from './rows.ts'

export type Question = Omit<z.output<typeof contract.listTickets.body>, 'limit' | 'offset'>

export function ticketsWhere({ from, actor, clock }: Scope, body: Question): SQL {
  const inCategory =
    body.categories && body.categories.length > 0
      ? sql`${tables.ticket.stateId} in (select ${tables.ticketState.id} from ${tables.ticketState}
        where ${tables.ticketState.companyId} = ${actor.companyId}
        and ${inArray(tables.ticketState.category, body.categories)})`
      : undefined
  return from.tickets(
    titleOrNumber(body.search),
    placeFilter(body.filter, {
      equipmentId: tables.ticket.equipmentId,
      locationId: ticketPlace,
      orgEntityId: tables.ticket.orgEntityId,
    }),
    inCategory,
    body.ticketTypeIds?.length ? inArray(tables.ticket.typeId, body.ticketTypeIds) : undefined,
    body.stateIds?.length ? inArray(tables.ticket.stateId, body.stateIds) : undefined,
    body.assigneeIds?.length ? inArray(tables.ticket.assigneeId, body.assigneeIds) : undefined,
    body.assigned === 'nobody' ? isNull(tables.ticket.assigneeId) : undefined,
    body.assigned === 'unable' ? isUnableAssignee() : undefined,
    body.assigned === 'me' && actor.userId !== null
      ? eq(tables.ticket.assigneeId, actor.userId)
      : undefined,
    body.procedureLogId ? eq(tables.ticket.procedureLogId, body.procedureLogId) : undefined,
    body.priorities?.length ? inArray(tables.ticket.priority, body.priorities) : undefined,
    body.isOverdue ? isOverdue(clock.now()) : undefined,
    body.isRepeated ? gt(tables.ticket.repeatCount, 0) : undefined,
    body.isReported ? isReported : undefined,
    body.ownField && hasOwnValue(tables.ticket.metadata, body.ownField),
    body.failureCodeIds?.length
      ? or(
          inArray(tables.ticket.problemId, body.failureCodeIds),
          inArray(tables.ticket.causeId, body.failureCodeIds),
          inArray(tables.ticket.remedyId, body.failureCodeIds),
        )
      : undefined,
  )
}

/** `#160` and `160` also find the ticket of this number. */
function titleOrNumber(search: string | undefined): SQL | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec((search ?? '').trim()) ?? []
  const inTitle = searchIn(folded(tables.ticket.title), search)
  return number === undefined ? inTitle : or(inTitle, sql`${tables.ticket.id} = ${Number(number)}`)
}

export const ticketsOrder = (scope: Scope, sort: Question['sort']): SQL[] =>
  orderOf(scope, sort, sortColumns, tables.ticket.id, [
    desc(tables.ticket.openedAt),
    desc(tables.ticket.id),
  ])
