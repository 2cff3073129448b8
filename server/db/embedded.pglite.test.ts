import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { putEmptyDatabase } from '#tests/embeddedFolders.ts'
import { insertUntilKilled } from '#tests/inserting.ts'
import { isLongForm } from '#tests/longForm.ts'
import { DataFolderBusy, makeEmbedded, openEmbedded } from './embedded.ts'
import { openPool } from './pool.ts'

const KILLS = isLongForm ? 3 : 1
const folders: string[] = []
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-test-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function withRows<T>(dataDir: string, ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dataDir })
  const pool = openPool(embedded.pool)
  try {
    return await ask(pool)
  } finally {
    await pool.end()
    await embedded.close()
  }
}

/** Encodes a Parse message without the Sync that a client would send after it. */
function parseMessage(statement: string): Buffer {
  const body = Buffer.concat([Buffer.from(`\0${statement}\0`), Buffer.alloc(2)])
  const head = Buffer.from('P\0\0\0\0')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

describe('the embedded database', () => {
  it('serves many clients at once, keeps transactions apart and has the extensions', async () => {
    await withRows(putEmptyDatabase(freshFolder()), async (pool) => {
      await pool.query('create extension pg_trgm; create extension btree_gist')
      await pool.query('create table counted (n integer not null)')
      await pool.query('insert into counted values (0)')
      await Promise.all(
        Array.from({ length: 40 }, async (_, turn) => {
          const client = await pool.connect()
          await client.query('begin')
          await client.query('update counted set n = n + 1')
          await client.query(turn % 2 === 0 ? 'commit' : 'rollback')
          client.release()
        }),
      )
      const { rows } = await pool.query<{ n: number }>('select n from counted')
      expect(rows).toEqual([{ n: 20 }])
    })
  })

  it('lets no connection get between the messages of another’s statement', async () => {
    await withRows(putEmptyDatabase(freshFolder()), async (pool) => {
      const clients = await Promise.all(Array.from({ length: 9 }, () => pool.connect()))
      const [busy, ...others] = clients
      await busy?.query('begin')
      const asked = others.map((client, turn) =>
        client.query(`select 'for ${turn}, by ' || $1::text as said`, [String(turn)]),
      )
      await busy?.query('select 1') // the others now wait for the transaction to end
      await busy?.query('commit')
      const answers = await Promise.all(asked)
      for (const client of clients) client.release()
      expect(answers.map(({ rows }) => rows)).toEqual(
        answers.map((_, turn) => [{ said: `for ${turn}, by ${turn}` }]),
      )
    })
  })

  it('rolls back what a connection began that closed in the middle of a statement that failed', async () => {
    await withRows(putEmptyDatabase(freshFolder()), async (pool) => {
      await pool.query('create table begun (n integer not null)')
      const gone = new pg.Client(pool.options)
      gone.on('error', () => undefined)
      await gone.connect()
      await gone.query('begin')
      await gone.query('insert into begun values (1)')
      const { stream } = gone.connection
      const answered = once(stream, 'data')
      stream.write(parseMessage('no such statement'))
      await answered
      stream.destroy()
      expect((await pool.query('select n from begun')).rows).toEqual([])
    })
  })

  it('refuses a second opening of the folder with a sentence, and releases it when closed', async () => {
    const folder = putEmptyDatabase(freshFolder())
    await withRows(folder, async () => {
      await expect(openEmbedded({ dataDir: folder })).rejects.toThrow(DataFolderBusy)
      await expect(openEmbedded({ dataDir: folder })).rejects.toThrow(
        /is in use by another Plantroom \(process \d+ on .+\)/,
      )
    })
    await withRows(folder, async (pool) =>
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]),
    )
    expect(readdirSync(folder)).toEqual(['database'])
  })

  it('is closed to other users, and works in a folder too deep for a socket', async () => {
    const folder = putEmptyDatabase(join(freshFolder(), 'a'.repeat(60), 'b'.repeat(60)))
    await withRows(folder, async (pool) => {
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    })
  })

  it('opens from a snapshot, in memory, without writing a database', async () => {
    const source = await openEmbedded({ dataDir: freshFolder(), inMemory: true })
    const writer = openPool(source.pool)
    await writer.query('create table copied as select 7 as n')
    await writer.end()
    const snapshot = await source.dump()
    await source.close()

    const folder = freshFolder()
    const copy = await openEmbedded({ dataDir: folder, inMemory: true, snapshot })
    const reader = openPool(copy.pool)
    expect((await reader.query('select n from copied')).rows).toEqual([{ n: 7 }])
    await reader.end()
    await copy.close()
    expect(existsSync(join(folder, 'database'))).toBe(false)
  })

  it('is made with all its rows or not at all, and only once', async () => {
    const folder = freshFolder()
    const fill = (statement: string) => async (settings: pg.PoolConfig) => {
      const pool = openPool(settings)
      try {
        await pool.query(statement)
      } finally {
        await pool.end()
      }
    }
    await expect(makeEmbedded(folder, fill('select no_such_column'))).rejects.toThrow(
      'no_such_column',
    )
    expect(existsSync(join(folder, 'database'))).toBe(false)
    await makeEmbedded(folder, fill('create table filled as select 1 as n'))
    await makeEmbedded(folder, fill('insert into filled values (2)'))
    expect(existsSync(join(folder, 'database/plantroom.synced'))).toBe(true)
    expect(readdirSync(folder)).toEqual(['database'])
    await withRows(folder, async (pool) =>
      expect((await pool.query('select n from filled')).rows).toEqual([{ n: 1 }]),
    )
    // creates two databases
  }, 60_000)

  it(
    'loses no acknowledged row to kill -9',
    async () => {
      const folder = freshFolder()
      let last = 0
      for (let round = 0; round < KILLS; round += 1) {
        last = await insertUntilKilled(folder, last + 1, last + 40)
        const kept = await withRows(folder, (pool) =>
          pool.query<{ id: number }>('select id from kept order by id'),
        )
        // One more row may exist: written, but the process was killed before it reported the id.
        const ids = kept.rows.map((row) => row.id)
        expect(ids.slice(0, last)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
        expect(ids.length).toBeLessThanOrEqual(last + 1)
        last = ids.length
      }
      // Each round starts and repairs a database: 7 s on a quiet machine, 24 s on a busy one.
    },
    60_000 * KILLS,
  )
})
