import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { FailureKind } from '#contract/rules/closing.ts'
import { nextDue } from '#contract/rules/ticketDue.ts'
import type { ticketDetail, ticketRow, ticketState as stateShape } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { metadataParts, showMetadata } from '../../foundation/metadata/index.ts'
import { ownCallOf } from '../calls/index.ts'
import { closingOf, failureOf } from './closing.ts'
import { photosOfTicket } from './photos.ts'
import { nextDue as nextDueColumn, priorityRank } from './due.ts'

const opener = alias(tables.user, 'opener')
const assignee = alias(tables.user, 'assignee')

export const sortColumns = {
  openedAt: tables.ticket.openedAt,
  title: tables.ticket.title,
  type: tables.ticketType.name,
  state: tables.ticketState.position,
  assignee: assignee.firstName,
  priority: priorityRank,
  due: nextDueColumn,
}

export const joinsToSort = sql`
  join ${tables.ticketType} on ${joinOn(tables.ticketType, tables.ticket.typeId)}
  join ${tables.ticketState} on ${joinOn(tables.ticketState, tables.ticket.stateId)}
  left join app_user as assignee on ${joinOn(assignee, tables.ticket.assigneeId)}`

const commentCount = sql<number>`(select count(*)::int from ${tables.ticketComment}
  where ${tables.ticketComment.companyId} = ${tables.ticket.companyId}
  and ${tables.ticketComment.ticketId} = ${tables.ticket.id})`

export const isReported = sql<boolean>`exists (select from ${tables.ticketReport}
  where ${tables.ticketReport.companyId} = ${tables.ticket.companyId}
  and ${tables.ticketReport.ticketId} = ${tables.ticket.id} and not ${tables.ticketReport.isRepeat})`

const nameOfCode = (column: AnyPgColumn, text: AnyPgColumn) =>
  sql<string | null>`coalesce(${text}, (select ${tables.failureCode.name} from ${tables.failureCode}
    where ${tables.failureCode.companyId} = ${tables.ticket.companyId} and ${tables.failureCode.id} = ${column}))`
const failureNames = {
  problem: nameOfCode(tables.ticket.problemId, tables.ticket.problemText),
  cause: nameOfCode(tables.ticket.causeId, tables.ticket.causeText),
  remedy: nameOfCode(tables.ticket.remedyId, tables.ticket.remedyText),
}

/** The rule that opened it is named only to users who may see what it ran on. */
const seesRun = ({ from }: Scope) => sql<boolean>`(${from.automationRuns()})`

export function selectTickets(scope: Scope, where: SQL) {
  const { db } = scope
  return db
    .select({
      seesRun: seesRun(scope),
      ticket: tables.ticket,
      type: tables.ticketType,
      state: tables.ticketState,
      opener,
      assignee,
      equipment: tables.equipment,
      location: tables.location,
      run: tables.automationRun,
      automation: tables.automation,
      commentCount,
      isReported,
      orgEntity: { id: tables.orgEntity.id, name: tables.orgEntity.name },
      failure: failureNames,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketType, joinOn(tables.ticketType, tables.ticket.typeId))
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .leftJoin(opener, joinOn(opener, tables.ticket.openerId))
    .leftJoin(assignee, joinOn(assignee, tables.ticket.assigneeId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.ticket.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.ticket.locationId))
    .leftJoin(tables.orgEntity, joinOn(tables.orgEntity, tables.ticket.orgEntityId))
    .leftJoin(tables.automationRun, joinOn(tables.automationRun, tables.ticket.automationRunId))
    .leftJoin(tables.automation, joinOn(tables.automation, tables.automationRun.automationId))
    .where(where)
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectTickets>>[number]

const personOf = (row: typeof tables.user.$inferSelect | null) =>
  row && { id: row.id, name: `${row.firstName} ${row.lastName}` }
export const stateOf = ({
  id,
  name,
  category,
  colour,
}: typeof tables.ticketState.$inferSelect): z.input<typeof stateShape> => ({
  id,
  name,
  category,
  colour,
})

export function rowOf(
  { ticket: row, type, state, equipment, location, run, automation: rule, ...rest }: Selected,
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
    isReported: rest.isReported,
    assignee: personOf(rest.assignee),
    priority: row.priority,
    respondBy: row.respondBy?.toISOString() ?? null,
    dueBy: row.dueBy?.toISOString() ?? null,
    isOverdue: due !== null && due.at < now,
    equipment: equipment && { id: equipment.id, name: equipment.name },
    location: location && { id: location.id, name: location.name },
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    commentCount: rest.commentCount,
    repeatCount: row.repeatCount,
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
  const answers = failureOf(row)
  const shownFailure = (kind: FailureKind) => {
    const name = selected.failure[kind]
    return name === null ? null : { codeId: answers[kind].id, name }
  }
  const [metadata, closing, states, photos, callAlertId, [log]] = await Promise.all([
    showMetadata(scope, row.metadata),
    closingOf(scope, selected),
    statesOf(scope, [row.typeId]),
    photosOfTicket(scope, row.id),
    state.category === 'open' ? ownCallOf(scope, row.id) : null,
    row.procedureLogId === null
      ? []
      : db
          .select({
            id: tables.procedureLog.id,
            score: tables.procedureLog.score,
            doneAt: tables.procedureLog.doneAt,
            name: tables.procedure.name,
          })
          .from(tables.procedureLog)
          .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
          .where(from.procedureLogs(eq(tables.procedureLog.id, row.procedureLogId))),
  ])
  return {
    ...rowOf(selected, clock.now()),
    description: row.description,
    orgEntity: selected.orgEntity,
    automationRunId: row.automationRunId,
    mergedIntoId: row.mergedIntoId,
    failure: {
      problem: shownFailure('problem'),
      cause: shownFailure('cause'),
      remedy: shownFailure('remedy'),
    },
    metadata,
    closing,
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
    callAlertId,
  }
}

export function statesOf(
  { db, actor }: Scope,
  typeIds: readonly (typeof tables.ticketType.$inferSelect.id)[],
) {
  return db
    .select()
    .from(tables.ticketState)
    .where(
      ofCompany(
        tables.ticketState,
        actor.companyId,
        inArray(tables.ticketState.ticketTypeId, [...typeIds]),
      ),
    )
    .orderBy(asc(tables.ticketState.position))
}

export const readable = ({
  ticket: row,
  type,
  state,
  assignee: someone,
  equipment,
  location,
  orgEntity,
  failure,
}: Selected): Readable<'ticket'> => ({
  ...failure,
  metadata: metadataParts(row.metadata),
  title: row.title,
  type: type.name,
  state: state.name,
  assignee: named('user', personOf(someone)),
  priority: row.priority,
  equipment: named('equipment', equipment),
  location: named('location', location),
  orgEntity: named('orgEntity', orgEntity),
  description: row.description,
  mergedInto: row.mergedIntoId === null ? null : `#${row.mergedIntoId}`,
})
