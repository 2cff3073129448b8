/**
 * The order of names per language (decision 63). Lists sort by `names_cs(name)::name_in_cs`. With
 * ICU, the function returns the name and the domain has the collation. Without ICU, the function
 * returns a key and the domain compares bytes.
 */
import { createHash } from 'node:crypto'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type pg from 'pg'
import { languages, type Language } from '#contract/languages.ts'
import { keyFunctionOf } from './nameKeys.ts'

type Client = Pick<pg.ClientBase, 'query'>

export const nameSortKey = (language: Language, name: SQLWrapper): SQL =>
  sql`(${sql.raw(`names_${language}`)}(${name})::${sql.raw(`name_in_${language}`)})`

/** Rules for databases whose ICU lacks language data: PGlite accepts a locale but sorts by root. */
const haceks = '&C<č<<<Č&H<ch<<<cH<<<Ch<<<CH&R<ř<<<Ř&S<š<<<Š&Z<ž<<<Ž'
const rules: Readonly<Record<Language, string>> = {
  en: '',
  he: `[reorder Hebr]&[before 2]''<<׳&[before 2]'"'<<״`,
  ar: '[reorder Arab]&[before 2]ت<<ة&[before 2]ي<<ى&ء<<أ<<ؤ<<إ<<ئ<<ا&اا<<آ',
  ru: '[reorder Cyrl]',
  cs: haceks,
  sk: `&A<ä<<<Ä&O<ô<<<Ô${haceks}`,
}

/** Names in the order of each language. A collation that orders them otherwise is not used. */
const probes: Readonly<Record<Language, readonly string[]>> = {
  en: ['air handler', 'Pump 2', 'Pump 10', 'Room', 'насос', 'מזרק'],
  he: ['ארון 2', 'ארון 10', 'מזרק', 'Pump', 'насос'],
  ar: ['غرفة 2', 'غرفة 10', 'مضخة', 'Pump', 'насос'],
  ru: ['Ёлка', 'Ель', 'Насос 2', 'насос 10', 'яма', 'Pump', 'מזרק'],
  cs: [
    'cibule',
    'Čerpadlo',
    'hadice',
    'chladič',
    'ibis',
    'Pump 2',
    'Pump 10',
    'řez',
    'saze',
    'šachta',
  ],
  sk: [
    'azúr',
    'ängstlich',
    'cibuľa',
    'čerpadlo',
    'hadica',
    'chladič',
    'ostrov',
    'ôsmy',
    'Pump 2',
    'Pump 10',
  ],
}

interface Way {
  collation: string | null
  function: string
}

const identity = (language: Language) =>
  `create function names_${language}(t text) returns text language sql immutable parallel safe as 'select t'`

const waysOf = (language: Language): Way[] => [
  {
    collation: `create collation names_${language} (provider = icu, locale = '${language}-u-kn-true')`,
    function: identity(language),
  },
  {
    collation: `create collation names_${language} (provider = icu, locale = 'und',
      rules = '[numericOrdering on]${rules[language].replaceAll("'", "''")}')`,
    function: identity(language),
  },
  { collation: null, function: keyFunctionOf(language) },
]

const hashOf = ({ collation, function: made }: Way): string =>
  createHash('sha256').update(`${collation} ${made}`).digest('hex').slice(0, 16)

/** Tables whose lists are long enough to need an index. */
const indexed = ['equipment', 'location']

/**
 * Only languages in use have an index, because each index slows every write. A job
 * (`createNameIndexes`) adds new languages; until then their long lists are sorted.
 */
async function languagesInUse(client: Client): Promise<Set<Language>> {
  await client.query('set local role plantroom_system')
  const { rows } = await client.query<{ language: Language }>(
    'select distinct language from company union select distinct language from app_user',
  )
  await client.query('reset role')
  return new Set(rows.map(({ language }) => language))
}

/**
 * Creates what is missing or outdated, for each language. Call inside a transaction. Without ICU,
 * or if `mayUseIcu` is false, keys are used.
 */
export async function applyNameOrder(client: Client, mayUseIcu = true): Promise<void> {
  const used = await languagesInUse(client)
  for (const language of languages) {
    const ways = waysOf(language).filter(({ collation }) => mayUseIcu || collation === null)
    const { rows } = await client.query<{ hash: string | null }>(
      `select obj_description(to_regtype('name_in_${language}'), 'pg_type') as hash`,
    )
    if (!ways.some((way) => hashOf(way) === rows[0]?.hash)) await create(client, language, ways)
    if (!used.has(language)) continue
    for (const table of indexed)
      await client.query(`create index if not exists ${definition(table, language)}`)
  }
}

const indexName = (table: string, language: Language) => `${table}_names_${language}`
const definition = (table: string, language: Language) =>
  `${indexName(table, language)} on ${table} (company_id, (names_${language}(name)::name_in_${language}), id)`

