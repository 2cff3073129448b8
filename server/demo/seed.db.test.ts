import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionKinds } from '#contract/automation/actions.ts'
import type { DetailPart } from '#contract/dashboards/dashboardItems.ts'
import { openTestDatabase, type TestDatabase } from '#tests/database.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { detailsOf } from '../modules/insight/dashboards/details.ts'
import { numberOf } from '../modules/insight/dashboards/numbers.ts'
import { unrestricted, type CardQuestion } from '../modules/insight/dashboards/questions.ts'
import { demoSignIns } from '../modules/foundation/auth/index.ts'
import { FakeClock } from '#ports/clock.ts'
import { folderFiles } from '#ports/files.ts'
import { companiesOf, countCompany, deleteCompany } from '#db/deleteCompany.ts'
import * as tables from '#db/schema/index.ts'
import { tenantTables } from '#db/tenantTable.ts'
import { demoPeople } from './people.ts'
import { seedDemo } from './seed.ts'
import { wordsOf } from './words.ts'
import { openPool } from '#db/pool.ts'

let database: TestDatabase
let pool: pg.Pool
let folder: string
const clock = new FakeClock('2027-03-28T01:30:00Z') // in the hour that a clock change takes away

beforeAll(async () => {
  database = await openTestDatabase()
  pool = openPool(database.pool)
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  await seedDemo(pool, clock, () => undefined, folderFiles(folder), 'ar')
})
afterAll(async () => {
  await pool.end()
  await database.close()
  await rm(folder, { recursive: true })
})

const ask = async (query: string) =>
  (await asSystem(pool, (db) => db.execute<Record<string, number>>(sql.raw(query)))).rows[0]

const allOf = async (query: string) =>
  (await asSystem(pool, (db) => db.execute<{ value: string }>(sql.raw(query)))).rows.map(
    ({ value }) => value,
  )
const hospital = `company_id = (select min(id) from company)`

/** Columns and expressions with text that people read, by table. */
const read: Record<string, string[]> = {
  app_user: ['first_name', 'last_name'],
  role: ['name'],
  location: ['name'],
  location_type: ['name'],
  building: ['name'],
  floor: ['name'],
  room: ['name'],
  equipment: ['name', `jsonb_path_query(details, '$[*].key')#>>'{}'`],
  equipment_type: ['name'],
  equipment_status: ['name'],
  progress_map: ['name'],
  fellow_type: ['name'],
  tag: ['name'],
  org_entity: ['name'],
  procedure: ['name', 'description'],
  procedure_type: ['name'],
  survey_question: ['title', 'help'],
  survey_answer: ['title'],
  procedure_log: [
    `jsonb_path_query(questions, '$[*].title')#>>'{}'`,
    `jsonb_path_query(answers, '$[*].text')#>>'{}'`,
  ],
  ticket: ['title'],
  ticket_type: ['name'],
  ticket_state: ['name'],
  ticket_comment: ['text'],
  ticket_cost: ['text'],
  automation: ['name', `jsonb_path_query(actions, '$[*].text')#>>'{}'`],
  automation_run: ['automation_name'],
  rrule: ['name'],
  dashboard: ['name', `jsonb_path_query(chapters, '$[*].title')#>>'{}'`],
  dashboard_item: ['name'],
  dashboard_category: ['name'],
  dynamic_dashboard: ['title', `jsonb_path_query(structure, '$.widgets[*].title')#>>'{}'`],
  metadata_field: ['name', 'unit'],
  inventory_item: ['name', 'unit', 'category'],
  validation_type: ['name', 'hint'],
  api_hook: ['name'],
  api_key: ['name'],
  assign_rule: ['name', 'instruction'],
  sensor: ['name'],
  sensor_type: ['name'],
  equipment_file: ['name'],
  file: ['name'],
  import_job: ['file_name', `jsonb_path_query(headings, '$[*]')#>>'{}'`],
  journal_entry: ['entity_name', 'by_name'],
  company_settings: [
    `jsonb_path_query(holidays, '$[*].name')#>>'{}'`,
    `jsonb_path_query(shifts, '$[*].name')#>>'{}'`,
  ],
}

