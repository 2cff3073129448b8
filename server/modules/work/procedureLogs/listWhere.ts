import { desc, eq, gte, lt, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { procedureLogs as contract } from '#contract/procedures/procedureLogs.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { orderOf, placeFilter, searchInNames } from '#kernel/data/listQueries.ts'
import { isSealed } from '../signedLogs/index.ts'

export type Question = Omit<z.output<typeof contract.listProcedureLogs.body>, 'limit' | 'offset'>

const sortColumns = {
  doneAt: tables.procedureLog.doneAt,
  score: tables.procedureLog.score,
  procedure: tables.procedure.name,
}

export const logsWhere = (scope: Scope, body: Question): SQL =>
  scope.from.procedureLogs(
    placeFilter(body.filter, tables.procedureLog),
    body.from ? gte(tables.procedureLog.doneAt, new Date(body.from)) : undefined,
    body.to ? lte(tables.procedureLog.doneAt, new Date(body.to)) : undefined,
    body.scoreBelow === undefined ? undefined : lt(tables.procedureLog.score, body.scoreBelow),
    body.doneByMe && scope.actor.userId !== null
      ? eq(tables.procedureLog.doneBy, scope.actor.userId)
      : undefined,
    body.isSigned ? isSealed : undefined,
    searchInNames(scope.actor.companyId, body.search, [
      { key: tables.procedureLog.procedureId, table: tables.procedure },
      { key: tables.procedureLog.equipmentId, table: tables.equipment },
      { key: tables.procedureLog.locationId, table: tables.location },
    ]),
  )

export const logsOrder = (scope: Scope, sort: Question['sort']): SQL[] =>
  orderOf(scope, sort, sortColumns, tables.procedureLog.id, [
    desc(tables.procedureLog.doneAt),
    desc(tables.procedureLog.id),
  ])
