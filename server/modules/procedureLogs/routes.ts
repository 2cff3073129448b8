import { and, desc, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { UsedItem } from '#contract/automation/facts'
import type { Id } from '#contract/ids'
import { procedureLogs as contract, type procedureLogRow } from '#contract/procedureLogs'
import {
  equipment,
  file,
  inventoryItem,
  location,
  procedure,
  procedureLog,
  ticket,
  user,
} from '../../db/schema/index.ts'
import { notThere } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { count, orderOf, placeFilter, searchIn } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isSealed } from '../signedLogs/index.ts'
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
  const { db, from, actor } = scope
  const [row] = await db
    .select({
      ...shownColumns,
      frozen: procedureLog,
      isSigned: isSealed,
      tickets: sql<{ id: Id<'ticket'>; title: string }[]>`coalesce((
        select json_agg(json_build_object('id', ${ticket.id}, 'title', ${ticket.title}))
        from ${ticket} where ${from.tickets(eq(ticket.procedureLogId, id))}), '[]')`,
      meanwhile: doneMeanwhile(scope),
    })
    .from(procedureLog)
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .innerJoin(user, joinOn(user, procedureLog.doneBy))
    .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
    .leftJoin(location, joinOn(location, procedureLog.locationId))
    .where(from.procedureLogs(eq(procedureLog.id, id)))
  if (!row) throw notThere('procedure log')
  const { frozen, isSigned, tickets, meanwhile } = row
  const userIds = frozen.answers.flatMap((answer) =>
    answer.kind === 'user' ? [answer.userId] : [],
  )
  const fileIds = frozen.answers.flatMap((answer) =>
    answer.kind === 'file' ? answer.fileIds : answer.kind === 'signature' ? [answer.fileId] : [],
  )
  const people =
    userIds.length === 0
      ? []
      : await db
          .select()
          .from(user)
          .where(and(eq(user.companyId, actor.companyId), inArray(user.id, userIds)))
  const files =
    fileIds.length === 0
      ? []
      : await db
          .select({ id: file.id, name: file.name, mime: file.mime, size: file.size })
          .from(file)
          .where(and(eq(file.companyId, actor.companyId), inArray(file.id, fileIds)))
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
    used: await usedOf(scope, frozen.used),
    users: people.map((person) => ({
      id: person.id,
      name: `${person.firstName} ${person.lastName}`,
    })),
    files,
    tickets,
    meanwhile: meanwhile.map(({ doneAt, ...other }) => ({
      ...other,
      doneAt: new Date(doneAt).toISOString(),
    })),
  }
}

const MAX_MEANWHILE = 5

const other = alias(procedureLog, 'other')
const otherPerson = alias(user, 'other_person')

/** Of two that were under way at once: each had begun before the other had arrived. */
const doneMeanwhile = ({ from }: Scope) =>
  sql<
    { id: Id<'procedureLog'>; doneAt: string; doneBy: { id: Id<'user'>; name: string } }[]
  >`coalesce((select json_agg(meanwhile) from (
    select ${other.id} as "id", ${other.doneAt} as "doneAt",
      json_build_object('id', ${otherPerson.id},
        'name', ${otherPerson.firstName} || ' ' || ${otherPerson.lastName}) as "doneBy"
    from ${procedureLog} as ${other}
    join ${user} as ${otherPerson} on ${otherPerson.companyId} = ${other.companyId}
      and ${otherPerson.id} = ${other.doneBy}
    where ${other.companyId} = ${procedureLog.companyId}
      and ${other.procedureId} = ${procedureLog.procedureId}
      and case when ${procedureLog.equipmentId} is null
        then ${other.equipmentId} is null and ${other.locationId} = ${procedureLog.locationId}
        else ${other.equipmentId} = ${procedureLog.equipmentId} end
      and ${other.doneBy} <> ${procedureLog.doneBy}
      and ${other.startedAt} < ${procedureLog.createdAt}
      and ${other.createdAt} > ${procedureLog.startedAt}
      and ${other.id} in (select ${procedureLog.id} from ${procedureLog}
        where ${from.procedureLogs()})
    order by ${other.doneAt} desc, ${other.id} desc limit ${MAX_MEANWHILE}::int
  ) as meanwhile), '[]')`

async function usedOf({ db, actor }: Scope, used: readonly UsedItem[]) {
  if (used.length === 0) return []
  const items = await db
    .select({ id: inventoryItem.id, name: inventoryItem.name, unit: inventoryItem.unit })
    .from(inventoryItem)
    .where(
      and(
        eq(inventoryItem.companyId, actor.companyId),
        inArray(
          sql`${inventoryItem.id}`,
          used.map(({ itemId }) => itemId),
        ),
      ),
    )
  return used.map((line) => ({
    ...line,
    name: items.find(({ id }) => id === line.itemId)?.name ?? '',
    unit: items.find(({ id }) => id === line.itemId)?.unit ?? '',
  }))
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
  submitProcedureLog: async (scope, { body }) => detail(scope, await submit(scope, body)),
}
