import { and, eq, type Column, type SQL } from 'drizzle-orm'

/**
 * The rows of `table` that belong to the company and meet all `conditions`:
 * `.where(ofCompany(tables.ticket, companyId, eq(tables.ticket.id, id)))`. Row-level security hides
 * the other rows in any case; this condition lets the query use the indexes of the company.
 */
export function ofCompany(
  table: { companyId: Column },
  companyId: number,
  ...conditions: (SQL | undefined)[]
): SQL {
  const itsRows = eq(table.companyId, companyId)
  return and(itsRows, ...conditions) ?? itsRows
}
