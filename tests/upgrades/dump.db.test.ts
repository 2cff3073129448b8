/** PostgreSQL dumps of earlier versions, upgraded by this one as an ordinary owner. */
import type pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { migrationState } from '#db/appliedMigrations.ts'
import { migrate } from '#db/migrate.ts'
import { openPool } from '#db/pool.ts'
import { addressOf, clusterIn, openEmptyDatabase, type TestDatabase } from '#tests/database.ts'
import { judgeDatabase } from '../../server/commands/findings.ts'
import { examineDatabase } from '#db/examine.ts'
import { countRows, dumpOf, type Fixture, fixtures } from './fixture.ts'
import { expectKept } from './kept.ts'

const prepared = inject('database')

let database: TestDatabase
let pool: pg.Pool
afterEach(async () => {
  await pool.end()
  await database.close()
})

async function restore(fixture: Fixture): Promise<void> {
  database = await openEmptyDatabase()
  const owner = openPool({ ...database.pool, max: 1 })
  await owner.query(dumpOf(fixture))
  await owner.end()
  pool = openPool(database.pool)
}

/** Past row-level security. */
async function countAll(): Promise<Record<string, number>> {
  if (prepared.kind === 'pglite') throw new Error('This is about PostgreSQL')
  const admin = openPool(clusterIn(prepared.socketFolder).admin(String(database.pool.database)))
  try {
    return await countRows(admin)
  } finally {
    await admin.end()
  }
}

describe.runIf(prepared.kind === 'postgres').each(fixtures)(
  'a PostgreSQL dump of $commit ($at)',
  (fixture) => {
    it('is upgraded by an ordinary owner and keeps its data, and the doctor finds nothing', async () => {
      await restore(fixture)
      expect(await migrationState(pool)).toBe('older')
      const before = await countAll()
      await migrate(pool)
      expect(await migrationState(pool)).toBe('current')
      expectKept({ ...fixture, rows: before }, await countAll())
      const faults = judgeDatabase(await examineDatabase(addressOf(database)))
      const unsafe = /fsync|full_page_writes/ // off in the cluster of tests
      expect(faults.filter(({ state, says }) => state === 'bad' && !unsafe.test(says))).toEqual([])
    })
  },
)
