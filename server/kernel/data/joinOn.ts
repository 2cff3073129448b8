import { and, eq, getTableName, type Column, type SQL, type Table } from 'drizzle-orm'

type CompanyTable = Table & { companyId: Column; id: Column }

const isCompanyTable = (table: Table): table is CompanyTable =>
  'companyId' in table && 'id' in table

/**
 * Joins the row of `target` that `column` references, within the column's company:
 * `.innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))`.
 */
export function joinOn(target: CompanyTable, column: Column): SQL | undefined {
  const source = column.table
  if (!isCompanyTable(source)) throw new Error(`${getTableName(source)} is not a company's table`)
  return and(eq(target.companyId, source.companyId), eq(target.id, column))
}
