/**
 * What is applied to the database beside its tables: row-level security, marks, search. Applying it takes
 * locks on every table, which a server that starts beside others must not ask for: it is applied
 * where the database lacks it, or has it of another version.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { markStatements } from './marks.ts'
import { applySearch, hasSearchIndex, searchStatements } from './search.ts'
import { globalTables, tenancyStatements } from './tenancy.ts'
import { tenantTables } from './tenantTable.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Beside the migrator's own table: neither is part of what is backed up. */
const APPLIED = 'drizzle.__declarations'

/**
 * Inside a transaction of `client`; `migration`: the newest that was applied, which may have made
 * what rights are granted on. Answers why there is no index of letters, as `applySearch` does.
 */
export async function applyDeclarations(
  client: pg.ClientBase,
  migration: string,
): Promise<string | null> {
  const statements = [...tenancyStatements(), ...markStatements()]
  const version = fingerprintOf([migration, ...statements, ...searchStatements()])
  const isApplied = (await appliedVersion(client)) === version && (await isInForce(client))
  if (!isApplied) await client.query(statements.join(';\n'))
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

/** Whatever was applied: somebody may have taken a policy or a trigger away by hand. */
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
  [...tenancyStatements(), ...markStatements()].flatMap((one) => [...one.matchAll(pattern)])
