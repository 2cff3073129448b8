import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { simulatedCompanies } from './index.ts'

let testApp: TestApp
let admin: string
const { getSimulator, setSimulator } = contract.rtls

beforeAll(async () => {
  ;({ testApp, token: admin } = await openTestAppWithFixtures({ demo: true }))
})
afterAll(() => testApp.close())

it('the simulator does not walk in a company that the demo did not make, even in demo mode', async () => {
  expect(await simulatedCompanies(testApp.app.kernel)).toEqual([])
  expect((await testApp.call(admin, getSimulator, {})).body).toEqual({
    isThere: false,
    isRunning: false,
  })
  expect((await testApp.call(admin, setSimulator, { body: { isRunning: true } })).status).toBe(404)
})

it('the simulator walks in the demo’s own company', async () => {
  await asSystem(testApp.pool, (db) =>
    db.update(tables.company).set({ isDemo: true }).where(eq(tables.company.id, testApp.here.id)),
  )
  expect(await simulatedCompanies(testApp.app.kernel)).toEqual([testApp.here.id])
  expect((await testApp.call(admin, getSimulator, {})).body).toEqual({
    isThere: true,
    isRunning: true,
  })
  expect((await testApp.call(admin, setSimulator, { body: { isRunning: false } })).body).toEqual({
    isThere: true,
    isRunning: false,
  })
})
