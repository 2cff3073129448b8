/** Lanes of several servers. PostgreSQL only, since each needs a session of its own. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/database.ts'
import { shareLanes } from './lanes.ts'
import { openPool } from '#db/pool.ts'

const hasSessions = inject('database').kind === 'postgres'

describe.runIf(hasSessions)('the lanes of several servers', () => {
  let database: TestDatabase
  let pool: pg.Pool
  beforeAll(async () => {
    database = await openTestDatabase()
    pool = openPool(database.pool)
  })
  afterAll(async () => {
    await pool.end()
    await database.close()
  })

  const open = () =>
    shareLanes({
      count: 4,
      sessions: pool,
      mark: 1_000,
      mixed: () => undefined,
      hold: (number) => ({ number, close: () => Promise.resolve() }),
    })
  const heldBy = (...lanes: ReturnType<typeof open>[]) =>
    lanes
      .flatMap((each) => each.held().map(({ number }) => number))
      .toSorted((one, other) => one - other)

  it('are shared evenly, and taken over when a server is gone', async () => {
    const [one, two] = [open(), open()]
    await one.settle()
    expect(heldBy(one)).toEqual([1, 2, 3, 4])
    await two.settle()
    await one.settle()
    await two.settle()
    expect([heldBy(one).length, heldBy(two).length]).toEqual([2, 2])
    expect(heldBy(one, two)).toEqual([1, 2, 3, 4])
    await one.close()
    // Its session ends a moment after it released the lanes.
    await expect
      .poll(async () => {
        await two.settle()
        return heldBy(two)
      })
      .toEqual([1, 2, 3, 4])
    await two.close()
  })

  it('of a lost session are released at once, and taken again', async () => {
    const one = open()
    await one.settle()
    await pool.query(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`)
    await expect.poll(() => heldBy(one)).toEqual([])
    await one.settle()
    expect(heldBy(one)).toEqual([1, 2, 3, 4])
    await one.close()
  })
})
