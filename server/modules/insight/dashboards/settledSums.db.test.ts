import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { statementsOf } from '#tests/statements.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { updateRollups } from './sums.ts'

const HOUR = 3_600_000
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('companies without missing rollups', () => {
  const settled: Parameters<typeof updateRollups>[1] = new Map()
  const update = async () => {
    const work = () => updateRollups(testApp.app.kernel, settled)
    return (await statementsOf(testApp.pool, work)).texts.filter((text) =>
      text.includes('summed_span'),
    ).length
  }

  it('are looked at again after a mark, on another day, and after ten minutes', async () => {
    await update()
    expect(await update()).toBe(0)
    await asSystem(testApp.pool, (db) =>
      db
        .insert(tables.summedMark)
        .values({ companyId: testApp.here.id, source: 'procedureLog', day: '2026-02-01' }),
    )
    expect(await update()).toBeGreaterThan(0)
    expect(await update()).toBe(0)
    testApp.clock.advance(10 * 60_000)
    expect(await update()).toBeGreaterThan(0)
    expect(await update()).toBe(0)
    testApp.clock.advance(24 * HOUR)
    expect(await update()).toBeGreaterThan(0)
  })
})
