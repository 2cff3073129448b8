import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { procedureRow } from '#contract/procedures/procedures.ts'
import {
  automation,
  procedure,
  procedureLog,
  procedureType,
  surveyQuestion,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { storedQuestions } from './questions.ts'

const ofProcedure = (table: typeof surveyQuestion | typeof automation | typeof procedureLog) =>
  sql`${table.companyId} = ${procedure.companyId} and ${table.procedureId} = ${procedure.id}`

const lastDoneAt = sql<
  string | null
>`(select max(${procedureLog.doneAt}) from ${procedureLog} where ${ofProcedure(procedureLog)})`
export const sortColumns = {
  name: procedure.name,
  type: procedureType.name,
  updatedAt: procedure.updatedAt,
  lastDoneAt,
}

const shown = {
  procedure,
  type: procedureType,
  lastDoneAt,
  questionCount: sql<number>`(select count(*)::int from ${surveyQuestion}
    where ${ofProcedure(surveyQuestion)} and ${surveyQuestion.deletedAt} is null)`,
  automationCount: sql<number>`(select count(*)::int from ${automation}
    where ${ofProcedure(automation)})`,
  logCount: sql<number>`(select count(*)::int from ${procedureLog}
    where ${ofProcedure(procedureLog)})`,
}

export const selectProcedures = ({ db }: Scope, where: SQL) =>
  db
    .select(shown)
    .from(procedure)
    .innerJoin(procedureType, joinOn(procedureType, procedure.typeId))
    .where(where)
    .$dynamic()
export type Selected = Awaited<ReturnType<typeof selectProcedures>>[number]

export async function selectProcedure({ db }: Scope, where: SQL) {
  const [found] = await plannedOnce(db)
    .select({ ...shown, questions: storedQuestions })
    .from(procedure)
    .innerJoin(procedureType, joinOn(procedureType, procedure.typeId))
    .where(where)
  return found
}

export function rowOf({ procedure: row, type, ...counts }: Selected): z.input<typeof procedureRow> {
  return {
    id: row.id,
    name: row.name,
    type: { id: type.id, name: type.name, isTracer: type.isTracer },
    target: row.target,
    equipmentTypeIds: row.equipmentTypeIds,
    description: row.description,
    questionCount: counts.questionCount,
    automationCount: counts.automationCount,
    logCount: counts.logCount,
    lastDoneAt: counts.lastDoneAt && new Date(counts.lastDoneAt).toISOString(),
    isActive: row.isActive,
    isSigned: row.isSigned,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }
}
