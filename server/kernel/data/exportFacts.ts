import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { column, type ExportCell, type ExportColumn } from './exportSource.ts'

interface Facts {
  keys: readonly string[]
  columns: readonly ExportColumn[]
}

/** The facts of the rows, most frequent first. Facts beyond `atMost` share the last column. */
export async function factsOf(
  { db }: Scope,
  {
    table,
    where,
    atMost,
  }: { table: PgTable & { details: AnyPgColumn }; where: SQL; atMost: number },
): Promise<Facts> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select fact->>'key' as key from ${table}, jsonb_array_elements(${table.details}) as fact
      where ${where} group by 1 order by count(*) desc, 1 limit ${atMost + 1}`,
  )
  const keys = rows.map(({ key }) => key)
  if (keys.length <= atMost) return { keys, columns: keys.map(ofFact) }
  const own = keys.slice(0, atMost - 1)
  return { keys: own, columns: [...own.map(ofFact), column('details', 'field_details')] }
}

const ofFact = (key: string): ExportColumn => ({ key, title: { name: key } })

export function factCells({ keys, columns }: Facts, details: tables.Details): ExportCell[] {
  const values = new Map<string, string>()
  for (const { key, value } of details) {
    const before = values.get(key)
    values.set(key, before === undefined ? value : `${before}; ${value}`)
  }
  const cells: ExportCell[] = keys.map((key) => values.get(key) ?? null)
  if (columns.length === keys.length) return cells
  const known = new Set(keys)
  return [
    ...cells,
    [...values].flatMap(([key, value]) => (known.has(key) ? [] : `${key}: ${value}`)).join('\n'),
  ]
}
