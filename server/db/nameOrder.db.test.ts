/**
 * Names sort as `Intl.Collator(language, { numeric: true })` of Node 26.10.0 (ICU 78.3) sorted the
 * fixture, with ICU and without it (decision 63).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages, type Language } from '#contract/languages.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { root } from '#tests/root.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { indexNames } from '#kernel/data/nameIndexes.ts'
import { sql } from 'drizzle-orm'
import { applyNameOrder, createNameIndexes, examineNameOrder, hasNameOrder } from './nameOrder.ts'

const inOrder = JSON.parse(
  readFileSync(join(root, 'tests/fixtures/namesInOrder.json'), 'utf8'),
) as Record<Language, string[]>

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

async function sorted(client: pg.ClientBase, language: Language): Promise<string[]> {
  const { rows } = await client.query<{ names: string[] }>(
    `select array_agg(n order by names_${language}(n)::name_in_${language}, n) as names from unnest($1::text[]) as n`,
    [inOrder[language].toReversed()],
  )
  return rows[0]?.names ?? []
}

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await testApp.pool.connect()
  try {
    await client.query('begin')
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

it('the fixture of names has 300 of each language', () =>
  expect(languages.map((language) => new Set(inOrder[language]).size)).toEqual(
    languages.map(() => 300),
  ))

describe.each(languages)('300 names in %s', (language) => {
  it('sort as the collator of Node does, by ICU', () =>
    inTransaction(async (client) => {
      expect((await examineNameOrder(client)).usesIcu).toBe(true)
      expect(await sorted(client, language)).toEqual(inOrder[language])
    }))

  it('sort as the collator of Node does, in a database without ICU', () =>
    inTransaction(async (client) => {
      await applyNameOrder(client, false)
      expect(await examineNameOrder(client)).toEqual({ usesIcu: false, outdated: [] })
      expect(await hasNameOrder(client)).toBe(true)
      expect(await sorted(client, language)).toEqual(inOrder[language])
    }))
})

describe('a language that a user begins to use', () => {
  const both = ['equipment_names_sk', 'location_names_sk']
  const indexes = async () =>
    (
      await testApp.pool.query<{ name: string }>(
        `select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indisvalid and c.relname like '%\\_names\\_sk' order by 1`,
      )
    ).rows.map(({ name }) => name)

  it('gets its indexes while the server runs, once', async () => {
    const { database } = testApp.app.kernel.installation
    await indexNames(testApp.pool, database)
    expect(await indexes()).toEqual([])
    await asSystem(testApp.pool, (db) =>
      db.execute(
        sql`update app_user set language = 'sk' where id = ${testApp.here.users.technician}`,
      ),
    )
    expect(await indexNames(testApp.pool, database)).toEqual(both)
    expect(await indexes()).toEqual(both)
    expect(await indexNames(testApp.pool, database)).toEqual([])
  })

  it('gets an index again that a broken attempt left invalid', async () => {
    const { database } = testApp.app.kernel.installation
    if (database === 'embedded') return // the embedded database creates them in one step
    await testApp.pool.query('drop index location_names_sk')
    await inTransaction(async (writer) => {
      await writer.query(`set local role plantroom_system; update location set name = name`)
      const impatient = await testApp.pool.connect()
      await impatient.query(`set statement_timeout = 300`)
      await expect(createNameIndexes(impatient, { concurrently: true })).rejects.toThrow(
        'statement timeout',
      )
      impatient.release(true)
    })
    expect(await indexes()).toEqual(['equipment_names_sk'])
    expect(await indexNames(testApp.pool, database)).toEqual(['location_names_sk'])
    expect(await indexes()).toEqual(both)
  })
})
