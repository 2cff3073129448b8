import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equipment } from '#contract/equipment/equipment.ts'
import { search } from '#contract/search.ts'
import { equipment as equipmentTable, ticket as ticketTable } from '#db/schema/index.ts'
import { applySearch, hasSearchIndex } from '#db/search.ts'
import { equalsOneOf } from '#kernel/data/lowerCaseLookup.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { openedIn } from '../server/modules/operation/imports/ticketTarget.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'
import { sql } from 'drizzle-orm'

const MANY = 11_500
let testApp: TestApp
let token: string
let firstTicket: number

beforeAll(async () => {
  const made = await openTestAppWithFixtures()
  ;({ testApp, token } = made)
  firstTicket = made.fixtures.ticket ?? 0
  await inCompany(testApp.pool, testApp.here.id, (db) =>
    db.execute(sql`insert into equipment (company_id, name, equipment_id, type_id)
      select e.company_id, 'Pump ' || lpad((n * 7919 % ${MANY})::text, 5, '0'), 'MANY-' || n, e.type_id
      from equipment e, generate_series(1, ${MANY}) n where e.id = ${made.fixtures.equipment ?? 0}`),
  )
})
afterAll(() => testApp.close())

const list = async (body: Parameters<typeof ask>[0]) => (await ask(body)).body
const ask = (body: {
  limit?: number
  offset?: number
  search?: string
  sort?: 'name' | '-name' | 'type'
  isCountBounded?: boolean
}) => testApp.call(token, equipment.listEquipment, { body })

describe('a list of more than ten thousand rows', () => {
  it('counts exactly for a caller that does not ask for less', async () => {
    const { count, moreThanCount } = await list({ search: 'MANY-' })
    expect({ count, moreThanCount }).toEqual({ count: MANY, moreThanCount: undefined })
  })

  it('says that there are more, and always more than were read, until the end', async () => {
    const bounded = { isCountBounded: true, sort: 'name' as const }
    expect(await list({ ...bounded, limit: 1 })).toMatchObject({
      count: 10_000,
      moreThanCount: true,
    })
    expect(await list({ ...bounded, limit: 500, offset: 9_500 })).toMatchObject({
      count: 10_500,
      moreThanCount: true,
    })
    const atEnd = await list({ ...bounded, limit: 500, offset: 11_400 })
    expect(atEnd.moreThanCount).toBeUndefined()
    expect(atEnd.count).toBe(11_400 + atEnd.rows.length)
  })

  it.each(['name', '-name', 'type'] as const)(
    'is found in order of %s, each row on one page, however many match',
    async (sort) => {
      for (const words of ['pump many-', 'many-77', 'MANY-7701', 'ump 00']) {
        const all: number[] = []
        const { count } = await list({ search: words, limit: 1, sort })
        for (let offset = 0; offset < Math.min(count, 1_500); offset += 500)
          all.push(
            ...(await list({ search: words, limit: 500, offset, sort })).rows.map(({ id }) => id),
          )
        expect(new Set(all).size).toBe(Math.min(count, 1_500))
        const expected = await inCompany(testApp.pool, testApp.here.id, async (db) => {
          const like = words
            .toLowerCase()
            .split(' ')
            .map((word) => sql`search like ${`%${word}%`}`)
          const order = { name: sql`name, id`, '-name': sql`name desc, id desc`, type: sql`id` }
          const { rows } = await db.execute<{ id: number }>(
            sql`select id from equipment where ${sql.join(like, sql` and `)} order by ${order[sort]}`,
          )
          return rows.map(({ id }) => id)
        })
        expect(count).toBe(expected.length)
        expect(all).toEqual(expected.slice(0, 1_500))
      }
    },
  )

  it('finds one row by the search for everything', async () => {
    const { body } = await testApp.call(token, search.search, { params: { q: 'MANY-7701' } })
    expect(body.map(({ hint }) => hint)).toEqual(['MANY-7701'])
  })
})

