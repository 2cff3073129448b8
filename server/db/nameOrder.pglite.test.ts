import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { describeNameOrder, examineNameOrder, refreshNameOrder } from './nameOrder.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

it('a collation of another version of ICU is named, and the embedded database renews it', async () => {
  const { pool } = testApp
  await pool.query(`update pg_collation set collversion = '1' where collname = 'names_en'`)
  const facts = await examineNameOrder(pool)
  expect(describeNameOrder(facts).outdated).toMatch(/collations names_en, .*REINDEX DATABASE/)
  expect(await refreshNameOrder(pool)).toEqual(['names_en'])
  expect(describeNameOrder(await examineNameOrder(pool)).outdated).toBeNull()
})