describe('the demo', () => {
  it('has two companies and a user for each role', async () => {
    expect(await ask('select count(*)::int as n from company')).toEqual({ n: 2 })
    expect(
      await ask(`select count(*)::int as n from person where password_hash is not null`),
    ).toEqual({ n: demoPeople.length })
  })
  it('has imported a file of the organisation and one of sensors, each of whose rows may be undone', async () => {
    expect(
      await ask(
        `select count(distinct j.id)::int as jobs, count(*)::int as rows from import_job j join imported_row r on r.import_id = j.id where j.status = 'done'`,
      ),
    ).toEqual({ jobs: 2, rows: 9 })
  })
  it('has a year of working time without overlaps, parts and costs of tickets', async () => {
    const now = clock.now().toISOString()
    expect(
      await ask(`select count(*) > 100 as many, sum(minutes) > 6000 as hours,
        count(*) filter (where ended_at > '${now}' or ended_at is null)::int as odd,
        count(distinct date_trunc('month', started_at)) >= 11 as months from work_entry`),
    ).toEqual({ many: true, hours: true, odd: 0, months: true })
    expect(
      await ask(`select count(*)::int as n from work_entry a join work_entry b on a.user_id = b.user_id
        and a.id < b.id and a.started_at < b.ended_at and b.started_at < a.ended_at`),
    ).toEqual({ n: 0 })
    expect(
      await ask(`select count(*) > 20 as parts, bool_and(after >= 0) as kept
        from stock_movement where ticket_id is not null`),
    ).toEqual({ parts: true, kept: true })
    expect(await ask('select count(*) > 20 as n from ticket_cost')).toEqual({ n: true })
  })
  it('has a year behind it and nothing from the future', async () => {
    const logs = await ask(
      `select count(*)::int as n, count(*) filter (where done_at > '${clock.now().toISOString()}')::int as future, count(distinct date_trunc('month', done_at))::int as months from procedure_log`,
    )
    expect(logs).toMatchObject({ future: 0 })
    expect(logs?.['n']).toBeGreaterThan(1_500)
    expect(logs?.['months']).toBeGreaterThanOrEqual(12)
    expect(
      await ask(
        `select count(*) filter (where opened_at > '${clock.now().toISOString()}' or closed_at > '${clock.now().toISOString()}' or closed_at < opened_at)::int as n from ticket`,
      ),
    ).toEqual({ n: 0 })
  })
  it('opened a ticket for every score that its rule calls low, and for no other', async () => {
    expect(
      await ask(
        `select count(*)::int as n from automation_run r left join automation_effect e on e.run_id = r.id where (r.outcome = 'done') <> (e.id is not null)`,
      ),
    ).toEqual({ n: 0 })
    expect(
      (
        await ask(
          `select jsonb_agg(distinct action->>'kind') as kinds from automation, jsonb_array_elements(actions) as action`,
        )
      )?.['kinds'],
      'a rule with each kind of action',
    ).toEqual([...actionKinds].toSorted())
    expect(
      await ask(
        `select count(*) filter (where at > '${clock.now().toISOString()}')::int as future, (count(*) > 5)::int as some from alert`,
      ),
    ).toEqual({ future: 0, some: 1 })
    expect(
      (await ask(`select count(*)::int as n from ticket where automation_run_id is not null`))?.[
        'n'
      ],
    ).toBeGreaterThan(50)
  })
  it('has schedules with a year behind them, mostly done, and nothing done in the future', async () => {
    const made = await ask(
      `select count(*)::int as n, count(*) filter (where state = 'done')::int as done, count(*) filter (where done_at > '${clock.now().toISOString()}' or at > '${clock.now().toISOString()}')::int as future, count(distinct rrule_id)::int as rules from occurrence`,
    )
    expect(made).toMatchObject({ future: 0, rules: 5 })
    expect((made?.['done'] ?? 0) / (made?.['n'] ?? 1)).toBeGreaterThan(0.85)
  })
  it('has a log of everything done: of that procedure, on that object, at that time, and one for each', async () => {
    const linked =
      await ask(`select count(*)::int as done, count(distinct l.id)::int as logs from occurrence o left join procedure_log l on l.company_id = o.company_id and l.id = o.procedure_log_id
      and l.procedure_id = o.procedure_id and l.done_at = o.done_at and l.equipment_id is not distinct from o.equipment_id and l.location_id is not distinct from o.location_id where o.state = 'done'`)
    expect(linked?.['done']).toBeGreaterThan(1_000)
    expect(linked?.['logs']).toBe(linked?.['done'])
    expect(
      await ask(
        `select count(*)::int as n from occurrence where state <> 'done' and (procedure_log_id is not null or done_at is not null)`,
      ),
    ).toEqual({ n: 0 })
  })
  it('fills each of the last twelve months, with logs and with what the schedules asked for', async () => {
    const months = `generate_series(date_trunc('month', timestamptz '${clock.now().toISOString()}') - interval '11 months', '${clock.now().toISOString()}', interval '1 month') as month`
    expect(
      await ask(`select count(*)::int as n, count(*) filter (where exists (select from procedure_log where date_trunc('month', done_at) = month))::int as logs,
      count(*) filter (where exists (select from occurrence where date_trunc('month', at) = month and state = 'done') and exists (select from occurrence where date_trunc('month', at) = month and state <> 'done'))::int as scheduled from ${months}`),
    ).toEqual({ n: 12, logs: 12, scheduled: 12 })
  })
  it('shows on every card the count of its rows, and each row opens something', async () => {
    const cards = await asSystem(pool, (db) => db.select().from(tables.dashboardItem))
    const [home] = await asSystem(pool, (db) =>
      db.select({ id: tables.company.id }).from(tables.company).orderBy(tables.company.id).limit(1),
    )
    if (!home) throw new Error('The demo has no hospital')
    expect(cards.length).toBeGreaterThan(10)
    await inCompany(pool, home.id, async (db) => {
      const actor = systemActor(home.id, 'Europe/Prague', 'en', {
        kind: 'system',
        id: null,
        name: 'Plantroom',
      })
      const scope = makeScope({
        actor,
        clock,
        db,
        tags: [],
        open: () => {
          throw new Error('One transaction')
        },
      })
      for (const { name, type, filters } of cards) {
        const question: CardQuestion = {
          type,
          filters,
          range: 'MONTH',
          at: '2027-01-15',
          restrictions: unrestricted,
          accessScope: 'company',
        }
        const number = await numberOf(scope, question)
        const rowsOf = (part: DetailPart) =>
          detailsOf(scope, question, { part, limit: 2_000, offset: 0 })
        const [counted, done, notDone] = [
          await rowsOf('counted'),
          await rowsOf('done'),
          await rowsOf('notDone'),
        ]
        expect([counted.rows.length, done.rows.length, notDone.rows.length], name).toEqual([
          number.counted,
          type === 'averageScore' ? number.counted : number.done,
          number.notDone,
        ])
        expect(counted.rows.length, name).toBeGreaterThan(0)
        expect(
          done.rows.every(({ procedureLogId }) => procedureLogId !== null),
          name,
        ).toBe(true)
        expect(
          notDone.rows.every(({ rruleId }) => rruleId !== null),
          name,
        ).toBe(true)
      }
    })
  })
  it('leaves nothing waiting in the outbox', async () => {
    expect(
      await ask('select count(*)::int as n from outbox_event where handled_at is null'),
    ).toEqual({ n: 0 })
  })
})

