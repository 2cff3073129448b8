import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { putEmptyDatabase } from '#tests/embeddedFolders.ts'
import { withEmbedded } from '#tests/withEmbedded.ts'
import { FakeClock } from '#ports/clock.ts'
import { placesIn, UnusableFolder } from './dataFolder.ts'
import { openEmbedded, type EmbeddedOptions } from './embedded.ts'
import { startSnapshots, snapshotIfChanged } from './snapshotTimer.ts'
import { CannotRestore, findSnapshot, restoreSnapshot } from './restore.ts'
import { listSnapshots, nameOf, takeSnapshot } from './snapshots.ts'

/**
 * These tests need no sync and are many times faster without it; tests/powerCut.db.test.ts covers
 * sync.
 */
const unsynced = { fsync: false }

const folders: string[] = []
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-snapshots-'))
  folders.push(folder)
  return folder
}
const emptyDatabase = () => putEmptyDatabase(freshFolder())
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function using<T>(
  dataDir: string,
  work: (pool: pg.Pool) => Promise<T>,
  options: Partial<EmbeddedOptions> = {},
): Promise<T> {
  return withEmbedded({ dataDir, ...unsynced, ...options }, work)
}

const noon = { at: new Date('2026-11-22T12:00:00Z'), beforeUpgrade: false }
const later = new Date('2026-11-22T13:00:00Z')
const idsOf = async (pool: pg.Pool) =>
  (await pool.query<{ id: number }>('select id from kept order by id')).rows.map(({ id }) => id)

describe('a snapshot', () => {
  it('is taken while others write, and contains all that was there when it began, none of it half', async () => {
    const folder = emptyDatabase()
    const before = await using(folder, async (pool) => {
      await pool.query(
        'create table kept (id serial primary key, pair integer not null); create table other (id integer primary key)',
      )
      await pool.query(
        'insert into kept (pair) select n from generate_series(1, 20000) n; insert into other select n from generate_series(1, 20000) n',
      )
      let writing = true
      let next = 20_000
      const writer = (async () => {
        while (writing) {
          next += 1
          await pool.query(
            `with one as (insert into other values (${next})) insert into kept (pair) values (${next})`,
          )
        }
      })()
      const begun = next
      await takeSnapshot(pool, placesIn(folder), noon, unsynced)
      writing = false
      await writer
      expect(next).toBeGreaterThan(begun)
      return begun
    })

    const former = await restoreSnapshot(folder, findSnapshot(folder, 'latest'), later, unsynced)
    expect(former).toBe(join(folder, 'database.before-2026-11-22T13-00-00Z'))
    expect(existsSync(join(former ?? '', 'PG_VERSION'))).toBe(true)
    await using(folder, async (pool) => {
      expect((await idsOf(pool)).length).toBeGreaterThanOrEqual(before)
      expect((await pool.query('select pair from kept except select id from other')).rows).toEqual(
        [],
      )
      await pool.query('insert into kept (pair) values (0)')
    })
    expect(listSnapshots(placesIn(folder).snapshots)).toEqual([noon])
  })

  it('that was cut off is not listed, and is removed by the next', async () => {
    const folder = emptyDatabase()
    await using(folder, async (pool) => {
      const given = new AbortController()
      given.abort(new Error('given up'))
      await expect(
        takeSnapshot(pool, placesIn(folder), noon, { ...unsynced, signal: given.signal }),
      ).rejects.toThrow('given up')
      expect(listSnapshots(placesIn(folder).snapshots)).toEqual([])
      await takeSnapshot(pool, placesIn(folder), noon, unsynced)
      expect(readdirSync(placesIn(folder).snapshots)).toEqual([nameOf(noon)])
    })
  })

  it('that is damaged itself changes nothing when it is to be restored', async () => {
    const folder = emptyDatabase()
    await using(folder, async (pool) => {
      await pool.query('create table kept (id integer); insert into kept values (7)')
      await takeSnapshot(pool, placesIn(folder), noon, unsynced)
    })
    writeFileSync(
      join(placesIn(folder).snapshots, nameOf(noon), 'global/pg_control'),
      Buffer.alloc(8192, 7),
    )
    await expect(restoreSnapshot(folder, noon, later, unsynced)).rejects.toThrow(CannotRestore)
    expect(await using(folder, idsOf)).toEqual([7])
    expect(readdirSync(folder).sort()).toEqual(['database', 'snapshots'])
  })

  it('is not restored under a running server', async () => {
    const folder = emptyDatabase()
    await using(folder, async (pool) => {
      await takeSnapshot(pool, placesIn(folder), noon, unsynced)
      await expect(restoreSnapshot(folder, noon, later, unsynced)).rejects.toThrow(
        /in use by another Plantroom/,
      )
    })
  })

  it('is taken if something was written since the last, and not otherwise', async () => {
    const folder = emptyDatabase()
    await using(folder, async (pool) => {
      const clock = new FakeClock('2026-11-22T12:00:00Z')
      const count = () => listSnapshots(placesIn(folder).snapshots).length
      const takeOne = snapshotIfChanged({ pool, places: placesIn(folder), clock })
      await takeOne(unsynced)
      expect(count()).toBe(1)
      clock.advance(60_000)
      await takeOne(unsynced)
      expect(count()).toBe(1)
      await pool.query('create table kept (id integer)')
      await takeOne(unsynced)
      expect(count()).toBe(2)
    })
  })

  it('is taken by itself, until it is stopped', async () => {
    const folder = emptyDatabase()
    await using(folder, async (pool) => {
      const failures: Error[] = []
      const stop = startSnapshots({
        pool,
        places: placesIn(folder),
        clock: new FakeClock('2026-11-22T12:00:00Z'),
        minutes: 0.001,
        failed: (error) => failures.push(error),
      })
      await expect
        .poll(() => listSnapshots(placesIn(folder).snapshots), { timeout: 20_000 })
        .toEqual([noon])
      await stop()
      expect(failures).toEqual([])
    })
  })
})

describe('a damaged database', () => {
  it('is reported with a sentence: what is damaged, that nothing was removed, and which command restores it', async () => {
    const folder = emptyDatabase()
    await using(folder, async (pool) => {
      await pool.query('create table kept (id integer); insert into kept values (7)')
      await takeSnapshot(pool, placesIn(folder), noon, unsynced)
      await pool.query('insert into kept values (8)')
    })
    truncateSync(join(folder, 'database/global/pg_control'), 0)
    const refused = openEmbedded({ dataDir: folder, ...unsynced })
    await expect(refused).rejects.toThrow(UnusableFolder)
    await expect(refused).rejects.toThrow(
      /database does not open; it is damaged\. PostgreSQL says: .*pg_control.*Nothing was removed.*`npm run restore -- 2026-11-22T12-00-00Z`/,
    )
    expect(readdirSync(folder).sort()).toEqual(['database', 'snapshots'])

    await restoreSnapshot(folder, findSnapshot(folder, nameOf(noon)), later, unsynced)
    expect(await using(folder, idsOf)).toEqual([7])
  })
})

describe('a folder of an earlier version without a sync', () => {
  it('works, synced from now on', async () => {
    const folder = emptyDatabase()
    await using(folder, (pool) =>
      pool.query('create table kept (id integer); insert into kept values (7)'),
    )
    await using(
      folder,
      async (pool) => {
        expect(await idsOf(pool)).toEqual([7])
        expect((await pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
      },
      { fsync: true },
    )
  })
})
