/**
 * Generated columns with the text that search matches, from the fields that the entity's registry
 * marks as searched. Existing rows get them too (decision 29).
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { searchedKeys, type EntityFields, type SearchedKey } from '#contract/entityFields.ts'
import { foldText } from './foldText.ts'

const MAXIMUM = 1000
/** Folding lengthens ligatures. */
const MAXIMUM_FOLDED = 1200

function textOf<F extends EntityFields>(
  fields: F,
  columns: Record<SearchedKey<F>, AnyPgColumn>,
): SQL {
  const parts = searchedKeys(fields).map((key) =>
    fields[key]?.kind === 'facts'
      ? sql`facts_text(${columns[key]})`
      : sql`coalesce(${columns[key]}, '')`,
  )
  return sql`left(${sql.join(parts, sql` || ' ' || `)}, ${sql.raw(String(MAXIMUM))})`
}

/** Text in lower case, used only by servers older than the folded column. */
export const searchFrom = <F extends EntityFields>(
  fields: F,
  columns: Record<SearchedKey<F>, AnyPgColumn>,
): SQL => sql`lower(${textOf(fields, columns)})`

export const foldedColumn = <F extends EntityFields>(
  fields: F,
  columns: Record<SearchedKey<F>, AnyPgColumn>,
): SQL => sql`left(${foldText(textOf(fields, columns))}, ${sql.raw(String(MAXIMUM_FOLDED))})`
