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
import { applyNameOrder, examineNameOrder, hasNameOrder } from './nameOrder.ts'

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
