import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts'
import { asSystem } from '../kernel/transaction.ts'
import { demoSignIns } from '../modules/auth/index.ts'
import { FakeClock } from '../ports/clock.ts'
import { folderFiles } from '../ports/files.ts'
import { seedDemo } from './seed.ts'
import { wordsOf } from './words.ts'

let database: TestDatabase
let pool: pg.Pool
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  pool = new pg.Pool(database.pool)
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const clock = new FakeClock('2027-03-28T01:30:00Z')
  await seedDemo(pool, clock, () => undefined, folderFiles(folder), 'ar')
})
afterAll(async () => {
  await pool.end()
  await database.close()
  await rm(folder, { recursive: true })
})

const ask = async (query: string) =>
  (await asSystem(pool, (db) => db.execute<{ value: string }>(sql.raw(query)))).rows.map(
    ({ value }) => value,
  )
const hospital = `company_id = (select min(id) from company)`

/** What a person reads, by table and column or expression. */
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

it('has no word of English in what is read in a hospital that speaks Arabic', async () => {
  const signs = /\b([A-D](\d(\.\d+)?)?|BLE|MRI|pdf|png|csv)\b/g
  const left: string[] = []
  for (const [table, columns] of Object.entries(read))
    for (const column of columns) {
      const values = await ask(
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

it('speaks to its people in Arabic, by the same addresses, and leaves the other company its English', async () => {
  expect(await ask(`select distinct language as value from app_user where ${hospital}`)).toEqual([
    'ar',
  ])
  expect(await ask('select name || language as value from company order by id')).toEqual([
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

it('draws its guides with the letters of Arabic within', async () => {
  const files = await Promise.all(
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  const guides = files.filter((text) => text.startsWith('%PDF'))
  expect(guides).toHaveLength(5)
  expect(guides.filter((text) => !/FontFile2?/.test(text) || !/Arabic/.test(text))).toEqual([])
})
