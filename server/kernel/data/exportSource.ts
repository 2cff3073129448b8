import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Language } from '#contract/languages.ts'
import { MAX_EXPORTED_ROWS } from '#contract/listExports.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { conflict } from '#kernel/http/errors.ts'
import { exportWord, isExportWord, type ExportWord } from './exportWords.ts'

/**
 * A value of a file. An instant is in milliseconds. A word is translated for people; programs read
 * its key.
 */
export type ExportCell =
  | string
  | number
  | boolean
  | null
  | { at: number }
  /** A calendar day, such as 2026-11-29. */
  | { day: string }
  | { key: string; word: ExportWord }

/**
 * A heading: a word of the product, a name chosen by users (a fact, a question), or a word about
 * such a name.
 */
export interface ExportColumn {
  key: string
  title: { word: ExportWord; of?: string } | { name: string }
}

export const headingIn = (language: Language, title: ExportColumn['title']): string => {
  if ('name' in title) return title.name
  const word = exportWord(language, title.word)
  return title.of === undefined ? word : `${word}: ${title.of}`
}

export interface OpenExport {
  columns: readonly ExportColumn[]
  parts: readonly string[]
  total: number
  /** Reads one part, with the current rights of the scope's actor. */
  read(scope: Scope, part: string): Promise<ExportCell[][]>
}

export interface ExportSource<Q> {
  open(scope: Scope, question: Q): Promise<OpenExport>
}

export const column = (key: string, word: ExportWord): ExportColumn => ({ key, title: { word } })

export const instantCell = (at: Date | null): ExportCell => (at === null ? null : { at: +at })

/** A word cell, or the key alone if the word has no translation. */
export const wordCell = (key: string, word: string): ExportCell =>
  isExportWord(word) ? { key, word } : key

/** Rows read per transaction: about 10 ms of event loop time. */
const ROWS_A_PART = 250

interface Listed {
  table: PgTable & { id: AnyPgColumn }
  joins?: SQL
  where: SQL | undefined
  order: readonly SQL[]
}

/**
 * The ids of a list in order, read in one statement. The database joins the ids to texts, which
 * needs a tenth of the memory and time.
 */
export async function idsInParts(
  { db }: Scope,
  { table, joins = sql``, where = sql`true`, order }: Listed,
): Promise<Pick<OpenExport, 'parts' | 'total'>> {
  const { rows } = await db.execute<{ ids: string; n: number }>(
    sql`select string_agg(id::text, ',' order by place) as ids, count(*)::int as n
      from (select ${table.id} as id, row_number() over (order by ${sql.join([...order], sql`, `)}) - 1 as place
        from ${table} ${joins} where ${where} limit ${MAX_EXPORTED_ROWS + 1}) as listed
      group by place / ${sql.raw(String(ROWS_A_PART))} order by place / ${sql.raw(String(ROWS_A_PART))}`,
  )
  const total = rows.reduce((sum, { n }) => sum + n, 0)
  if (total > MAX_EXPORTED_ROWS)
    throw conflict('So many rows do not fit into one file.', [
      { path: 'body.what', code: 'exportTooLong', message: `> ${MAX_EXPORTED_ROWS}` },
    ])
  return { total, parts: rows.map(({ ids }) => ids) }
}

/** Condition for the rows of a part, with one parameter instead of hundreds. */
export const isIn = (id: AnyPgColumn, part: string): SQL => sql`${id} = any(${`{${part}}`}::int[])`

export const sizeOf = (part: string): number => part.split(',').length

export function inOrderOf<T>(part: string, rows: readonly T[], idOf: (row: T) => number): T[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return part.split(',').flatMap((id) => byId.get(Number(id)) ?? [])
}
