import { and, asc, desc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DetailPart, detailAnswer } from '#contract/dashboards/dashboardItems.ts'
import { periodOf } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { countHidden, countPart, numberOf } from './numbers.ts'
import { partOf, rowsOf, isInPeriod, type CardQuestion } from './questions.ts'

type Answer = z.input<typeof detailAnswer>
type Page = { part: DetailPart; limit: number; offset: number; sort?: 'at' | '-at' | undefined }

/**
 * `count` equals the number on the card. Rows beyond the viewer's permissions are included,
 * reported separately, and never listed.
 */
export async function detailsOf(
  scope: Scope,
  question: CardQuestion,
  { part, limit, offset, sort }: Page,
): Promise<Answer> {
  const calendar = await calendarOf(scope)
  const period = periodOf(question.range, question.at ?? calendar.today, calendar.weekStart)
  const now = scope.clock.now()
  const visible = rowsOf(question, scope.actor, 'viewer')
  const seen = await countPart(
    scope,
    { ...question, accessScope: 'viewer' },
    period,
    calendar,
    part,
  )
  const cut =
    question.accessScope === 'company'
      ? await countHidden(scope, question, period, calendar, seen, part)
      : 0
  const { value } = await numberOf(scope, { ...question, history: false })
  const where = and(
    visible,
    isInPeriod(question, period, calendar),
    partOf(question.type, part, now),
  )
  const table = question.type === 'averageScore' ? tables.procedureLog : tables.occurrence
  const at = question.type === 'averageScore' ? tables.procedureLog.doneAt : tables.occurrence.at
  const facts =
    question.type === 'averageScore'
      ? {
          score: tables.procedureLog.score,
          dueBy: sql<Date | null>`null`,
          doneAt: sql<Date | null>`${tables.procedureLog.doneAt}`.mapWith(
            tables.procedureLog.doneAt,
          ),
          state: sql<string>`'done'`,
          logId: sql<Id<'procedureLog'> | null>`${tables.procedureLog.id}`,
          rruleId: sql<Id<'rrule'> | null>`null`,
        }
      : {
          score: sql<number | null>`null`,
          dueBy: sql<Date | null>`${tables.occurrence.dueBy}`.mapWith(tables.occurrence.dueBy),
          doneAt: sql<Date | null>`${tables.occurrence.doneAt}`.mapWith(tables.occurrence.doneAt),
          state: sql<string>`${tables.occurrence.state}`,
          logId: sql<Id<'procedureLog'> | null>`${tables.occurrence.procedureLogId}`,
          rruleId: sql<Id<'rrule'> | null>`(select ${tables.rrule.id} from ${tables.rrule}
            where ${tables.rrule.companyId} = ${tables.occurrence.companyId}
            and ${tables.rrule.id} = ${tables.occurrence.rruleId} and ${tables.rrule.deletedAt} is null
            and ${tables.procedure.deletedAt} is null)`,
        }
  const rows = await scope.db
    .select({
      id: sql<number>`${table.id}`,
      at,
      name: tables.procedure.name,
      thing: tables.equipment.name,
      place: tables.location.name,
      ...facts,
    })
    .from(table)
    .innerJoin(tables.procedure, joinOn(tables.procedure, table.procedureId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, table.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, table.locationId))
    .where(where)
    .orderBy(sort === 'at' ? asc(at) : desc(at), desc(table.id))
    .limit(limit)
    .offset(offset)
  return {
    count: seen + cut,
    beyondRights: cut,
    value,
    rows: rows.map((row) => ({
      id: row.id,
      type: question.type === 'averageScore' ? 'procedureLog' : 'occurrence',
      name: row.name,
      place: row.thing ?? row.place,
      at: row.at.toISOString(),
      score: row.score,
      state: question.type === 'averageScore' ? 'done' : stateOf(row, now),
      doneAt: row.doneAt?.toISOString() ?? null,
      procedureLogId: row.logId,
      rruleId: row.rruleId,
    })),
  }
}

function stateOf(
  { state, dueBy, doneAt }: { state: string; dueBy: Date | null; doneAt: Date | null },
  now: Date,
): Answer['rows'][number]['state'] {
  if (state === 'done')
    return dueBy !== null && doneAt !== null && doneAt > dueBy ? 'doneLate' : 'done'
  return state === 'due' && !(dueBy !== null && dueBy < now) ? 'waiting' : 'notDone'
}
