import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type pg from 'pg'
import { openEmptyDatabase, type TestDatabase } from '#tests/database.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { openEmbedded } from './embedded.ts'
import { knownMigrations } from './appliedMigrations.ts'
import { makeTablesOf, migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { hasSearchIndex } from './search.ts'

const NAME = 'search-folds-text'

let database: Pick<TestDatabase, 'pool' | 'close'>
let pool: pg.Pool
beforeAll(async () => {
  database =
    inject('database').kind === 'postgres'
      ? await openEmptyDatabase()
      : await openEmbedded({ dataDir: mkdtempSync(join(tmpdir(), 'plantroom-')), inMemory: true })
  pool = openPool(database.pool)
  const known = knownMigrations()
  const index = known.findIndex(({ name }) => name.endsWith(NAME))
  if (index < 1) throw new Error('The migration is not there')
  await makeTablesOf(
    pool,
    known.slice(0, index).map(({ at }) => at),
  )
  await pool.query(before)
  for (const table of ['company', 'location', 'location_type'])
    await pool.query(
      `alter table ${table} enable row level security; alter table ${table} force row level security`,
    )
  await migrate(pool)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const before = `
  insert into company (name, timezone, language) values ('Own', 'UTC', 'cs');
  insert into location_type (company_id, name) select id, 'Room' from company;
  insert into location (company_id, name, code, type_id)
    select t.company_id, v.name, v.code, t.id from location_type t,
      (values ('Čekárna', 'Č-1'), ('Sklad', 'S-1'), ('Ґанок', 'G-1')) as v (name, code)`

const found = (pattern: string) =>
  inCompany(pool, 1, async (db) => {
    const { rows } = await db.execute<{ name: string }>(
      `select name from location_searched where folded like fold_text('%${pattern}%') order by name`,
    )
    return rows.map(({ name }) => name)
  })

it('an upgrade of search finds existing rows with and without marks at once, by an index', async () => {
  expect(await found('cekarna')).toEqual(['Čekárna'])
  expect(await found('c-1')).toEqual(['Čekárna'])
  expect(await found('sklad')).toEqual(['Sklad'])
  const client = await pool.connect()
  expect(await hasSearchIndex(client)).toBe(true)
  client.release()
})

it('an upgrade of search lets older servers that still run find what newer ones find', async () => {
  expect(await found('ганок')).toEqual(['Ґанок'])
})

it('an upgrade of search leaves the column that older servers search, without its index', async () => {
  const { rows } = await pool.query<{ n: number; indexes: string[] }>(
    `select (select count(*)::int from information_schema.columns
        where table_name = 'location_searched' and column_name = 'search') as n,
      array(select indexname::text from pg_indexes where tablename = 'location' and indexdef like '%gin_trgm_ops%') as indexes`,
  )
  expect(rows).toEqual([{ n: 1, indexes: ['location_folded'] }])
})