describe('a lookup in lower case', () => {
  it('finds rows by any of the columns through their indexes, under row-level security', async () => {
    await testApp.pool.query('analyze equipment')
    const { rows, plan } = await inCompany(testApp.pool, testApp.here.id, async (db) => {
      const wanted = db
        .select({ number: equipmentTable.equipmentId })
        .from(equipmentTable)
        .where(
          equalsOneOf(equipmentTable, [
            { column: equipmentTable.equipmentId, texts: ['many-17', 'many-9000', 'unknown'] },
            { column: equipmentTable.name, texts: ['pump 00003'] },
          ]),
        )
      const explained = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${wanted}`)
      return {
        rows: await wanted,
        plan: explained.rows.map((row) => row['QUERY PLAN']).join('\n'),
      }
    })
    expect(rows.map(({ number }) => number)).toEqual(
      expect.arrayContaining(['MANY-17', 'MANY-9000']),
    )
    expect(rows).toHaveLength(3)
    expect(plan).toMatch(/equipment_equipment_id_lower/)
    expect(plan).toMatch(/equipment_name_lower/)
    expect(plan).not.toMatch(/Seq Scan/)
  })

  it('finds nothing in another company', async () => {
    const found = await inCompany(testApp.pool, testApp.there.id, (db) =>
      db
        .select({ id: equipmentTable.id })
        .from(equipmentTable)
        .where(
          equalsOneOf(equipmentTable, [{ column: equipmentTable.equipmentId, texts: ['many-17'] }]),
        ),
    )
    expect(found).toEqual([])
  })
})

describe('the lookup of imported tickets', () => {
  it('finds them by their seconds of opening through the index, under row-level security', async () => {
    const { here, pool } = testApp
    await inCompany(pool, here.id, (db) =>
      db.execute(sql`insert into ticket (company_id, title, type_id, state_id, opened_at)
        select t.company_id, 'Old ' || n, t.type_id, t.state_id,
          timestamptz '2020-01-01 00:00:00.4+00' + n * interval '1 minute'
        from ticket t, generate_series(1, ${MANY}) n where t.id = ${firstTicket}`),
    )
    await pool.query('analyze ticket')
    const seconds = ['2020-01-01T00:07:00Z', '2020-01-03T00:00:00Z', '1999-01-01T00:00:00Z']
    const { rows, plan } = await inCompany(pool, here.id, async (db) => {
      const wanted = db
        .select({ title: ticketTable.title })
        .from(ticketTable)
        .where(openedIn(here.id, seconds))
      const explained = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${wanted}`)
      return {
        rows: await wanted,
        plan: explained.rows.map((row) => row['QUERY PLAN']).join('\n'),
      }
    })
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['Old 2880', 'Old 7'])
    expect(plan).toMatch(/Index (?:Only )?Scan using ticket_opened/)
    expect(plan).not.toMatch(/Seq Scan on ticket/)
  })
})

describe('the search view', () => {
  const inView = sql`select count(*)::int as n from equipment_searched`
  const asTenantOf = (companyId: number) =>
    inCompany(
      testApp.pool,
      companyId,
      async (db) => (await db.execute<{ n: number }>(inView)).rows[0]?.n,
    )

  it('shows one company’s rows, none if no company is set, and none to an account by itself', async () => {
    expect(await asTenantOf(testApp.here.id)).toBeGreaterThan(MANY)
    expect(await asTenantOf(testApp.there.id)).toBeLessThan(100)
    const client = await testApp.pool.connect()
    try {
      for (const role of ['plantroom_tenant', 'plantroom_system', 'plantroom_search']) {
        await client.query(`begin; set local role ${role}`)
        const seen = await client.query<{ n: number }>(
          'select count(*)::int as n from equipment_searched',
        )
        expect(seen.rows[0]?.n, role).toBe(0)
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
  })

  it('is read through the trigram index', async () => {
    await testApp.pool.query('analyze equipment') // as the server does at its start, or autovacuum does
    const plan = await inCompany(testApp.pool, testApp.here.id, async (db) => {
      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
        sql`explain select id from equipment_searched where folded like fold_text_2('%MANY-7701%')`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/Index Cond: .*company_id.*folded ~~/)
  })

  it('is read row by row, of the same company alone, if the database allows no index', async () => {
    const client = await testApp.pool.connect()
    try {
      await client.query('begin')
      // Simulates a server on which the extension may not be created.
      const refusing = {
        query: (text: string, values?: unknown[]) =>
          client.query(
            text.replace('create extension if not exists pg_trgm', 'select 1 / 0'),
            values,
          ),
      } as unknown as pg.ClientBase // the code under test only queries
      expect(await applySearch(refusing)).toBe('division by zero')
      expect(await hasSearchIndex(client)).toBe(false)
      await client.query(
        `set local role plantroom_tenant; select set_config('app.company_id', '${testApp.there.id}', true)`,
      )
      const seen = await client.query<{ n: number }>(
        `select count(*)::int as n from equipment_searched where folded like '%many-%'`,
      )
      expect(seen.rows[0]?.n).toBe(0)
      await client.query(`select set_config('app.company_id', '${testApp.here.id}', true)`)
      const own = await client.query<{ n: number }>(
        `select count(*)::int as n from equipment_searched where folded like '%many-%'`,
      )
      expect(own.rows[0]?.n).toBe(MANY)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
