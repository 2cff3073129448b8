import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { retention } from '#contract/retention.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { tenantTables } from '#db/tenantTable.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { tablesKept, tablesOfFixed, tablesOfRules } from './places.ts'
import { removeExpired } from './remove.ts'

let testApp: TestApp
let admin: string
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const run = (query: string) =>
  asSystem(testApp.pool, (db) => db.execute<Record<string, unknown>>(sql.raw(query)))
const count = async (table: string, where = 'true') =>
  Number((await run(`select count(*) as n from ${table} where ${where}`)).rows[0]?.['n'])
const remove = () => removeExpired(testApp.app.kernel)

/** A recent and an old row of each kind that depends on no other table, in both companies. */
beforeEach(async () => {
  await asSystem(testApp.pool, async (db) => {
    await db.delete(tables.companySettings)
    await db.delete(tables.trackingSettings)
    await db.delete(tables.journalEntry)
    await db.execute(sql`delete from outbox_event`)
  })
  const days = (n: number) =>
    `timestamptz '${testApp.clock.now().toISOString()}' - interval '${n} days'`
  for (const { id } of [testApp.here, testApp.there]) {
    await run(`insert into outbox_event (company_id, payload, created_at, handled_at) values
      (${id}, '{}', ${days(40)}, ${days(40)}), (${id}, '{}', ${days(40)}, null), (${id}, '{}', ${days(9)}, ${days(9)})`)
    await run(`insert into journal_entry (company_id, at, entity, entity_id, entity_name, change, by_kind, by_name, changes)
      select ${id}, ${days(4_000)}, 'tag', 1, 'old', 'created', 'system', '', '[]' from generate_series(1, 2500)`)
    await run(`insert into journal_entry (company_id, at, entity, entity_id, entity_name, change, by_kind, by_name, changes)
      values (${id}, ${days(500)}, 'tag', 1, 'young', 'created', 'system', '', '[]')`)
  }
})

it('the retention has a rule or a reason for every table of a company, and for none twice', () => {
  const placed = [tablesOfRules, tablesOfFixed, tablesKept].flatMap((all) =>
    Object.values(all).flat(),
  )
  const own = placed.filter((name) => !['session', 'letter'].includes(name))
  expect(own.toSorted()).toEqual([...tenantTables.keys()].toSorted())
})

it('the retention removes expired rows in small steps, and never what waits to be processed', async () => {
  await remove()
  expect(await count('journal_entry', `entity_name = 'old'`)).toBe(0)
  expect(await count('journal_entry', `entity_name = 'young'`)).toBe(2)
  expect(await count('outbox_event', 'handled_at is null')).toBe(2)
  expect(await count('outbox_event')).toBe(4)
})

it('the retention uses a company’s choice from a day after it; the other company has its own', async () => {
  const before = (await testApp.call(admin, retention.getRetention, {})).body
  const days = { journal: 400, events: 8, positions: 30 }
  const preview = await testApp.call(admin, retention.previewRetention, { body: { days } })
  expect(preview.body).toEqual([
    { kind: 'journal', rows: 2_501, isMore: false },
    { kind: 'events', rows: 2, isMore: false },
    { kind: 'positions', rows: 0, isMore: false },
  ])
  const set = await testApp.call(admin, retention.setRetention, {
    body: { version: before.version, days },
  })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  expect(set.body.countsFrom).not.toBeNull()
  expect(set.body.rules.find(({ kind }) => kind === 'positions')?.days).toBe(30)
  testApp.clock.advance(60_000)
  const again = await testApp.call(admin, retention.setRetention, {
    body: { version: set.body.version, days },
  })
  testApp.clock.advance(-60_000)
  expect(again.body).toMatchObject({
    version: set.body.version,
    countsFrom: set.body.countsFrom,
  })
  await remove()
  expect(
    await count('journal_entry', `company_id = ${testApp.here.id} and entity_name = 'young'`),
  ).toBe(1)
  testApp.clock.advance(86_400_001)
  try {
    await remove()
    expect(await count('outbox_event', `company_id = ${testApp.here.id}`)).toBe(1)
    expect(await count('outbox_event', `company_id = ${testApp.there.id}`)).toBe(2)
    expect(await count('journal_entry', `entity_name = 'young'`)).toBe(1)
  } finally {
    testApp.clock.advance(-86_400_001)
  }
})

it('a change of the retention is in the journal, and is refused if the installation does not allow it or it is stale', async () => {
  const { version } = (await testApp.call(admin, retention.getRetention, {})).body
  const set = (given: number, days: Record<string, number>) =>
    testApp.call(admin, retention.setRetention, { body: { version: given, days } })
  expect((await set(version, { journal: 30 })).status).toBe(400)
  expect((await set(version + 1, { runs: 30 })).status).toBe(409)
  expect((await set(version, { runs: 30 })).status).toBe(200)
  const [entry] = await asSystem(testApp.pool, (db) =>
    db.select().from(tables.journalEntry).where(eq(tables.journalEntry.entity, 'company')),
  )
  expect(entry?.changes).toEqual([{ field: 'keepRuns', before: 365, after: 30 }])
  const technician = await testApp.signIn('technician')
  expect((await testApp.call(technician, retention.getRetention, {})).status).toBe(403)
})

it('the retention page says how much the company has, and what nobody can shorten', async () => {
  const { body } = await testApp.call(admin, retention.getRetention, {})
  const journal = body.rules.find(({ kind }) => kind === 'journal')
  expect(journal?.tables[0]).toMatchObject({
    name: 'journal_entry',
    rows: 2_501,
    isEstimate: false,
  })
  expect(journal?.tables[0]?.bytes).toBeGreaterThan(1_000)
  expect(body.kept.map(({ key }) => key)).toContain('signedLogs')
})

it('the retention removes the triangulation of old positions, and the positions later', async () => {
  const at = (n: number) =>
    `timestamptz '${testApp.clock.now().toISOString()}' - interval '${n} days'`
  const { id } = testApp.here
  await run(`with b as (insert into building (company_id, name, longitude, latitude, outline) values (${id}, 'b', 14, 50, '[]') returning id),
    f as (insert into floor (company_id, building_id, name, short_name, ordinal, outline, parts)
      select ${id}, id, 'f', 'f', 0, '[]', '[]' from b returning id),
    t as (insert into equipment_type (company_id, name) values (${id}, 'kept type') returning id),
    e as (insert into equipment (company_id, name, type_id) select ${id}, 'thing', id from t returning id)
    insert into position (company_id, equipment_id, floor_id, longitude, latitude, accuracy, method, at, heard, rejected)
      select ${id}, e.id, f.id, 14, 50, 1, 'fixed', d.at, '[{"mac": "x"}]', '[]'
      from e, f, (values (${at(100)}), (${at(50)}), (${at(1)})) as d(at)`)
  const { version } = (await testApp.call(admin, retention.getRetention, {})).body
  await testApp.call(admin, retention.setRetention, {
    body: { version, days: { triangulation: 20, positions: 60 } },
  })
  await remove()
  expect(await count('position')).toBe(3)
  testApp.clock.advance(86_400_001)
  try {
    await remove()
  } finally {
    testApp.clock.advance(-86_400_001)
  }
  expect(await count('position')).toBe(2)
  expect(await count('position', `heard <> '[]'`)).toBe(1)
})
