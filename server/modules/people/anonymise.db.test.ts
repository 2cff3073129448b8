import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '#contract/account'
import { people } from '#contract/people'
import { openTestApp, type TestApp } from '../../../tests/testApp.ts'
import { journalEntry, person, user } from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { renamed } from './anonymise.ts'

let testApp: TestApp
let admin: string
let staffId: TestApp['here']['users']['staff']
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  staffId = testApp.here.users.staff
})
afterAll(() => testApp.close())

const one = async () =>
  (await testApp.call(admin, people.getUser, { params: { id: staffId } })).body
const anonymise = async () =>
  testApp.call(admin, people.anonymiseUser, {
    params: { id: staffId },
    body: { version: (await one()).version },
  })

it('gives people what the company keeps of them, and nothing of others', async () => {
  const staff = await testApp.signIn('staff')
  const { status, body } = await testApp.call(staff, account.exportOwnData, {})
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  expect(text).toContain('staff@here.test')
  expect(text).not.toContain('administrator@here.test')
  expect(text).not.toContain('argon2')
})

it('refuses while the person may still sign in', async () => {
  expect((await anonymise()).status).toBe(409)
})

it('takes name, address and sign-in of somebody who left away for good, out of the journal too', async () => {
  const staff = await testApp.signIn('staff')
  await testApp.call(staff, account.updateAccount, {
    body: { firstName: 'Vendelína', lastName: 'Unmistakable' },
  })
  await asSystem(testApp.pool, (db) =>
    db.insert(journalEntry).values({
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
    people: await db.select().from(person).where(eq(person.email, 'staff@here.test')),
    users: await db.select().from(user).where(eq(user.id, staffId)),
    named: (
      await db.execute(
        sql`select 1 from journal_entry t where t::text ilike '%Unmistakable%' or t::text ilike '%staff@here%'`,
      )
    ).rows,
  }))
  expect(left.people).toEqual([])
  expect(left.users[0]?.lastName).toBe(String(staffId))
  expect(left.named).toEqual([])
  expect((await anonymise()).status).toBe(409)
  const back = await testApp.call(admin, people.reactivateUser, {
    params: { id: staffId },
    body: { version: done.body.version },
  })
  expect(back.status).toBe(409)
})

it('renames only the thing that is meant, wherever it stands', () => {
  const names = [
    { kind: 'user', id: 3, name: 'A' },
    { kind: 'role', id: 3, name: 'A' },
  ]
  expect(renamed({ clause: { ids: [3] }, names }, 3, 'B')).toEqual({
    clause: { ids: [3] },
    names: [{ kind: 'user', id: 3, name: 'B' }, names[1]],
  })
})

it('leaves whoever was made nameless as nobody: they take no name and no address again', async () => {
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
