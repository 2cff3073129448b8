import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { errorCodeOf } from '#db/errorCode.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { createFixtures } from '#tests/fixtures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

// PostgreSQL only: the embedded database has one session, so no reader waits.
describe.runIf(inject('database').kind === 'postgres')('a list query', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
  })
  afterAll(() => testApp.close())

  it('is repeated when the database ends it for another transaction’s change', async () => {
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
    /** False if the database ended the other transaction: on a busy machine it waited first. */
    const meet = async (): Promise<boolean> => {
      // The list has locked equipment and wants tags; this connection has locked tags and wants
      // equipment.
      await other.query('begin; lock table tag in access exclusive mode')
      const list = testApp.call(token, equipment.listEquipment, { body: { limit: 5 } })
      await vi.waitUntil(() => waiting('tag'), { timeout: 5_000, interval: 5 })
      // The first waiter runs the deadlock check and is ended: the list.
      const isLocked = await other
        .query('lock table equipment in access exclusive mode')
        .then(() => true)
        .catch((error: unknown) => {
          if (errorCodeOf(error) === '40P01') return false
          throw error
        })
      await other.query(isLocked ? 'commit' : 'rollback')
      expect((await list).status).toBe(200)
      return isLocked
    }
    try {
      let tries = 1
      while (!(await meet()) && tries < 5) tries += 1
      expect(tries).toBeLessThan(5)
    } finally {
      other.release(true)
    }
  }, 40_000)
})
