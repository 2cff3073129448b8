import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { MAX_EXPORTED_COLUMNS } from '#contract/listExports.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  instantCell,
  type ExportCell,
  type ExportColumn,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { conflict } from '#kernel/http/errors.ts'
import { isSealed } from '../signedLogs/index.ts'
import { logsOrder, logsWhere, type Question } from './listWhere.ts'
import { namesIn } from './names.ts'

const head = [
  column('id', 'log'),
  column('procedure', 'procedure'),
  column('version', 'version'),
  column('equipment', 'field_equipment'),
  column('location', 'field_location'),
  column('doneBy', 'doneBy'),
  column('startedAt', 'startedAt'),
  column('doneAt', 'doneAt'),
  column('receivedAt', 'receivedAt'),
]
const figures = [
  column('score', 'score'),
  column('points', 'points'),
  column('maximum', 'maximumPoints'),
  column('isSigned', 'signed'),
  column('tickets', 'ticketCount'),
  column('used', 'used'),
  column('contentRemovedAt', 'contentRemoved'),
]

const joins = sql`join ${tables.procedure} on ${joinOn(tables.procedure, tables.procedureLog.procedureId)}`

const list = (scope: Scope, question: Question) =>
  idsInParts(scope, {
    table: tables.procedureLog,
    joins,
    where: logsWhere(scope, question),
    order: logsOrder(scope, question.sort),
  })

export const procedureLogExport: ExportSource<Question> = {
  async open(scope, question) {
    const listed = await list(scope, question)
    const questions = await questionsOf(scope, question)
    return {
      ...listed,
      columns: [...head, ...figures, ...questions],
      async read(inner, part) {
        const { rows, answerCell } = await readLogs(inner, part)
        return rows.map((row) => {
          const answers = new Map(row.log.answers.map((one) => [String(one.questionId), one]))
          const asked = new Map(row.log.questions.map((one) => [String(one.id), one]))
          return [
            ...headCells(row),
            ...figureCells(row),
            ...questions.map(({ key }) => answerCell(asked.get(key), answers.get(key))),
          ]
        })
      },
    }
  },
}

const answerColumns = [
  column('question', 'question'),
  column('answer', 'answer'),
  column('unit', 'field_unit'),
  column('points', 'points'),
  column('maximum', 'maximumPoints'),
]

export const procedureAnswerExport: ExportSource<Question> = {
  async open(scope, question) {
    return {
      ...(await list(scope, question)),
      columns: [...head, ...answerColumns],
      async read(inner, part) {
        const { rows, answerCell } = await readLogs(inner, part)
        return rows.flatMap((row) => {
          const answers = new Map<number, GivenAnswer>(
            row.log.answers.map((one) => [one.questionId, one]),
          )
          const scored = new Map(row.log.breakdown.map((one) => [one.questionId, one]))
          return row.log.questions.map((asked) => [
            ...headCells(row),
            asked.title,
            answerCell(asked, answers.get(asked.id)),
            asked.unit,
            scored.get(asked.id)?.gained ?? null,
            scored.get(asked.id)?.reachable ?? null,
          ])
        })
      },
    }
  },
}

async function questionsOf(scope: Scope, question: Question): Promise<ExportColumn[]> {
  const { rows } = await scope.db.execute<{ id: string; title: string; procedure: string }>(
    sql`select asked->>'id' as id, (array_agg(asked->>'title' order by ${tables.procedureLog.id} desc))[1] as title,
        max(${tables.procedure.name}) as procedure
      from ${tables.procedureLog} ${joins},
        jsonb_array_elements(${tables.procedureLog.questions}) with ordinality as each(asked, place)
      where ${logsWhere(scope, question)}
      group by ${tables.procedureLog.procedureId}, 1
      order by ${tables.procedureLog.procedureId}, min(place) limit ${MAX_EXPORTED_COLUMNS + 1}`,
  )
  const room = MAX_EXPORTED_COLUMNS - head.length - figures.length
  if (rows.length > room)
    throw conflict('So many questions do not fit beside each other.', [
      { path: 'body.what', code: 'exportTooWide', message: `> ${room}` },
    ])
  const isOne = new Set(rows.map(({ procedure }) => procedure)).size === 1
  return rows.map(({ id, title, procedure }) => ({
    key: id,
    title: { name: isOne ? title : `${procedure}: ${title}` },
  }))
}

async function readLogs(scope: Scope, part: string) {
  const { db, from } = scope
  const found = await db
    .select({
      log: tables.procedureLog,
      procedure: tables.procedure.name,
      equipment: tables.equipment.name,
      location: tables.location.name,
      doneBy: sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`,
      isSigned: isSealed,
      ticketCount: sql<number>`(select count(*)::int from ${tables.ticket}
        where ${tables.ticket.companyId} = ${tables.procedureLog.companyId}
        and ${tables.ticket.procedureLogId} = ${tables.procedureLog.id})`,
    })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .innerJoin(tables.user, joinOn(tables.user, tables.procedureLog.doneBy))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .where(from.procedureLogs(isIn(tables.procedureLog.id, part)))
  const rows = inOrderOf(part, found, ({ log }) => log.id)
  const names = await namesIn(scope, {
    answers: rows.flatMap(({ log }) => log.answers),
    used: rows.flatMap(({ log }) => log.used),
  })
  const people = new Map(names.users.map(({ id, name }) => [id, name]))
  const files = new Map(names.files.map(({ id, name }) => [id, name]))
  const items = new Map(names.used.map((item) => [item.itemId, item]))
  const fileName = (id: Id<'file'>) => files.get(id) ?? `#${id}`
  return {
    rows: rows.map((row) => ({
      ...row,
      used: row.log.used
        .map(({ itemId, amount }) => {
          const item = items.get(itemId)
          return `${item?.name ?? ''} ${amount} ${item?.unit ?? ''}`.trim()
        })
        .join('; '),
    })),
    answerCell(asked: SurveyQuestion | undefined, answer: GivenAnswer | undefined): ExportCell {
      if (answer === undefined) return null
      const title = (id: number) => asked?.answers.find((one) => one.id === id)?.title ?? `#${id}`
      switch (answer.kind) {
        case 'singleChoice':
          return title(answer.answerId)
        case 'multipleChoice':
          return answer.answerIds.map(title).join('; ')
        case 'number':
          return answer.value
        case 'text':
          return answer.text
        case 'date':
          return { day: answer.date }
        case 'user':
          return people.get(answer.userId) ?? `#${answer.userId}`
        case 'file':
          return answer.fileIds.map(fileName).join('; ')
        case 'signature':
          return fileName(answer.fileId)
      }
    },
  }
}
type Read = Awaited<ReturnType<typeof readLogs>>['rows'][number]

const headCells = ({ log, ...row }: Read): ExportCell[] => [
  log.id,
  row.procedure,
  log.procedureVersion,
  row.equipment,
  row.location,
  row.doneBy,
  { at: +log.startedAt },
  { at: +log.doneAt },
  { at: +log.createdAt },
]

const figureCells = ({ log, ...row }: Read): ExportCell[] => [
  log.score,
  log.points,
  log.maximum,
  row.isSigned === true,
  row.ticketCount,
  row.used,
  instantCell(log.contentRemovedAt),
]
