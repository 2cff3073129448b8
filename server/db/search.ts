/**
 * Text search in 100,000 rows: a trigram index, and a view per table that lets the planner use it
 * despite row-level security (decision 8). See declarations.ts for when it is applied.
 */
import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import * as schema from './schema/index.ts'

const searchedTables = [schema.equipment, schema.location] as const
export type SearchedTable = (typeof searchedTables)[number]
const names = searchedTables.map(getTableName)

/** Contains all rows of the transaction's company. The query must check permissions. */
export const searchView = (table: SearchedTable): string => `${getTableName(table)}_searched`

export const lowerCaseColumns = {
  equipment: ['equipment_id', 'name', 'serial_number'],
  location: ['code', 'name'],
} as const

const lowerCaseIndexes = Object.entries(lowerCaseColumns).flatMap(([table, columns]) =>
  columns.map(
    (column) => `create index if not exists ${table}_${column}_lower on ${table}
      (company_id, lower(${column})) where deleted_at is null and ${column} is not null`,
  ),
)

const ofCompany = `company_id = nullif(current_setting('app.company_id', true), '')::int`

/**
 * Returns why there is no trigram index if the database does not allow one. Search then scans the
 * company's rows.
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

/** Call before a migration: a view blocks changes to its columns. */
export async function dropSearchViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select quote_ident(viewname) as name, quote_ident(viewowner) as owner from pg_views
    where schemaname = current_schema() and viewname = any($1)`,
    [searchedTables.map(searchView)],
  )
  for (const { name, owner } of rows)
    await client.query(`set role ${owner}; drop view ${name}; reset role`)
}

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

export const searchStatements = (): readonly string[] => indexed

/** this role's policy has no condition, so the planner can use the index */
const indexed = [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  'grant usage, create on schema public to plantroom_search',
  ...names.flatMap((table) => [
    // Every search scans the list of recent writes, so it must be short.
    `create index if not exists ${table}_folded on ${table}
      using gin (company_id, folded gin_trgm_ops) with (gin_pending_list_limit = 256)`,
    // older servers that still run scan their column
    `drop index if exists ${table}_search`,
    `grant select on ${table} to plantroom_search`,
    `drop policy if exists plantroom_search_select on ${table}`,
    `create policy plantroom_search_select on ${table} for select to plantroom_search using (true)`,
  ]),
  ...lowerCaseIndexes,
  'set local role plantroom_search',
  ...names.flatMap((table) => view(table)),
  'reset role',
  'revoke create on schema public from plantroom_search',
  // The embedded database never analyses by itself, and without statistics does not use the index.
  `analyze ${names.join(', ')}`,
]

const read = names.flatMap((table) => view(table, ' with (security_invoker = true)'))
