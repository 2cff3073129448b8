/**
 * Applies row-level security, triggers and search objects. This locks every table, which would
 * block other running servers. So it runs only if the database lacks these objects or has another
 * version of them.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { markStatements } from './marks.ts'
import { applyNameOrder, hasNameOrder } from './nameOrder.ts'
import { applySearch, hasSearchIndex, searchStatements } from './search.ts'
import { globalTables, tenancyStatements } from './tenancy.ts'
import { tenantTables } from './tenantTable.ts'
import { zoneGuardStatements } from './zoneGuard.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** In the migrator's schema, so that backups leave it out. */
const APPLIED = 'drizzle.__declarations'

/**
 * Call inside a transaction of `client`. `migration` is the newest applied migration, which may
 * have created tables that need grants. Returns why there is no trigram index, as `applySearch`
 * does.
 */
export async function applyDeclarations(
  client: pg.ClientBase,
  migration: string,
): Promise<string | null> {
  const statements = [...tenancyStatements(), ...markStatements(), ...zoneGuardStatements()]
  const version = fingerprintOf([migration, ...statements, ...searchStatements()])
  const isApplied = (await appliedVersion(client)) === version && (await isInForce(client))
  if (!isApplied) await client.query(statements.join(';\n'))
  if (!(await hasNameOrder(client))) await applyNameOrder(client)
  const noIndex = isApplied && (await hasSearchIndex(client)) ? null : await applySearch(client)
  if (!isApplied)
    await client.query(
      `create table if not exists ${APPLIED} (version text not null);
      delete from ${APPLIED}; insert into ${APPLIED} values ('${version}')`,
    )
  return noIndex
}

const fingerprintOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex')

async function appliedVersion(client: Client): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('${APPLIED}')::text as name`,
  )
  if (tables[0]?.name == null) return undefined
  const { rows } = await client.query<{ version: string }>(`select version from ${APPLIED}`)
  return rows[0]?.version
}

/** Checks the database itself, because a policy or trigger may have been dropped by hand. */
async function isInForce(client: Client): Promise<boolean> {
  const tables = [...tenantTables.keys(), ...Object.keys(globalTables)]
  const policies = namesIn(/create policy (\w+) on (\w+)/g).map(([, name, table]) => [table, name])
  const triggers = namesIn(/create or replace trigger (\w+)/g).map(([, name]) => name)
  const { rows } = await client.query<{ ok: boolean }>(
    `select (
        select count(*) from pg_class where oid = any($1::regclass[])
        and relrowsecurity and relforcerowsecurity
      ) = cardinality($1) and (
        select count(*) from pg_policies where schemaname = current_schema()
        and tablename || '.' || policyname = any($2)
      ) = cardinality($2) and (
        select count(*) from pg_trigger where tgname = any($3) and tgenabled <> 'D'
      ) >= cardinality($3) as ok`,
    [tables, policies.map((one) => one.join('.')), triggers],
  )
  return rows[0]?.ok === true
}

const namesIn = (pattern: RegExp): RegExpExecArray[] =>
  [...tenancyStatements(), ...markStatements(), ...zoneGuardStatements()].flatMap((one) => [
    ...one.matchAll(pattern),
  ])
