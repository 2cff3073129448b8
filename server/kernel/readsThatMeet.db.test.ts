/** A call that only reads, and waits for whoever waits for it: it is read once more. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { equipment } from '#contract/equipment'
import { createFixtures } from '../../tests/fixtures.ts'
import { openTestApp, type TestApp } from '../../tests/testApp.ts'

// The embedded database has one session: nobody waits for another there.
describe.runIf(inject('database').kind === 'postgres')('a list', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
  })
  afterAll(() => testApp.close())

  it('that the database ends for another’s change is answered all the same', async () => {
    const token = await testApp.signIn('administrator')
    await createFixtures(testApp, testApp.here, token, 'MET')
    const other = await testApp.pool.connect()
    const waiting = async (table: string) => {
      const { rows } = await testApp.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_locks join pg_class on pg_class.oid = relation
        where relname = $1 and not granted`,
        [table],
      )
      return (rows[0]?.n ?? 0) > 0
    }
    try {
      // The list has read things before it looks for their tags; this has the tags, and wants the
      // things.
      await other.query('begin; lock table tag in access exclusive mode')
      const list = testApp.call(token, equipment.listEquipment, { body: { limit: 5 } })
      await vi.waitUntil(() => waiting('tag'), { timeout: 5_000, interval: 5 })
      // Whoever waited first looks first for a ring, and is ended: the list.
      await other.query('lock table equipment in access exclusive mode')
      await other.query('commit')
      expect((await list).status).toBe(200)
    } finally {
      other.release(true)
    }
  }, 20_000)
})
