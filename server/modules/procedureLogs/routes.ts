import { desc, eq, gte, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  procedureLogs as contract,
  type procedureLogRow,
} from '#contract/procedures/procedureLogs.ts'
import { equipment, location, procedure, procedureLog, ticket, user } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf, placeFilter, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isSealed } from '../signedLogs/index.ts'
import { selectDoneMeanwhile, meanwhileOf } from './meanwhile.ts'
import { namesIn } from './names.ts'
import { submit } from './submit.ts'

const ticketCount = sql<number>`(select count(*)::int from ${ticket}
  where ${ticket.companyId} = ${procedureLog.companyId}
  and ${ticket.procedureLogId} = ${procedureLog.id})`

const shownColumns = {
  log: {
    id: procedureLog.id,
    doneAt: procedureLog.doneAt,
    score: procedureLog.score,
    points: procedureLog.points,
    maximum: procedureLog.maximum,
  },
  procedure: { id: procedure.id, name: procedure.name },
  equipment: { id: equipment.id, name: equipment.name },
  location: { id: location.id, name: location.name },
  user: { id: user.id, firstName: user.firstName, lastName: user.lastName },
  ticketCount,
}

const selectLogs = ({ db }: Scope, where: SQL) =>
  db
    .select(shownColumns)
    .from(procedureLog)
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .innerJoin(user, joinOn(user, procedureLog.doneBy))
    .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
    .leftJoin(location, joinOn(location, procedureLog.locationId))
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
      frozen: procedureLog,
      isSigned: isSealed,
      tickets: sql<{ id: Id<'ticket'>; title: string }[]>`coalesce((
        select json_agg(json_build_object('id', ${ticket.id}, 'title', ${ticket.title}))
        from ${ticket} where ${from.tickets(eq(ticket.procedureLogId, id))}), '[]')`,
      meanwhile: selectDoneMeanwhile(scope),
    })
    .from(procedureLog)
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .innerJoin(user, joinOn(user, procedureLog.doneBy))
    .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
    .leftJoin(location, joinOn(location, procedureLog.locationId))
    .where(from.procedureLogs(eq(procedureLog.id, id)))
  if (!row) throw notThere('procedure log')
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
    meanwhile: meanwhileOf(meanwhile),
  }
}

const sortColumns = {
  doneAt: procedureLog.doneAt,
  score: procedureLog.score,
  procedure: procedure.name,
}

export const procedureLogHandlers: Handlers<typeof contract> = {
  async listProcedureLogs(scope, { body }) {
    const words = sql`lower(${procedure.name} || ' ' || coalesce(${equipment.name},
      '') || ' ' || coalesce(${location.name}, ''))`
    const where = scope.from.procedureLogs(
      placeFilter(body.filter, procedureLog),
      body.from ? gte(procedureLog.doneAt, new Date(body.from)) : undefined,
      body.to ? lte(procedureLog.doneAt, new Date(body.to)) : undefined,
      body.scoreBelow === undefined ? undefined : lt(procedureLog.score, body.scoreBelow),
      body.doneByMe && scope.actor.userId !== null
        ? eq(procedureLog.doneBy, scope.actor.userId)
        : undefined,
      body.isSigned ? isSealed : undefined,
      searchIn(words, body.search),
    )
    const counted = scope.db.select({ count }).from(procedureLog).where(where).$dynamic()
    const [total] =
      body.search === undefined
        ? await counted
        : await counted
            .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
            .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
            .leftJoin(location, joinOn(location, procedureLog.locationId))
    const rows = await selectLogs(scope, where)
      .orderBy(
        ...orderOf(body.sort, sortColumns, procedureLog.id, [
          desc(procedureLog.doneAt),
          desc(procedureLog.id),
        ]),
      )
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map(rowOf) }
  },
  getProcedureLog: (scope, { params }) => detail(scope, params.id),
  submitProcedureLog: async (scope, { body }) => {
    const { earlier, made } = await submit(scope, body)
    return made ?? detail(scope, earlier)
  },
}
