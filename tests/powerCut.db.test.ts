/**
 * Acknowledged writes survive a power cut: unsynced pages are lost, as with a real disk. On both
 * databases.
 */
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { openEmbedded } from '#db/embedded.ts'
import { dataOn, makeDisk, testDisks, type Disk } from './blockDevice.ts'
import { putEmptyDatabase } from './embeddedFolders.ts'
import { insertUntilKilled } from './inserting.ts'
import { isLongForm } from './longForm.ts'
import { startCluster } from './postgresCluster.ts'
import { openPool } from '#db/pool.ts'

const { kind } = inject('database')
const { why, kept } = testDisks('a disk')

const CUTS = isLongForm ? 3 : 1
/** Each cut creates a disk, kills a process and repairs a database: 10 s on a quiet machine. */
const limit = { timeout: 60_000 * CUTS }
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const idsIn = async (pool: pg.Pool | pg.Client) =>
  (await pool.query<{ id: number }>('select id from kept order by id')).rows.map(({ id }) => id)

describe.skipIf(why !== undefined || kind !== 'pglite')('the embedded database', limit, () => {
  it('has every acknowledged row after a power cut in its first minute, and after those that follow', async () => {
    let disk = kept(makeDisk())
    let last = 0
    for (let cut = 0; cut < CUTS; cut += 1) {
      last = await insertUntilKilled(dataOn(disk), last + 1, last + 40)
      disk = kept(disk.cutPower())
      const ids = await rowsOf(disk)
      // one more row may exist: written, but not acknowledged when the power was cut
      expect(ids.slice(0, last)).toEqual(upTo(last))
      expect(ids.length).toBeLessThanOrEqual(last + 1)
      last = ids.length
    }
  })

  it.runIf(isLongForm)(
    'would lose rows without the sync, which shows that the cut is real',
    async () => {
      const disk = kept(makeDisk())
      putEmptyDatabase(dataOn(disk))
      const first = await insertUntilKilled(dataOn(disk), 1, 10, { fsync: false })
      disk.settle()
      const last = await insertUntilKilled(dataOn(disk), first + 2, first + 40, { fsync: false })
      expect((await rowsOf(kept(disk.cutPower()))).length).toBeLessThan(last - 1)
    },
  )
})

async function rowsOf(disk: Disk): Promise<number[]> {
  const embedded = await openEmbedded({ dataDir: dataOn(disk) })
  const pool = openPool(embedded.pool)
  try {
    return await idsIn(pool)
  } finally {
    await pool.end()
    await embedded.close()
  }
}

// PostgreSQL itself guarantees this, so the test runs in the long form only.
describe.skipIf(why !== undefined || kind !== 'postgres' || !isLongForm)(
  'PostgreSQL with its own settings',
  () => {
    it('has every acknowledged row after each of several power cuts', async () => {
      let disk = kept(makeDisk())
      let last = 0
      for (let cut = 0; cut < CUTS; cut += 1) {
        const cluster = await startCluster({ durable: true, folder: join(disk.folder, 'cluster') })
        const client = new pg.Client(cluster.admin())
        client.on('error', () => undefined)
        await client.connect()
        await client.query('create table if not exists kept (id integer primary key)')
        if (cut === 0) disk.settle() // the tests create the cluster without a sync
        expect(await idsIn(client)).toEqual(upTo(last))
        for (const id of upTo(last + 40).slice(last))
          await client.query('insert into kept values ($1)', [id])
        last += 40
        await cluster.kill()
        disk = kept(disk.cutPower())
      }
      const cluster = await startCluster({ durable: true, folder: join(disk.folder, 'cluster') })
      const client = new pg.Client(cluster.admin())
      await client.connect()
      expect(await idsIn(client)).toEqual(upTo(last))
      await client.end()
      await cluster.stop()
    })
  },
)
