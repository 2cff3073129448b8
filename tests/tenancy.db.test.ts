import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { globalTables } from '#db/tenancy.ts'
import { tenantTables } from '#db/tenantTable.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithBothFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

let testApp: TestApp
let own: Fixtures
let foreign: Fixtures

beforeAll(async () => {
  ;({ testApp, fixtures: own, theirs: foreign } = await openTestAppWithBothFixtures())
})
afterAll(() => testApp.close())

/** Runs the statements in one transaction as the given role, and rolls it back. */
async function as<T>(
  role: 'plantroom_tenant' | 'plantroom_system' | null,
  companyId: number | null,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await testApp.pool.connect()
  try {
    await client.query('begin')
    if (role) await client.query(`set local role ${role}`)
    if (companyId !== null)
      await client.query(`select set_config('app.company_id', '${companyId}', true)`)
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const count = async (client: pg.PoolClient, table: string) =>
  (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

describe('company isolation', () => {
  it('covers every table of the database', async () => {
    const { rows } = await testApp.pool.query<{ name: string; forced: boolean; policies: number }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`)
    expect(rows.map((row) => row.name).sort()).toEqual(
      [...tenantTables.keys(), ...Object.keys(globalTables)].sort(),
    )
    for (const row of rows) {
      expect(row.forced, row.name).toBe(true)
      expect(row.policies, row.name).toBeGreaterThan(0)
    }
    for (const reason of Object.values(globalTables)) expect(reason.length).toBeGreaterThan(10)
  })

  it('runs requests under roles that pass no policy and own nothing', async () => {
    const { rows } = await testApp.pool.query<{
      rolsuper: boolean
      rolbypassrls: boolean
      rolcanlogin: boolean
    }>(
      `select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname in ('plantroom_tenant', 'plantroom_system')`,
    )
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false })
  })

  it('connects, on a real PostgreSQL, as an ordinary owner who sees nothing without a role', async () => {
    // the embedded database's only user is a superuser, so the roles isolate
    if (testApp.database.kind === 'pglite') return
    const { rows } = await testApp.pool.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
      'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
    expect(await as(null, null, (client) => count(client, 'equipment'))).toBe(0)
  })

  it('shows nothing if no company is set', async () => {
    for (const table of tenantTables.keys())
      expect(await as('plantroom_tenant', null, (client) => count(client, table)), table).toBe(0)
  })

  it('shows each company its own rows only', async () => {
    const names = await as('plantroom_tenant', testApp.here.id, async (client) =>
      (await client.query<{ name: string }>('select name from equipment')).rows.map(
        (row) => row.name,
      ),
    )
    expect(names.sort()).toEqual(['OURS pump 1', 'OURS radio'])
    const companies = await as(
      'plantroom_tenant',
      testApp.here.id,
      async (client) => (await client.query<{ id: number }>('select id from company')).rows,
    )
    expect(companies).toEqual([{ id: testApp.here.id }])
  })

  it('hides the tables above companies from requests', async () => {
    for (const table of Object.keys(globalTables).filter(
      (name) => !['company', 'person'].includes(name),
    )) {
      await expect(
        as('plantroom_tenant', testApp.here.id, (client) => count(client, table)),
        table,
      ).rejects.toThrow(/permission denied/)
    }
  })

  it('shows each company the addresses of its own people, and no password hash', async () => {
    const emails = await as('plantroom_tenant', testApp.here.id, async (client) =>
      (await client.query<{ email: string }>('select email from person order by email')).rows.map(
        (row) => row.email,
      ),
    )
    expect(emails).toEqual([
      'administrator@here.test',
      'manager@here.test',
      'staff@here.test',
      'technician@here.test',
    ])
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query('select password_hash from person'),
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query(`update person set email = 'x@y.test'`),
      ),
    ).rejects.toThrow(/permission denied/)
  })

  it('lets a company change its own name and no other’s', async () => {
    const changed = await as(
      'plantroom_tenant',
      testApp.here.id,
      async (client) => (await client.query(`update company set name = 'ours'`)).rowCount,
    )
    expect(changed).toBe(1)
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query('update company set uuid = gen_random_uuid()'),
      ),
    ).rejects.toThrow(/permission denied/)
  })

  it('accepts no row of another company, moves none there, changes none there', async () => {
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query(
          `insert into tag (company_id, name, colour) values (${testApp.there.id}, 'x', 'red')`,
        ),
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query(`update tag set company_id = ${testApp.there.id}`),
      ),
    ).rejects.toThrow(/row-level security/)
    const changed = await as('plantroom_tenant', testApp.here.id, async (client) => [
      (await client.query(`update equipment set name = 'taken' where id = ${foreign.equipment}`))
        .rowCount,
      (await client.query(`delete from ticket where id = ${foreign.ticket}`)).rowCount,
    ])
    expect(changed).toEqual([0, 0])
  })

  it('allows no foreign key across companies, even for the system', async () => {
    await expect(
      as('plantroom_system', null, (client) =>
        client.query(
          `update equipment set type_id = ${foreign.equipmentType} where id = ${own.equipment}`,
        ),
      ),
    ).rejects.toThrow(/foreign key/)
  })

  it('has the company in every key of its tables, so that they could be spread over machines', async () => {
    const { rows } = await testApp.pool.query<{ name: string; table: string; columns: string[] }>(
      `
      select i.relname as name, t.relname as table, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum = any(x.indkey::int2[])) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_namespace n on n.oid = t.relnamespace where n.nspname = 'public' and x.indisunique
      union all
      select c.conname, t.relname, array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum = any(c.conkey))
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_class f on f.oid = c.confrelid
      where c.contype = 'f' and f.relname = any($1)`,
      [[...tenantTables.keys()]],
    )
    const ofCompanies = rows.filter(({ table }) => tenantTables.has(table))
    expect(ofCompanies.length).toBeGreaterThan(200)
    const without = ofCompanies.filter(({ columns }) => !columns.includes('company_id'))
    // Before the company is known, a key, a label and a report are found by their hash, and a
    // company by its verified mail domain.
    expect(without.map(({ name }) => name).toSorted()).toEqual([
      'api_key_hash',
      'company_domain_proved',
      'report_label_code',
      'ticket_report_key',
    ])
  })

  it('lets a request neither lift its role nor reach the schema', async () => {
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query('create table mine (id int)'),
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(
      as('plantroom_tenant', testApp.here.id, (client) =>
        client.query('alter table equipment disable row level security'),
      ),
    ).rejects.toThrow(/must be owner/)
  })
})
