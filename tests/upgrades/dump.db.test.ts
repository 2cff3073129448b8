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
async function asSuperuser<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  if (prepared.kind === 'pglite') throw new Error('This is about PostgreSQL')
  const admin = openPool(clusterIn(prepared.socketFolder).admin(String(database.pool.database)))
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

const countAll = () => asSuperuser(countRows)

/** Administrators who may sign in with their password. */
const accepted = () =>
  asSuperuser(async (admin) => {
    const { rows } = await admin.query<{ email: string }>(
      `select email from person join app_user on person_id = person.id
      where email like 'admin@%' and accepted_at is not null and password_hash is not null order by 1`,
    )
    return rows.map(({ email }) => email)
  })

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
      expect(await accepted()).toEqual(['admin@northmill.demo', 'admin@plantroom.demo'])
      const faults = judgeDatabase(await examineDatabase(addressOf(database)))
      const unsafe = /fsync|full_page_writes/ // off in the cluster of tests
      expect(faults.filter(({ state, says }) => state === 'bad' && !unsafe.test(says))).toEqual([])
    })
  },
)
