import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { automations } from '#contract/automation/automation.ts'
import { root } from '#tests/root.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { DatabaseNotReady, migrationState } from './appliedMigrations.ts'
import { migrate } from './migrate.ts'

const isPostgres = inject('database').kind === 'postgres'

let app: RuleApp
beforeAll(async () => {
  app = await openRuleApp()
})
afterAll(() => app.testApp.close())

it('an upgrade refuses a database that a newer version migrated, with a sentence, and changes nothing', async () => {
  const { pool } = app.testApp
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`,
  )
  expect(await migrationState(pool)).toBe('newer')
  const refusal = await migrate(pool).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DatabaseNotReady)
  expect(String(refusal)).toMatch(/newer version of Plantroom.*2100-01-01.*Nothing was changed/)
  await pool.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
  expect(await migrationState(pool)).toBe('current')
})

it('an upgrade that fails half way leaves the former version able to start', async () => {
  const { pool } = app.testApp
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-migrations-'))
  try {
    cpSync(join(root, 'server/db/migrations'), folder, { recursive: true })
    const journal = join(folder, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
      entries: { idx: number; when: number }[]
    }
    const last = entries.at(-1)
    const tag = '9999_breaks'
    const when = (last?.when ?? 0) + 1
    writeFileSync(
      journal,
      JSON.stringify({
        ...rest,
        entries: [...entries, { ...last, idx: entries.length, when, tag }],
      }),
    )
    writeFileSync(
      join(folder, `${tag}.sql`),
      'create table half_way (id int);--> statement-breakpoint\nselect 1 / 0;',
    )
    await expect(migrate(pool, undefined, folder)).rejects.toThrow(/division by zero|select 1 \/ 0/)
    const { rows } = await pool.query(`select to_regclass('half_way') as there`)
    expect(rows).toEqual([{ there: null }])
    expect(await migrationState(pool)).toBe('current')
    await migrate(pool)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe.runIf(isPostgres)('an upgrade beside a running server', () => {
  it('starts without a lock that a reader could block', async () => {
    const { pool } = app.testApp
    await migrate(pool)
    const reader = await pool.connect()
    try {
      await reader.query('begin; lock table equipment, automation in access share mode')
      await migrate(pool)
      await reader.query('commit')
    } finally {
      reader.release()
    }
  })

  it('waits for its locks in short turns, and for as long as they are held', async () => {
    const { pool } = app.testApp
    await pool.query('delete from drizzle.__declarations')
    const reader = await pool.connect()
    try {
      await reader.query('begin; lock table equipment in access share mode')
      const starting = migrate(pool)
      await untilRefused(pool)
      await reader.query('commit')
      await starting
    } finally {
      reader.release()
    }
  })
})

/** Waits until an attempt was refused its locks and released them. */
async function untilRefused(pool: pg.Pool): Promise<void> {
  const waits = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks join pg_class on pg_class.oid = relation
      where relname = 'equipment' and not granted and database = (
        select oid from pg_database where datname = current_database())`,
    )
    return (rows[0]?.n ?? 0) > 0
  }
  await vi.waitUntil(waits, { timeout: 10_000, interval: 5 })
  await vi.waitUntil(async () => !(await waits()), { timeout: 10_000, interval: 5 })
}

it.each([
  ['a policy', 'drop policy plantroom_tenant_all on equipment', 'plantroom_tenant_all'],
  ['a trigger', 'drop trigger mark_occurrence_insert on occurrence', 'mark_occurrence_insert'],
  ['row-level security', 'alter table equipment no force row level security', 'forced'],
])('a start restores %s that somebody removed by hand', async (_what, taken, name) => {
  const { pool } = app.testApp
  const there = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select policyname::text as name from pg_policies where tablename = 'equipment'
      union all select tgname from pg_trigger
      union all select 'forced' from pg_class
        where oid = 'equipment'::regclass and relforcerowsecurity`,
    )
    return rows.some((row) => row.name === name)
  }
  expect(await there()).toBe(true)
  await pool.query(taken)
  expect(await there()).toBe(false)
  await migrate(pool)
  expect(await there()).toBe(true)
})

const ticket = { kind: 'openTicket', title: null }
it.each([
  {
    name: 'a ticket for one person, of before there were ways to assign',
    stored: { ...ticket, ticketTypeId: 1, assigneeId: 7 },
    now: { ...ticket, ticketTypeId: 1, assign: { by: 'user', userId: 7 } },
  },
  {
    name: 'a ticket for nobody, of then',
    stored: { ...ticket, ticketTypeId: 1, assigneeId: null },
    now: { ...ticket, ticketTypeId: 1, assign: null },
  },
  {
    name: 'a ticket that says no priority, of before there were any',
    stored: { ...ticket, ticketTypeId: 1, assign: null },
    now: { ...ticket, ticketTypeId: 1, assign: null },
  },
])('the upgrade of rules brings $name up to date', async ({ stored, now }) => {
  expect(await readBack([stored])).toMatchObject({
    actions: [now],
    isActive: true,
    needsReview: false,
  })
})

it('the upgrade of rules puts one under review that nobody can read, says which, and lists the others', async () => {
  const warnings: string[] = []
  const odd = { kind: 'fromAnotherWorld', power: 9 }
  expect(
    await readBack([{ ...ticket, ticketTypeId: 1, assign: null }, odd], warnings),
  ).toMatchObject({ actions: [{ kind: 'openTicket' }], isActive: false, needsReview: true })
  expect(warnings[0]).toContain('fromAnotherWorld')
  expect(await readBack([odd])).toMatchObject({ actions: [], needsReview: true })
})

async function readBack(actions: unknown[], warnings: string[] = []) {
  const { testApp } = app
  await app.rule([{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }])
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update automation set actions = ${JSON.stringify(actions)}::jsonb`),
  )
  await migrate(testApp.pool, (sentence) => warnings.push(sentence))
  const { status, body } = await testApp.call(app.admin, automations.listAutomations, {
    body: {},
  })
  expect(status).toBe(200)
  return body.rows[0]
}
