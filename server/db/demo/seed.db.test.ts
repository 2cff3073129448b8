import pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { FakeClock } from '../../ports/clock.ts'
import { demoPeople } from './people.ts'
import { seedDemo } from './seed.ts'

let database: TestDatabase
let pool: pg.Pool
const clock = new FakeClock('2027-03-28T01:30:00Z') // in the hour that a clock change takes away

beforeAll(async () => {
  database = await openTestDatabase()
  pool = new pg.Pool(database.pool)
  await seedDemo(pool, clock, () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const ask = async (query: string) => (await asSystem(pool, (db) => db.execute<Record<string, number>>(sql.raw(query)))).rows[0]

describe('the demo', () => {
  it('has two companies and a person for each role', async () => {
    expect(await ask('select count(*)::int as n from company')).toEqual({ n: 2 })
    expect(await ask(`select count(*)::int as n from person where password_hash is not null`)).toEqual({ n: demoPeople.length })
  })
  it('has a year behind it and nothing from the future', async () => {
    const logs = await ask(`select count(*)::int as n, count(*) filter (where done_at > '${clock.now().toISOString()}')::int as future, count(distinct date_trunc('month', done_at))::int as months from procedure_log`)
    expect(logs).toMatchObject({ future: 0 })
    expect(logs?.['n']).toBeGreaterThan(1_500)
    expect(logs?.['months']).toBeGreaterThanOrEqual(12)
    expect(await ask(`select count(*) filter (where opened_at > '${clock.now().toISOString()}' or closed_at > '${clock.now().toISOString()}' or closed_at < opened_at)::int as n from ticket`)).toEqual({ n: 0 })
  })
  it('opened a ticket for every score that its rule calls low, and for no other', async () => {
    expect(await ask(`select count(*)::int as n from automation_run r left join automation_effect e on e.run_id = r.id where (r.outcome = 'done') <> (e.id is not null)`)).toEqual({ n: 0 })
    expect((await ask(`select count(distinct action->>'kind')::int as n from automation, jsonb_array_elements(actions) as action`))?.['n']).toBe(11)
    expect(await ask(`select count(*) filter (where at > '${clock.now().toISOString()}')::int as future, (count(*) > 5)::int as some from alert`)).toEqual({ future: 0, some: 1 })
    expect((await ask(`select count(*)::int as n from ticket where automation_run_id is not null`))?.['n']).toBeGreaterThan(50)
  })
  it('has schedules with a month behind them, mostly done, and nothing done in the future', async () => {
    const made = await ask(`select count(*)::int as n, count(*) filter (where state = 'done')::int as done, count(*) filter (where done_at > '${clock.now().toISOString()}' or at > '${clock.now().toISOString()}')::int as future, count(distinct rrule_id)::int as rules from occurrence`)
    expect(made).toMatchObject({ future: 0, rules: 5 })
    expect((made?.['done'] ?? 0) / (made?.['n'] ?? 1)).toBeGreaterThan(0.85)
  })
  it('leaves nothing waiting in the outbox', async () => {
    expect(await ask('select count(*)::int as n from outbox_event where handled_at is null')).toEqual({ n: 0 })
  })
})
