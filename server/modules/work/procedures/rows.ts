import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { procedureRow } from '#contract/procedures/procedures.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { storedQuestions } from './questions.ts'

const ofProcedure = (
  table: typeof tables.surveyQuestion | typeof tables.automation | typeof tables.procedureLog,
) =>
  sql`${table.companyId} = ${tables.procedure.companyId} and ${table.procedureId} = ${tables.procedure.id}`

const lastDoneAt = sql<
  string | null
>`(select max(${tables.procedureLog.doneAt}) from ${tables.procedureLog} where ${ofProcedure(tables.procedureLog)})`
export const sortColumns = {
  name: tables.procedure.name,
  type: tables.procedureType.name,
  updatedAt: tables.procedure.updatedAt,
  lastDoneAt,
}

const shown = {
  procedure: tables.procedure,
  type: tables.procedureType,
  lastDoneAt,
  questionCount: sql<number>`(select count(*)::int from ${tables.surveyQuestion}
    where ${ofProcedure(tables.surveyQuestion)} and ${tables.surveyQuestion.deletedAt} is null)`,
  automationCount: sql<number>`(select count(*)::int from ${tables.automation}
    where ${ofProcedure(tables.automation)})`,
  logCount: sql<number>`(select count(*)::int from ${tables.procedureLog}
    where ${ofProcedure(tables.procedureLog)})`,
}

export const selectProcedures = ({ db }: Scope, where: SQL) =>
  db
    .select(shown)
    .from(tables.procedure)
    .innerJoin(tables.procedureType, joinOn(tables.procedureType, tables.procedure.typeId))
    .where(where)
    .$dynamic()
export type Selected = Awaited<ReturnType<typeof selectProcedures>>[number]

export async function selectProcedure({ db }: Scope, where: SQL) {
  const [found] = await plannedOnce(db)
    .select({ ...shown, questions: storedQuestions })
    .from(tables.procedure)
    .innerJoin(tables.procedureType, joinOn(tables.procedureType, tables.procedure.typeId))
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
