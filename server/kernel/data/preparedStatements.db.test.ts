import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { asSystem, inCompany, inCompanyAfter, plannedOnce, type Db } from './transaction.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.pool.query('create table kept (id integer); grant all on kept to plantroom_system')
})
afterAll(() => testApp.close())

const inOwn = <T>(work: (db: Db) => Promise<T>) => inCompany(testApp.pool, testApp.here.id, work)
const plansOf = async (db: Db, part: string) =>
  (
    await db.execute(sql`select name from pg_prepared_statements
      where statement like ${`%${part}%`} and name like 'plan%'`)
  ).rows.length

describe('plannedOnce()', () => {
  it('plans a statement at its first use of a connection, for all later uses', async () => {
    const ask = (db: Db, number: number) =>
      plannedOnce(db).execute(sql`select ${number}::int as asked_by_number`)
    await inOwn((db) => ask(db, 1))
    const [second, plans] = await inOwn(async (db) => [
      await ask(db, 2),
      await plansOf(db, 'asked_by_number'),
    ])
    expect(second.rows).toEqual([{ asked_by_number: 2 }])
    expect(plans).toBe(1)
  })

  it('answers a statement that many calls send at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        inOwn(async (db) => plannedOnce(db).execute(sql`select ${turn}::int as turn`)),
      ),
    )
    expect(answers.map(({ rows }) => rows[0]?.['turn'])).toEqual(
      Array.from({ length: 12 }, (_, turn) => turn),
    )
  })

  it('fails once after a newer server changed the table, and plans again', async () => {
    const ask = () =>
      asSystem(testApp.pool, (db) => plannedOnce(db).execute(sql`select * from kept`))
    await ask()
    await testApp.pool.query('alter table kept add column name text')
    await expect(ask()).rejects.toMatchObject({ cause: { code: '0A000' } })
    expect((await ask()).rows).toEqual([])
  })

  it('leaves statements without a name unprepared', async () => {
    const plans = await inOwn(async (db) => {
      await db.execute(sql`select 1 as asked_without_name`)
      return plansOf(db, 'asked_without_name')
    })
    expect(plans).toBe(0)
  })
})

describe('the last statement of a transaction', () => {
  const member = () => ({ text: `select ${testApp.here.id} as company_id`, values: [] })
  const insert = (id: number) => sql`insert into kept (id) values (${id})`
  const kept = async () =>
    (await testApp.pool.query<{ id: number }>('select id from kept order by id')).rows.map(
      ({ id }) => id,
    )

  it('is committed with the rest', async () => {
    await testApp.pool.query('grant all on kept to plantroom_tenant')
    const work = async (db: Db) => void (await db.execute(insert(1)))
    await inCompanyAfter(testApp.pool, testApp.here.id, member(), work, () => insert(2))
    expect(await kept()).toEqual([1, 2])
  })

  it('rolls back the rest if it fails, although the commit was sent with it', async () => {
    const work = async (db: Db) => void (await db.execute(insert(3)))
    const failing = inCompanyAfter(
      testApp.pool,
      testApp.here.id,
      member(),
      work,
      () => sql`insert into kept (id) values (1 / ${0}::int)`,
    )
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await kept()).toEqual([1, 2])
  })

  it('is not sent if the opening of the transaction failed', async () => {
    const failing = inCompanyAfter(
      testApp.pool,
      testApp.here.id,
      { text: 'select nothing_of_that_name as company_id', values: [] },
      async (db) => db.execute(insert(4)),
      () => insert(5),
    )
    await expect(failing).rejects.toMatchObject({ code: '42703' })
    expect(await kept()).toEqual([1, 2])
  })
})

describe('a transaction that begins with a question of the system', () => {
  const settings = sql`select current_user as role, current_setting('app.company_id', true) as company,
    current_setting('app.zone_release', true) <> '' as knows_zones`

  it.each([
    { what: 'after a row', text: (company: number) => `select ${company} as company_id` },
    { what: 'without a row', text: () => 'select 0 as company_id where false' },
    {
      what: 'after a row of another company',
      text: () => `select ${testApp.there.id} as company_id`,
    },
  ])('goes on as the company that was named, $what', async ({ text }) => {
    const { id } = testApp.here
    const { rows } = await inCompanyAfter(
      testApp.pool,
      id,
      { text: text(id), values: [] },
      async (db) => db.execute(settings),
    )
    expect(rows).toEqual([{ role: 'plantroom_tenant', company: String(id), knows_zones: true }])
  })

  it('asks as the system, which sees all companies', async () => {
    const rows = await inCompanyAfter(
      testApp.pool,
      testApp.here.id,
      {
        text: `select ${testApp.here.id} as company_id, current_user as role, count(*)::int as companies from company`,
        values: [],
      },
      (_, answer) => Promise.resolve(answer),
    )
    expect(rows).toMatchObject([{ role: 'plantroom_system', companies: 2 }])
  })
})
