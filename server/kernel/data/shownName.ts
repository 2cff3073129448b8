import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Language } from '#contract/languages.ts'
import type { Reader } from './nameOrder.ts'

interface Named {
  name: SQLWrapper
  names: SQLWrapper
}

export const shownName = (reader: Reader, table: Named): SQL<string> =>
  sql<string>`${expression(reader, table)}`

export const shownNameOrNull = (reader: Reader, table: Named): SQL<string | null> =>
  sql<string | null>`${expression(reader, table)}`

const expression = ({ actor: { language } }: Reader, { name, names }: Named): SQL =>
  sql`coalesce(${names} ->> ${inSql[language]}, ${name})`

/** Written into the statement, because grouping needs the same expression twice. */
const inSql: Readonly<Record<Language, SQL>> = {
  en: sql`'en'`,
  he: sql`'he'`,
  ar: sql`'ar'`,
  ru: sql`'ru'`,
  cs: sql`'cs'`,
  sk: sql`'sk'`,
}

export const nameFor = (
  { actor: { language } }: Reader,
  { name, names }: { name: string; names: Partial<Record<Language, string>> },
): string => names[language] ?? name