/**
 * Creates the indexes of languages first used since the start. Returns their names. With
 * `concurrently`, writes continue; an invalid index of a failed attempt is rebuilt.
 */
export async function createNameIndexes(
  client: Client,
  { concurrently }: { concurrently: boolean },
): Promise<string[]> {
  await client.query('begin')
  let used: Set<Language>
  try {
    used = await languagesInUse(client)
  } finally {
    await client.query('commit')
  }
  const { rows } = await client.query<{ name: string; isValid: boolean; isInMaking: boolean }>(
    `select c.relname::text as name, i.indisvalid as "isValid",
      exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid) as "isInMaking"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname like '%\\_names\\___'`,
  )
  const there = new Map(rows.map((row) => [row.name, row]))
  const how = concurrently ? 'concurrently' : ''
  const made: string[] = []
  for (const language of used)
    for (const table of indexed) {
      const name = indexName(table, language)
      const known = there.get(name)
      if (known?.isValid === true || known?.isInMaking === true) continue
      if (known !== undefined) await client.query(`drop index ${how} if exists ${name}`)
      await client.query(`create index ${how} if not exists ${definition(table, language)}`)
      made.push(name)
    }
  return made
}

async function create(client: Client, language: Language, ways: readonly Way[]): Promise<void> {
  await client.query(`drop domain if exists name_in_${language} cascade;
    drop function if exists names_${language}(text);
    drop collation if exists names_${language}`)
  for (const way of ways) {
    await client.query('savepoint names')
    try {
      if (way.collation !== null) await client.query(way.collation)
      await client.query(`${way.function};
        create domain name_in_${language} as text collate ${way.collation === null ? '"C"' : `names_${language}`};
        comment on domain name_in_${language} is '${hashOf(way)}'`)
      if (way.collation === null || (await isInOrder(client, language))) {
        await client.query('release savepoint names')
        return
      }
    } catch {
      // the database has no ICU, or its ICU accepts no rules
    }
    await client.query('rollback to savepoint names')
  }
  throw new Error(`The database cannot order names of ${language}`)
}

async function isInOrder(client: Client, language: Language): Promise<boolean> {
  const { rows } = await client.query<{ names: string[] }>(
    `select array_agg(n order by names_${language}(n)::name_in_${language}) as names from unnest($1::text[]) as n`,
    [probes[language].toReversed()],
  )
  return rows[0]?.names.join() === probes[language].join()
}

/** True if `applyNameOrder` has nothing to do. Call inside a transaction. */
export async function hasNameOrder(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ language: Language; hash: string | null; n: number }>(
    `select language, obj_description(to_regtype('name_in_' || language), 'pg_type') as hash,
      (select count(*)::int from pg_indexes where schemaname = current_schema()
        and indexname = any(array(select t || '_names_' || language from unnest($2::text[]) as t))) as n
    from unnest($1::text[]) as language`,
    [languages, indexed],
  )
  const used = await languagesInUse(client)
  return rows.every(
    ({ language, hash, n }) =>
      (n === indexed.length || !used.has(language)) &&
      waysOf(language).some((way) => hashOf(way) === hash),
  )
}

export interface NameOrderFacts {
  usesIcu: boolean
  /** Collations created by another version of ICU. Their indexes may be out of order. */
  outdated: string[]
}

/**
 * Rebuilds name indexes created by another version of ICU. Only for the embedded database, which
 * has no administrator. Returns the collations.
 */
export async function refreshNameOrder(client: Client): Promise<string[]> {
  const { outdated } = await examineNameOrder(client)
  const { rows } = await client.query<{ name: string }>(
    'select indexname::text as name from pg_indexes where schemaname = current_schema()',
  )
  const there = new Set(rows.map(({ name }) => name))
  for (const collation of outdated) {
    for (const index of indexed.map((table) => `${table}_${collation}`))
      if (there.has(index)) await client.query(`reindex index ${index}`)
    await client.query(`alter collation ${collation} refresh version`)
  }
  return outdated
}

export const describeNameOrder = ({ usesIcu, outdated }: NameOrderFacts) => ({
  withoutIcu: usesIcu
    ? null
    : 'It has no ICU: names are ordered by keys, which is slower in long lists.',
  outdated:
    outdated.length === 0
      ? null
      : `Another version of ICU made the collations ${outdated.join(', ')}, so indexes of names may be out of order. Run REINDEX DATABASE, then for each: ALTER COLLATION … REFRESH VERSION.`,
})

export async function examineNameOrder(client: Client): Promise<NameOrderFacts> {
  const { rows } = await client.query<{ name: string; isOutdated: boolean }>(
    `select collname::text as name,
      collversion is distinct from pg_collation_actual_version(oid) as "isOutdated"
    from pg_collation where collnamespace = current_schema()::regnamespace and collname like 'names\\___'`,
  )
  return {
    usesIcu: rows.length > 0,
    outdated: rows.flatMap(({ name, isOutdated }) => (isOutdated ? [name] : [])),
  }
}
