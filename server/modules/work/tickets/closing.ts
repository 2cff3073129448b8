/** What tickets need before they close: answers of their type's lists, and a procedure. */
import { desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  closingNeeds,
  failureKinds,
  reopenedAtAfter,
  SLIP,
  type ClosingAsks,
  type ClosingNeed,
  type FailureKind,
} from '#contract/rules/closing.ts'
import type { GivenFailure, ticketClosing } from '#contract/ticketClosing.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Ticket = typeof tables.ticket.$inferSelect
type Type = typeof tables.ticketType.$inferSelect
/** What closing reads of a ticket. */
interface Row {
  ticket: Ticket
  type: Type
  equipment: Pick<typeof tables.equipment.$inferSelect, 'locationId'> | null
}
interface Stored {
  id: Id<'failureCode'> | null
  text: string | null
}

export const asksOf = (type: Type): ClosingAsks => ({
  problem: type.problemAsk,
  cause: type.causeAsk,
  remedy: type.remedyAsk,
})

export const failureOf = (ticket: Ticket): Record<FailureKind, Stored> => ({
  problem: { id: ticket.problemId, text: ticket.problemText },
  cause: { id: ticket.causeId, text: ticket.causeText },
  remedy: { id: ticket.remedyId, text: ticket.remedyText },
})

/** The columns of a ticket that hold these answers. */
export const failureColumns = (failure: Record<FailureKind, Stored>) => ({
  problemId: failure.problem.id,
  problemText: failure.problem.text,
  causeId: failure.cause.id,
  causeText: failure.cause.text,
  remedyId: failure.remedy.id,
  remedyText: failure.remedy.text,
})

/** The answers of each ticket after the given ones. Throws 404 for a value that is not offered. */
export async function answeredFailures(
  scope: Pick<Scope, 'db' | 'actor'>,
  given: GivenFailure | undefined,
): Promise<(row: Pick<Row, 'ticket'>) => Record<FailureKind, Stored>> {
  if (given === undefined) return ({ ticket }) => failureOf(ticket)
  const chosen = failureKinds.flatMap((kind) => {
    const answer = given[kind]
    return answer && 'codeId' in answer ? [{ kind, id: answer.codeId }] : []
  })
  const codes =
    chosen.length === 0
      ? []
      : await scope.db
          .select()
          .from(tables.failureCode)
          .where(
            ofCompany(
              tables.failureCode,
              scope.actor.companyId,
              isAnyId(
                tables.failureCode.id,
                chosen.map(({ id }) => id),
              ),
            ),
          )
  return ({ ticket }) => {
    const before = failureOf(ticket)
    const after = { ...before }
    for (const kind of failureKinds) {
      const answer = given[kind]
      if (answer === undefined) continue
      if (answer === null) after[kind] = { id: null, text: null }
      else if ('text' in answer) after[kind] = { id: null, text: answer.text.trim() }
      else {
        const isOffered = codes.some(
          (code) =>
            code.id === answer.codeId &&
            code.kind === kind &&
            code.ticketTypeId === ticket.typeId &&
            (!code.isRetired || before[kind].id === code.id),
        )
        if (!isOffered) throw refuseNotFound('value of this list', `body.failure.${kind}`)
        after[kind] = { id: answer.codeId, text: null }
      }
    }
    return after
  }
}

/** The procedure counts if it was done for this ticket, on what the ticket is about. */
const isDone = sql<boolean>`exists (select from ${tables.ticketCheck}
  join ${tables.procedureLog} on ${joinOn(tables.procedureLog, tables.ticketCheck.procedureLogId)}
  where ${tables.ticketCheck.companyId} = ${tables.ticket.companyId}
  and ${tables.ticketCheck.ticketId} = ${tables.ticket.id}
  and ${tables.procedureLog.procedureId} = ${tables.procedure.id}
  and (${tables.ticket.reopenedAt} is null or ${tables.procedureLog.doneAt} > ${tables.ticket.reopenedAt})
  and (${tables.ticket.equipmentId} is null or ${tables.procedureLog.equipmentId} is null
    or ${tables.procedureLog.equipmentId} = ${tables.ticket.equipmentId})
  and (${tables.ticket.equipmentId} is not null or ${tables.ticket.locationId} is null
    or ${tables.procedureLog.locationId} = ${tables.ticket.locationId}))`

/** By ticket. A retired or deleted procedure is not asked for, because nobody could do it. */
async function closingProcedures({ db, actor, from }: Scope, rows: readonly Row[]) {
  const asking = rows.filter(({ type }) => type.closingProcedureId !== null)
  if (asking.length === 0) return new Map<number, never>()
  const found = await db
    .select({
      ticketId: tables.ticket.id,
      id: tables.procedure.id,
      name: tables.procedure.name,
      target: tables.procedure.target,
      isShown: sql<boolean>`(${from.procedures()})`,
      isDone,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketType, joinOn(tables.ticketType, tables.ticket.typeId))
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.ticketType.closingProcedureId))
    .where(
      ofCompany(
        tables.ticket,
        actor.companyId,
        isAnyId(
          tables.ticket.id,
          asking.map(({ ticket }) => ticket.id),
        ),
        eq(tables.procedure.isActive, true),
        isNull(tables.procedure.deletedAt),
      ),
    )
  return new Map(found.map((one): [number, (typeof found)[number]] => [one.ticketId, one]))
}

