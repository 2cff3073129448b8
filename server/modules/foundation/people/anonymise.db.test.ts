import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '#contract/auth/account.ts'
import { journal } from '#contract/journal/journal.ts'
import { people } from '#contract/people/people.ts'
import { createFixtures } from '#tests/fixtures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { renamed, renamedDetails } from './writtenNames.ts'

let testApp: TestApp
let admin: string
let staffId: TestApp['here']['users']['staff']
let [floorId, thingId, logId] = [0, 0, 0]
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  staffId = testApp.here.users.staff
  const made = await createFixtures(testApp, testApp.here, admin, 'Ours')
  floorId = made.floor ?? 0
  thingId = made.equipment ?? 0
  logId = made.procedureLog ?? 0
})
afterAll(() => testApp.close())

const one = async () =>
  (await testApp.call(admin, people.getUser, { params: { id: staffId } })).body
const anonymise = async () =>
  testApp.call(admin, people.anonymiseUser, {
    params: { id: staffId },
    body: { version: (await one()).version },
  })

/**
 * Writes the name everywhere a name is stored: beside an id, and without one as earlier versions
 * did.
 */
async function writeNames(id: number, name: string, mark: number): Promise<void> {
  const { here, pool, clock } = testApp
  const now = clock.now().toISOString()
  await asSystem(pool, async (db) => {
    for (const [by, place] of [
      [id, 0],
      [null, 1],
    ] as const) {
      await db.execute(sql`insert into alert (company_id, at, kind, level, text, by_name, by_id)
        values (${here.id}, ${now}, 'ticketMoved', 'info', ${String(mark)}, ${name}, ${by})`)
      await db.execute(sql`insert into radio_calibration
        (company_id, power, exponent, spread, offsets, by_name, by_id, at)
        values (${here.id}, ${mark}, 2, 4, '[]', ${name}, ${by}, ${now})`)
      await db.execute(sql`insert into survey_point (company_id, floor_id, longitude, latitude, kind,
        equipment_id, by_name, by_id, at, measured_power, readings, gateways)
        values (${here.id}, ${floorId}, 0, 0, 'stood', ${thingId}, ${name}, ${by}, ${now}, ${mark},
        '[]', '[]')`)
      await db.execute(sql`insert into floor_version
        (company_id, floor_id, number, how, by_name, by_id, rooms, plan)
        values (${here.id}, ${floorId}, ${1000 + mark + place}, 'drawn', ${name}, ${by}, 0, '{}')`)
      const { rows } = await db.execute<{ id: number }>(sql`insert into automation_run
        (company_id, event_id, automation_id, procedure_log_id, at, outcome, verdicts)
        values (${here.id}, ${1000 + mark + place}, 1, ${logId}, ${now}, 'done', '[]') returning id`)
      const ids = by === null ? {} : { userIds: String(by) }
      await db.execute(sql`insert into automation_effect
        (company_id, run_id, event_id, automation_id, action_index, kind, said)
        values (${here.id}, ${rows[0]?.id}, ${1000 + mark + place}, 1, 0, 'sendAlert',
        ${JSON.stringify({ count: 1, names: name, ...ids })}::jsonb)`)
    }
    const payload = { event: 'procedure.performed', performer: { id, name } }
    await db.execute(sql`insert into hook_delivery
      (company_id, hook_id, key, payload, is_test, state, automation_id)
      values (${here.id}, 1, gen_random_uuid(), ${JSON.stringify(payload)}, false, 'delivered', ${mark})`)
  })
}

async function written(mark: number): Promise<ReadonlySet<string>> {
  const between = sql`between ${1000 + mark} and ${1001 + mark}`
  const { rows } = await asSystem(testApp.pool, (db) =>
    db.execute<{ name: string }>(sql`select by_name as name from alert where text = ${String(mark)}
      union all select by_name from radio_calibration where power = ${mark}
      union all select by_name from survey_point where measured_power = ${mark}
      union all select by_name from floor_version where number ${between}
      union all select said->>'names' from automation_effect where event_id ${between}
      union all select payload::jsonb->'performer'->>'name' from hook_delivery
        where automation_id = ${mark}`),
  )
  expect(rows).toHaveLength(11)
  return new Set(rows.map(({ name }) => name))
}

it('the export of a person’s data contains what the company stores of them, and nothing of others', async () => {
  const staff = await testApp.signIn('staff')
  const { status, body } = await testApp.call(staff, account.exportOwnData, {})
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  expect(text).toContain('staff@here.test')
  expect(text).not.toContain('administrator@here.test')
  expect(text).not.toContain('argon2')
})

it('the export of a person’s data says what they did to objects hidden since, and not what those are', async () => {
  const seesAll = (all: boolean) =>
    asSystem(testApp.pool, (db) =>
      db
        .update(tables.user)
        .set({ allEquipment: all, allLocations: all, allProcedures: all })
        .where(eq(tables.user.id, staffId)),
    )
  await seesAll(false)
  const staff = await testApp.signIn('staff')
  await asSystem(testApp.pool, (db) =>
    db.insert(tables.journalEntry).values({
      companyId: testApp.here.id,
      at: testApp.clock.now(),
      entity: 'ticket',
      entityId: 999_999,
      entityName: 'Quagga leak',
      change: 'updated',
      changes: [],
      byKind: 'user',
      byId: staffId,
      byName: 'Somebody',
    }),
  )
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.ticket)
      .set({ openerId: staffId, title: 'Quagga pump' })
      .where(isNotNull(tables.ticket.equipmentId)),
  )
  const { body } = await testApp.call(staff, account.exportOwnData, {})
  expect(JSON.stringify(body)).not.toContain('Quagga')
  expect(body).toMatchObject({
    changes: { unseen: 1 },
    tickets: { rows: [], unseen: expect.any(Number) as number },
  })
  await seesAll(true)
})

