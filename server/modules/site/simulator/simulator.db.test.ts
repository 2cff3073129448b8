import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { statementsOf } from '#tests/statements.ts'
import { simulatedCompanies } from './index.ts'
import { dueSteps, makeSimulator } from './simulator.ts'

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

it('the simulator steps every ten minutes while no page is open, and at once when one opens', () => {
  expect(dueSteps(0, 599_999, false)).toBeNull()
  expect(dueSteps(0, 600_000, false)).toBe(600)
  expect(dueSteps(0, 2_000, true)).toBe(2)
  expect(dueSteps(0, 40_000, true)).toBe(40)
  expect(dueSteps(0, 86_400_000, true)).toBe(600)
})

it('the simulator asks the database only if a step may be due', async () => {
  const { kernel } = testApp.app
  await testApp.call(admin, setSimulator, { body: { isRunning: true } })
  const tick = makeSimulator(kernel)
  await tick()
  const idle = async () => (await statementsOf(testApp.pool, tick)).statements.length
  testApp.clock.advance(200_000)
  expect(await idle()).toBe(0)
  const leave = kernel.live.subscribe(testApp.here.id, () => undefined)
  expect(await idle()).toBeGreaterThan(0)
  leave()
  testApp.clock.advance(2_000)
  expect(await idle()).toBe(0)
  testApp.clock.advance(600_000)
  expect(await idle()).toBeGreaterThan(0)
})
