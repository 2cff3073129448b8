import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { nextDue } from '#contract/rules/ticketDue.ts'
import type { ticketDetail, ticketRow, ticketState as stateShape } from '#contract/tickets.ts'
import {
  automation,
  automationRun,
  equipment,
  location,
  orgEntity,
  procedure,
  procedureLog,
  ticket,
  ticketComment,
  ticketState,
  ticketType,
  user,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { photosOfTicket } from './photos.ts'
import { nextDue as nextDueColumn, priorityRank } from './due.ts'

const opener = alias(user, 'opener')
const assignee = alias(user, 'assignee')

export const sortColumns = {
  openedAt: ticket.openedAt,
  title: ticket.title,
  type: ticketType.name,
  state: ticketState.position,
  assignee: assignee.firstName,
  priority: priorityRank,
  due: nextDueColumn,
}
const commentCount = sql<number>`(select count(*)::int from ${ticketComment}
  where ${ticketComment.companyId} = ${ticket.companyId}
  and ${ticketComment.ticketId} = ${ticket.id})`

/**
 * The rule that opened it is named only to users who may see the log it ran on. Checked per row:
 * reading all visible logs for each list would be slow.
 */
const seesRun = ({ from }: Scope) =>
  sql<boolean>`${automationRun.procedureLogId} in (select ${procedureLog.id} from ${procedureLog}
    where ${from.procedureLogs(eq(procedureLog.id, automationRun.procedureLogId))})`

export function selectTickets(scope: Scope, where: SQL) {
  const { db } = scope
  return db
    .select({
      seesRun: seesRun(scope),
      ticket,
      type: ticketType,
      state: ticketState,
      opener,
      assignee,
      equipment,
      location,
      run: automationRun,
      automation,
      commentCount,
      orgEntity: { id: orgEntity.id, name: orgEntity.name },
    })
    .from(ticket)
    .innerJoin(ticketType, joinOn(ticketType, ticket.typeId))
    .innerJoin(ticketState, joinOn(ticketState, ticket.stateId))
    .leftJoin(opener, joinOn(opener, ticket.openerId))
    .leftJoin(assignee, joinOn(assignee, ticket.assigneeId))
    .leftJoin(equipment, joinOn(equipment, ticket.equipmentId))
    .leftJoin(location, joinOn(location, ticket.locationId))
    .leftJoin(orgEntity, joinOn(orgEntity, ticket.orgEntityId))
    .leftJoin(automationRun, joinOn(automationRun, ticket.automationRunId))
    .leftJoin(automation, joinOn(automation, automationRun.automationId))
    .where(where)
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectTickets>>[number]

const personOf = (row: typeof user.$inferSelect | null) =>
  row && { id: row.id, name: `${row.firstName} ${row.lastName}` }
export const stateOf = ({
  id,
  name,
  category,
  colour,
}: typeof ticketState.$inferSelect): z.input<typeof stateShape> => ({ id, name, category, colour })

export function rowOf(
  {
    ticket: row,
    type,
    state,
    equipment: thing,
    location: place,
    run,
    automation: rule,
    ...rest
  }: Selected,
  now: Date,
): z.input<typeof ticketRow> {
  const due = nextDue({ ...row, category: state.category })
  return {
    id: row.id,
    title: row.title,
    type: { id: type.id, name: type.name, colour: type.colour },
    state: stateOf(state),
    opener: personOf(rest.opener),
    openedByAutomation:
      run &&
      (rest.seesRun
        ? { id: rule?.id ?? null, name: rule?.name ?? run.automationName ?? '' }
        : { id: null, name: '' }),
    assignee: personOf(rest.assignee),
    priority: row.priority,
    respondBy: row.respondBy?.toISOString() ?? null,
    dueBy: row.dueBy?.toISOString() ?? null,
    isOverdue: due !== null && due.at < now,
    equipment: thing && { id: thing.id, name: thing.name },
    location: place && { id: place.id, name: place.name },
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    commentCount: rest.commentCount,
    version: row.version,
  }
}

export async function detailOf(
  scope: Scope,
  selected: Selected,
): Promise<z.input<typeof ticketDetail>> {
  const { db, from, clock } = scope
  const { ticket: row, state } = selected
  const allowed = state.nextStateIds
  const [states, photos, [log]] = await Promise.all([
    statesOf(scope, [row.typeId]),
    photosOfTicket(scope, row.id),
    row.procedureLogId === null
      ? []
      : db
          .select({
            id: procedureLog.id,
            score: procedureLog.score,
            doneAt: procedureLog.doneAt,
            name: procedure.name,
          })
          .from(procedureLog)
          .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
          .where(from.procedureLogs(eq(procedureLog.id, row.procedureLogId))),
  ])
  return {
    ...rowOf(selected, clock.now()),
    description: row.description,
    orgEntity: selected.orgEntity,
    automationRunId: row.automationRunId,
    procedureLog: log
      ? {
          id: log.id,
          procedureName: log.name,
          score: log.score,
          doneAt: log.doneAt.toISOString(),
        }
      : null,
    nextStates: states
      .filter((next) => next.id !== state.id && (allowed === null || allowed.includes(next.id)))
      .map(stateOf),
    states: states.map((one) => ({ ...stateOf(one), nextIds: one.nextStateIds })),
    photos,
  }
}

/** Sorted by position. */
export function statesOf(
  { db, actor }: Scope,
  typeIds: readonly (typeof ticketType.$inferSelect.id)[],
) {
  return db
    .select()
    .from(ticketState)
    .where(
      and(
        eq(ticketState.companyId, actor.companyId),
        inArray(ticketState.ticketTypeId, [...typeIds]),
      ),
    )
    .orderBy(asc(ticketState.position))
}

export const readable = ({
  ticket: row,
  type,
  state,
  assignee: someone,
  equipment: thing,
  location: place,
  orgEntity: owner,
}: Selected): Readable<'ticket'> => ({
  title: row.title,
  type: type.name,
  state: state.name,
  assignee: named('user', personOf(someone)),
  priority: row.priority,
  equipment: named('equipment', thing),
  location: named('location', place),
  orgEntity: named('orgEntity', owner),
  description: row.description,
})