it('anonymising is refused while the person may still sign in', async () => {
  expect((await anonymise()).status).toBe(409)
})

it('anonymising removes name, address and sign-in of a person who left, out of the journal too', async () => {
  const staff = await testApp.signIn('staff')
  await testApp.call(staff, account.updateAccount, {
    body: { firstName: 'Vendelína', lastName: 'Unmistakable' },
  })
  await writeNames(staffId, 'Vendelína Unmistakable', 10)
  await asSystem(testApp.pool, (db) =>
    db.insert(tables.journalEntry).values({
      companyId: testApp.here.id,
      at: testApp.clock.now(),
      entity: 'ticket',
      entityId: 1,
      entityName: 'A ticket',
      change: 'updated',
      byKind: 'user',
      byId: staffId,
      byName: 'Vendelína Unmistakable',
      changes: [
        {
          field: 'assignee',
          before: null,
          after: { kind: 'user', id: staffId, name: 'Vendelína Unmistakable' },
        },
      ],
    }),
  )
  const { version } = await one()
  await testApp.call(admin, people.deactivateUser, {
    params: { id: staffId },
    body: { version },
  })
  const traces = await testApp.call(admin, people.getUserTraces, { params: { id: staffId } })
  expect(traces.body).toMatchObject({ hindrance: null, signed: 0 })
  expect(traces.body.journal).toBeGreaterThan(1)
  const done = await anonymise()
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(done.body).toMatchObject({ isAnonymised: true, phone: null, roles: [] })
  const left = await asSystem(testApp.pool, async (db) => ({
    people: await db.select().from(tables.person).where(eq(tables.person.email, 'staff@here.test')),
    users: await db.select().from(tables.user).where(eq(tables.user.id, staffId)),
    named: (
      await db.execute(
        sql`select 1 from journal_entry t where t::text ilike '%Unmistakable%' or t::text ilike '%staff@here%'`,
      )
    ).rows,
  }))
  expect(left.people).toEqual([])
  expect(left.users[0]?.lastName).toBe(String(staffId))
  expect(left.named).toEqual([])
  expect(await written(10)).toEqual(new Set([`Former member ${staffId}`]))
  expect((await anonymise()).status).toBe(409)
  const back = await testApp.call(admin, people.reactivateUser, {
    params: { id: staffId },
    body: { version: done.body.version },
  })
  expect(back.status).toBe(409)
})

it('the journal says who anonymised a person and when, and of earlier entries, what they were allowed', async () => {
  const { body } = await testApp.call(admin, journal.listJournal, {
    body: { entity: 'user', entityId: staffId, limit: 50 },
  })
  expect(body.rows[0]).toMatchObject({
    entityName: `Former member ${staffId}`,
    at: testApp.clock.now().toISOString(),
    by: { kind: 'user', id: testApp.here.users.administrator },
    changes: [{ field: 'isAnonymised', before: false, after: true }],
  })
  expect(body.rows[1]?.changes).toEqual([{ field: 'isActive', before: true, after: false }])
})

it('anonymising leaves a namesake’s name, and older entries to the person they are about', async () => {
  const { technician, manager } = testApp.here.users
  for (const role of ['technician', 'manager'] as const)
    await testApp.call(await testApp.signIn(role), account.updateAccount, {
      body: { firstName: 'Jan', lastName: 'Novák' },
    })
  await writeNames(technician, 'Jan Novák', 20)
  await writeNames(manager, 'Jan Novák', 30)
  const read = async () =>
    (await testApp.call(admin, people.getUser, { params: { id: technician } })).body
  await testApp.call(admin, people.deactivateUser, {
    params: { id: technician },
    body: { version: (await read()).version },
  })
  const done = await testApp.call(admin, people.anonymiseUser, {
    params: { id: technician },
    body: { version: (await read()).version },
  })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(await written(20)).toEqual(new Set(['Jan Novák', `Former member ${technician}`]))
  expect(await written(30)).toEqual(new Set(['Jan Novák']))
})

it('anonymising finds a name among several by its id', () => {
  const who = { id: staffId, formerly: 'A B', name: 'F', isOnlyOne: false }
  const other = Number(staffId) + 1
  expect(renamedDetails({ names: 'A B, A B', userIds: `${other},${staffId}` }, who)).toMatchObject({
    names: 'A B, F',
  })
  expect(renamedDetails({ names: 'A B, C', count: 2 }, who).names).toBe('A B, C')
  expect(renamedDetails({ names: 'A B, C', count: 2 }, { ...who, isOnlyOne: true }).names).toBe(
    'F, C',
  )
  expect(renamedDetails({ person: 'A B', userId: other }, { ...who, isOnlyOne: true })).toEqual({
    person: 'A B',
    userId: other,
  })
})

it('anonymising renames only the object that is meant, wherever it is', () => {
  const names = [
    { kind: 'user', id: 3, name: 'A' },
    { kind: 'role', id: 3, name: 'A' },
  ]
  expect(renamed({ clause: { ids: [3] }, names }, 3, 'B')).toEqual({
    clause: { ids: [3] },
    names: [{ kind: 'user', id: 3, name: 'B' }, names[1]],
  })
})

it('an anonymised person takes no name and no address again', async () => {
  const { rows } = await asSystem(testApp.pool, (db) =>
    db.execute<{ id: number; version: number }>(
      sql`select id, version from app_user where anonymised_at is not null limit 1`,
    ),
  )
  const answer = await testApp.raw(admin, 'PUT', `/api/users/${rows[0]?.id}`, {
    version: rows[0]?.version,
    firstName: 'Peter',
    lastName: 'Horváth',
  })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ errors: [{ code: 'wrongStatus' }] })
})
