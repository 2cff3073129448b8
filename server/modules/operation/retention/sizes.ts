/**
 * Size of a company's data per table. Rows are counted up to a limit and estimated beyond it. Bytes
 * are the company's share of the table with its indexes.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { TableSize } from '#contract/retention.ts'
import type { Id } from '#contract/ids.ts'
import type { Db } from '#kernel/data/transaction.ts'

/** Counting this many takes some milliseconds; a million would slow down others. */
const COUNTED = 20_000

interface Measured extends Record<string, unknown> {
  name: string
  counted: string | number
  oldest: Date | string | null
  bytes: string | number
  all_rows: number
}

const happenedAt: Readonly<Record<string, string>> = {
  automation_run: 'at',
  position: 'at',
  visit: 'entered_at',
}
const writtenInOrder: Readonly<Record<string, string>> = { journal_entry: 'at', alert: 'at' }

function oldestIn(name: string, companyId: Id<'company'>, order: string): SQL {
  // Scans the index of each sensor: the table has no index by time alone.
  if (name === 'sensor_reading')
    return sql`select min(first.at) from sensor s cross join lateral (
      select r.at from sensor_reading r where r.company_id = s.company_id and r.sensor_id = s.id
      order by r.at limit 1) as first where s.company_id = ${companyId}`
  const at = happenedAt[name] ?? writtenInOrder[name] ?? 'created_at'
  const by = happenedAt[name] ?? order
  return sql`select ${sql.identifier(at)} from ${sql.identifier(name)}
    where company_id = ${companyId} order by ${sql.identifier(by)} limit 1`
}

/** Measures several tables at once. `order`: the column that finds the oldest row. */
export async function sizesOf(
  db: Db,
  companyId: Id<'company'>,
  names: readonly string[],
  order = 'id',
): Promise<ReadonlyMap<string, TableSize>> {
  if (names.length === 0) return new Map()
  const parts = names.map((name) => {
    const table = sql.identifier(name)
    return sql`select ${name}::text as name,
      (select count(*) from (select from ${table} where company_id = ${companyId}
        limit ${COUNTED + 1}) as counted_rows) as counted,
      (${oldestIn(name, companyId, order)}) as oldest,
      pg_total_relation_size(${name}::regclass) as bytes,
      (select reltuples from pg_class where oid = ${name}::regclass) as all_rows`
  })
  const { rows } = await db.execute<Measured>(sql.join(parts, sql` union all `))
  const sizes = new Map<string, TableSize>()
  for (const row of rows) {
    const counted = Number(row.counted)
    const isEstimate = counted > COUNTED
    const own = isEstimate ? Math.max(counted, await plannedRows(db, companyId, row.name)) : counted
    const all = Math.max(row.all_rows, own, 1)
    sizes.set(row.name, {
      name: row.name,
      rows: own,
      isEstimate,
      bytes: own === 0 ? 0 : Math.round((Number(row.bytes) * own) / all),
      oldestAt: row.oldest === null ? null : new Date(row.oldest).toISOString(),
    })
  }
  return sizes
}

async function plannedRows(db: Db, companyId: Id<'company'>, name: string): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) select 1 from ${sql.identifier(name)} where company_id = ${sql.raw(String(Number(companyId)))}`,
  )
  return Math.round(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
}