/** What each ticket still needs, if it is closed with these answers. */
export async function needsOf(
  scope: Scope,
  rows: readonly Row[],
  answersOf: (row: Row) => Record<FailureKind, Stored> = ({ ticket }) => failureOf(ticket),
): Promise<(row: Row) => ClosingNeed[]> {
  const procedures = await closingProcedures(scope, rows)
  return (row) => {
    const answers = answersOf(row)
    return closingNeeds({
      asks: asksOf(row.type),
      isProcedureOpen: procedures.get(row.ticket.id)?.isDone === false,
      isAnswered: (kind) => answers[kind].id !== null || answers[kind].text !== null,
    })
  }
}

/** Throws 409 with one error for each need. */
export async function requireClosable(
  scope: Scope,
  row: Row,
  answers: Record<FailureKind, Stored>,
): Promise<void> {
  const needs = (await needsOf(scope, [row], () => answers))(row)
  if (needs.length === 0) return
  const procedure = (await closingProcedures(scope, [row])).get(row.ticket.id)
  const [first, ...others] = needs.map((need) =>
    need === 'procedure'
      ? {
          path: 'body.stateId',
          code: 'procedureFirst' as const,
          message: procedure?.isShown === true ? procedure.name : '',
        }
      : { path: `body.failure.${need}`, code: 'failureMissing' as const, message: need },
  )
  if (first !== undefined)
    throw conflict('The ticket needs more before it is closed.', [first, ...others])
}

/** `reopenedAtAfter` as SQL, for many tickets. */
export const reopenedAtIn = (now: Date): SQL =>
  sql`case when ${tables.ticket.closedAt} is null
    or ${tables.ticket.closedAt} >= ${new Date(+now - SLIP).toISOString()}::timestamptz
    then ${tables.ticket.reopenedAt} else ${now.toISOString()}::timestamptz end`

/** The columns that a change of state sets. */
export const stateColumns = (
  ticket: Pick<Ticket, 'closedAt' | 'reopenedAt'>,
  next: { id: Id<'ticketState'>; category: string },
  now: Date,
) => ({
  stateId: next.id,
  ...(next.category === 'closed'
    ? { closedAt: ticket.closedAt ?? now }
    : { closedAt: null, reopenedAt: reopenedAtAfter(ticket, now) }),
})

export async function closingOf(scope: Scope, row: Row): Promise<z.input<typeof ticketClosing>> {
  const { db, actor, from } = scope
  const { ticket, type, equipment } = row
  const [codes, procedures, logs] = await Promise.all([
    db
      .select({
        id: tables.failureCode.id,
        kind: tables.failureCode.kind,
        name: tables.failureCode.name,
        isRetired: tables.failureCode.isRetired,
      })
      .from(tables.failureCode)
      .where(
        ofCompany(
          tables.failureCode,
          actor.companyId,
          eq(tables.failureCode.ticketTypeId, ticket.typeId),
          eq(tables.failureCode.isRetired, false),
        ),
      )
      .orderBy(tables.failureCode.position, tables.failureCode.id),
    closingProcedures(scope, [row]),
    db
      .select({
        id: tables.procedureLog.id,
        procedureName: tables.procedure.name,
        doneAt: tables.procedureLog.doneAt,
      })
      .from(tables.procedureLog)
      .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
      .where(from.procedureLogs(logsOfTicket(ticket.id)))
      .orderBy(desc(tables.procedureLog.doneAt), desc(tables.procedureLog.id))
      .limit(MAX_LOGS),
  ])
  const procedure = procedures.get(ticket.id)
  const onEquipment = procedure?.target !== 'location' && ticket.equipmentId !== null
  return {
    asks: asksOf(type),
    codes,
    procedure: procedure
      ? {
          id: procedure.id,
          name: procedure.isShown ? procedure.name : '',
          equipmentId: onEquipment ? ticket.equipmentId : null,
          locationId:
            onEquipment || procedure.target === 'equipment'
              ? null
              : (ticket.locationId ?? equipment?.locationId ?? null),
          isDone: procedure.isDone,
        }
      : null,
    logs: logs.map((log) => ({ ...log, doneAt: log.doneAt.toISOString() })),
  }
}

/** The newest logs are shown; more of one ticket are found in the list of logs. */
const MAX_LOGS = 20

const logsOfTicket = (id: Id<'ticket'>): SQL =>
  sql`${tables.procedureLog.id} in (select ${tables.ticketCheck.procedureLogId} from ${tables.ticketCheck}
    where ${tables.ticketCheck.companyId} = ${tables.procedureLog.companyId}
    and ${inArray(tables.ticketCheck.ticketId, [id])})`
