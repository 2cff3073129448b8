import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ImportField } from '#contract/imports.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { addFault, namesIn, type ReadRow } from './readRow.ts'
import { normaliseCell } from './target.ts'

export type Named<I extends number = number> = ReadonlyMap<
  string,
  { id: I; name: string } | 'several'
>

export async function namedRows<I extends number>(
  { db }: Pick<Scope, 'db'>,
  table: PgTable & { id: AnyPgColumn },
  { name, where }: { name: SQL | AnyPgColumn; where: SQL | undefined },
): Promise<Named<I>> {
  const rows = await db
    .select({ id: sql<I>`${table.id}`, name: sql<string>`${name}` })
    .from(table)
    .where(where)
  return byName(rows)
}

function byName<I extends number>(rows: readonly { id: I; name: string }[]): Named<I> {
  const named = new Map<string, { id: I; name: string } | 'several'>()
  for (const row of rows) {
    const lower = row.name.toLowerCase()
    named.set(lower, named.has(lower) ? 'several' : row)
  }
  return named
}

/**
 * Resolves the names in a cell. An unchanged cell keeps its ids, even if a name is ambiguous or
 * hidden by now. Adds an error for each unknown name.
 */
export function idsNamed<I extends number>(
  read: ReadRow,
  field: ImportField,
  named: Named<I>,
  stored: { text: string; ids: readonly I[] } | undefined,
): { text: string; ids: I[] } | undefined {
  const said = read.values[field]
  if (said === undefined) return undefined
  if (stored !== undefined && normaliseCell(said) === normaliseCell(stored.text))
    return { text: said, ids: [...stored.ids] }
  const found = namesIn(said).flatMap((name) => {
    const one = named.get(name.toLowerCase())
    if (one === undefined) addFault(read, field, 'unknownName', name)
    else if (one === 'several') addFault(read, field, 'ambiguousName', name)
    return typeof one === 'object' ? [one] : []
  })
  const ids = [...new Set(found.map(({ id }) => id))]
  if (stored !== undefined && isSameSet(ids, stored.ids))
    return { text: stored.text, ids: [...stored.ids] }
  return { text: [...new Set(found.map(({ name }) => name))].join('; '), ids }
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
