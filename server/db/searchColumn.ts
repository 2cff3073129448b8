/**
 * A generated column with the text that search matches, from the fields that the entity's registry
 * marks as searched. Existing rows get it too (decision 29).
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { searchedKeys, type EntityFields, type SearchedKey } from '#contract/entityFields.ts'

const MAXIMUM = 1000

export function searchFrom<F extends EntityFields>(
  fields: F,
  columns: Record<SearchedKey<F>, AnyPgColumn>,
): SQL {
  const parts = searchedKeys(fields).map((key) =>
    fields[key]?.kind === 'facts'
      ? sql`facts_text(${columns[key]})`
      : sql`coalesce(${columns[key]}, '')`,
  )
  return sql`lower(left(${sql.join(parts, sql` || ' ' || `)}, ${sql.raw(String(MAXIMUM))}))`
}
