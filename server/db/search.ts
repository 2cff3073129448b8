/**
 * Where words are looked for in 100,000 rows: an index of the letters, and a view of each searched
 * table through which the planner may use it (decision 8); declarations.ts says when.
 */
import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import * as schema from './schema/index.ts'

/** The tables that have a search column. */
const searchedTables = [schema.equipment, schema.location] as const
export type SearchedTable = (typeof searchedTables)[number]
const names = searchedTables.map(getTableName)

/** Rows of the transaction's company, whoever asks; rights stand in the question. */
export const searchView = (table: SearchedTable): string => `${getTableName(table)}_searched`

const ofCompany = `company_id = nullif(current_setting('app.company_id', true), '')::int`

/**
 * Answers why there is no index of letters, where the database does not allow one: searching then
 * reads the company's rows.
 */
export async function applySearch(client: pg.ClientBase): Promise<string | null> {
  await dropSearchViews(client)
  await client.query('savepoint search')
  try {
    await client.query(indexed.join(';\n'))
    await client.query('release savepoint search')
    return null
  } catch (error) {
    await client.query(`rollback to savepoint search;\n${read.join(';\n')}`)
    return error instanceof Error ? error.message : String(error)
  }
}

/** Before a migration, which could not change a column that a view shows. */
export async function dropSearchViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select quote_ident(viewname) as name, quote_ident(viewowner) as owner from pg_views
    where schemaname = current_schema() and viewname = any($1)`,
    [searchedTables.map(searchView)],
  )
  for (const { name, owner } of rows)
    await client.query(`set role ${owner}; drop view ${name}; reset role`)
}

/** Whether the database let `applySearch` have its index. */
export async function hasSearchIndex(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_views
    where schemaname = current_schema() and viewowner = 'plantroom_search' and viewname = any($1)`,
    [searchedTables.map(searchView)],
  )
  return rows[0]?.n === searchedTables.length
}

const view = (table: string, options = '') => [
  `create view ${table}_searched${options} as select * from ${table} where ${ofCompany}`,
  `grant select on ${table}_searched to plantroom_tenant, plantroom_system`,
]

/** What `applySearch` says where it may: another version may say it otherwise. */
export const searchStatements = (): readonly string[] => indexed

/** The role has a policy without a condition, so that nothing stands before the index. */
const indexed = [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  'grant usage, create on schema public to plantroom_search',
  ...names.flatMap((table) => [
    // What was just written waits in a list that every search reads to its end: a short one.
    `create index if not exists ${table}_search on ${table}
      using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 256)`,
    `grant select on ${table} to plantroom_search`,
    `drop policy if exists plantroom_search_select on ${table}`,
    `create policy plantroom_search_select on ${table} for select to plantroom_search using (true)`,
  ]),
  'set local role plantroom_search',
  ...names.flatMap((table) => view(table)),
  'reset role',
  'revoke create on schema public from plantroom_search',
  // The embedded database does it at no other time, and without it knows of no reason for the index.
  `analyze ${names.join(', ')}`,
]

const read = names.flatMap((table) => view(table, ' with (security_invoker = true)'))
