import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded, type Embedded } from '#db/embedded.ts'
import { embeddedPool } from '#db/pool.ts'
import { vacuumTables } from './vacuum.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-statistics-'))
let embedded: Embedded
let pool: pg.Pool
beforeAll(async () => {
  embedded = await openEmbedded({ dataDir, inMemory: true })
  pool = embeddedPool(embedded.pool)
  await pool.query('create table reading (id integer); create table quiet (id integer)')
})
afterAll(async () => {
  await pool.end()
  await embedded.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Statistics are updated at most once a second. */
const write = (statement: string) => pool.query(`${statement}; select pg_stat_force_next_flush()`)
const numbersOf = async (sql: string): Promise<unknown> => (await pool.query(sql)).rows[0]

describe('the vacuum job of the embedded database', () => {
  it('learns how many rows a table has after many were written', async () => {
    await write('insert into reading select generate_series(1, 1000)')
    expect(await vacuumTables(pool)).toEqual(['reading'])
    expect(
      await numbersOf(`select reltuples::int as rows from pg_class where relname = 'reading'`),
    ).toEqual({ rows: 1000 })
  })

  it('frees the room of deleted rows, and then has nothing to do', async () => {
    await write('delete from reading where id > 100')
    expect(await vacuumTables(pool)).toEqual(['reading'])
    expect(await numbersOf(`select pg_relation_size('reading')::int as bytes`)).toEqual({
      bytes: 8192,
    })
    expect(await vacuumTables(pool)).toEqual([])
  })

  it('begins no further table while the server is stopping', async () => {
    await write('insert into reading select generate_series(1, 1000)')
    expect(await vacuumTables(pool, AbortSignal.abort())).toEqual([])
  })
})