describe('a demo hospital in Arabic', () => {
  it('has no English word in its texts', async () => {
    const signs = /\b([A-D](\d(\.\d+)?)?|BLE|MRI|pdf|png|csv)\b/g
    const left: string[] = []
    for (const [table, columns] of Object.entries(read))
      for (const column of columns) {
        const values = await allOf(
          `select distinct value from (select ${column} as value from ${table} where ${hospital}) as all_of_them where value is not null`,
        )
        expect(values.length, `${table}.${column}`).toBeGreaterThan(0)
        left.push(
          ...values
            .filter((value) => /[a-z]/i.test(value.replaceAll(signs, '')))
            .map((value) => `${table}.${column}: ${value}`),
        )
      }
    expect(left).toEqual([])
  })

  it('uses Arabic for its people, with the same addresses, and leaves the other company its English', async () => {
    expect(
      await allOf(`select distinct language as value from app_user where ${hospital}`),
    ).toEqual(['ar'])
    expect(await allOf('select name || language as value from company order by id')).toEqual([
      `${(await wordsOf('ar')).company.hospital}ar`,
      'North Mill Worksen',
    ])
    expect((await demoSignIns({ pool })).map(({ email, company }) => [email, company])).toEqual([
      ['admin@plantroom.demo', 'مستشفى القديسة بريجيد'],
      ['manager@plantroom.demo', 'مستشفى القديسة بريجيد'],
      ['technician@plantroom.demo', 'مستشفى القديسة بريجيد'],
      ['staff@plantroom.demo', 'مستشفى القديسة بريجيد'],
      ['admin@northmill.demo', 'North Mill Works'],
    ])
  })

  it('draws its guides with Arabic letters', async () => {
    const files = await Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
    )
    const guides = files.filter((text) => text.startsWith('%PDF'))
    expect(guides).toHaveLength(5)
    expect(guides.filter((text) => !/FontFile2?/.test(text) || !/Arabic/.test(text))).toEqual([])
  })
})

describe('the deletion of a company', () => {
  it('counts first, removes it whole, and takes nothing of another with it', async () => {
    const of = async (where: string) => {
      const counts: Record<string, string> = {}
      for (const name of tenantTables.keys()) {
        const row = await ask(
          `select count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as n from ${name} t where ${where}`,
        )
        counts[name] = String(row?.['n'])
      }
      return counts
    }
    const companies = await companiesOf(pool)
    const hospital = companies[0]
    if (hospital === undefined) throw new Error('There is no hospital')
    const counted = await countCompany(pool, hospital.uuid)
    const there = `company_id <> ${counted.id}`
    const before = await of(there)
    // tables that are empty in the demo are covered by the order of foreign keys
    expect(counted.tables.length).toBeGreaterThan(60)
    await expect(deleteCompany(pool, hospital.uuid, 'another name')).rejects.toThrow(
      'Nothing was deleted',
    )
    expect(await countCompany(pool, hospital.uuid)).toEqual(counted)
    const gone = await deleteCompany(pool, hospital.uuid, hospital.name)
    expect(gone.storageKeys.length).toBeGreaterThan(5)
    expect(await of(there)).toEqual(before)
    for (const name of tenantTables.keys())
      expect(await ask(`select count(*)::int as n from ${name} where not ${there}`), name).toEqual({
        n: 0,
      })
    expect(
      await ask(`select count(*)::int as n from person where email = 'manager@plantroom.demo'`),
    ).toEqual({ n: 1 })
    expect(
      await ask(`select count(*)::int as n from person where email = 'admin@plantroom.demo'`),
    ).toEqual({ n: 0 })
  })
})
