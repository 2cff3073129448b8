import { eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  procedureLogs as contract,
  type procedureLogRow,
} from '#contract/procedures/procedureLogs.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { SetHandlers } from '#kernel/http/call.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isSealed } from '../signedLogs/index.ts'
import { logsOrder, logsWhere } from './listWhere.ts'
import { selectDoneMeanwhile, toMeanwhile } from './meanwhile.ts'
import { namesIn } from './names.ts'
import { submit, submitTogether } from './submit.ts'

const ticketCount = sql<number>`(select count(*)::int from ${tables.ticket}
  where ${tables.ticket.companyId} = ${tables.procedureLog.companyId}
  and ${tables.ticket.procedureLogId} = ${tables.procedureLog.id})`

const shownColumns = {
  log: {
    id: tables.procedureLog.id,
    doneAt: tables.procedureLog.doneAt,
    score: tables.procedureLog.score,
    points: tables.procedureLog.points,
    maximum: tables.procedureLog.maximum,
  },
  procedure: { id: tables.procedure.id, name: tables.procedure.name },
  equipment: { id: tables.equipment.id, name: tables.equipment.name },
  location: { id: tables.location.id, name: tables.location.name },
  user: { id: tables.user.id, firstName: tables.user.firstName, lastName: tables.user.lastName },
  ticketCount,
}

const selectLogs = ({ db }: Scope, where: SQL) =>
  db
    .select(shownColumns)
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .innerJoin(tables.user, joinOn(tables.user, tables.procedureLog.doneBy))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .where(where)
    .$dynamic()

function rowOf(
  row: Awaited<ReturnType<typeof selectLogs>>[number],
): z.input<typeof procedureLogRow> {
  const { log, user: person } = row
  return {
    id: log.id,
    procedure: row.procedure,
    equipment: row.equipment,
    location: row.location,
    doneAt: log.doneAt.toISOString(),
    doneBy: { id: person.id, name: `${person.firstName} ${person.lastName}` },
    score: log.score,
    points: log.points,
    maximum: log.maximum,
    ticketCount: row.ticketCount,
  }
}

async function detail(scope: Scope, id: Id<'procedureLog'>) {
  const { db, from } = scope
  const [row] = await plannedOnce(db)
    .select({
      ...shownColumns,
      frozen: tables.procedureLog,
      isSigned: isSealed,
      tickets: sql<{ id: Id<'ticket'>; title: string }[]>`coalesce((
        select json_agg(json_build_object('id', ${tables.ticket.id}, 'title', ${tables.ticket.title}))
        from ${tables.ticket} where ${from.tickets(eq(tables.ticket.procedureLogId, id))}), '[]')`,
      meanwhile: selectDoneMeanwhile(scope),
    })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .innerJoin(tables.user, joinOn(tables.user, tables.procedureLog.doneBy))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .where(from.procedureLogs(eq(tables.procedureLog.id, id)))
  if (!row) throw refuseNotFound('procedure log')
  const { frozen, isSigned, tickets, meanwhile } = row
  return {
    ...rowOf(row),
    startedAt: frozen.startedAt.toISOString(),
    receivedAt: frozen.createdAt.toISOString(),
    procedureVersion: frozen.procedureVersion,
    isSigned,
    contentRemovedAt: frozen.contentRemovedAt?.toISOString() ?? null,
    questions: frozen.questions,
    answers: frozen.answers,
    breakdown: frozen.breakdown,
    ...(await namesIn(scope, frozen)),
    tickets,
    meanwhile: toMeanwhile(meanwhile),
  }
}

export const procedureLogHandlers: Handlers<typeof contract> = {
  async listProcedureLogs(scope, { body }) {
    const where = logsWhere(scope, body)
    const [total] = await scope.db.select({ count }).from(tables.procedureLog).where(where)
    const rows = await selectLogs(scope, where)
      .orderBy(...logsOrder(scope, body.sort))
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map(rowOf) }
  },
  getProcedureLog: (scope, { params }) => detail(scope, params.id),
  submitProcedureLog: async (scope, { body }) => {
    const made = await submit(scope, body)
    return typeof made === 'number' ? detail(scope, made) : made
  },
}

export const procedureLogSets: SetHandlers<typeof contract> = {
  submitProcedureLog: (calls) =>
    submitTogether(calls.map(({ scope, body }) => ({ scope, submission: body }))),
}
