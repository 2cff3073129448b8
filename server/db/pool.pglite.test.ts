import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Embedded, openEmbedded } from './embedded.ts'
import { embeddedPool } from './pool.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-pool-'))
let embedded: Embedded
let pool: pg.Pool
beforeAll(async () => {
  embedded = await openEmbedded({ dataDir, inMemory: true })
  pool = embeddedPool(embedded.pool)
})
afterAll(async () => {
  await pool.end()
  await embedded.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const numbers = [1, 2, 3, 4, 5]

it('the embedded pool sends concurrent queries one after the other, and answers in that order', async () => {
  const client = await pool.connect()
  try {
    const asked = numbers.map((number) => client.query('select $1::int as number', [number]))
    await Promise.resolve()
    // the driver's internal queue, which its next major version drops
    expect(Reflect.get(client, '_queryQueue')).toHaveLength(0)
    const answers = await Promise.all(asked)
    expect(answers.map(({ rows }) => rows)).toEqual(numbers.map((number) => [{ number }]))
  } finally {
    client.release()
  }
})

it('the embedded pool continues after a statement that fails', async () => {
  const client = await pool.connect()
  try {
    const [failed, next] = await Promise.allSettled([
      client.query('select nothing'),
      client.query('select 2 as number'),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '42703' } })
    expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [{ number: 2 }] } })
  } finally {
    client.release()
  }
})

it('the embedded pool answers queries of the pool itself too, with their errors', async () => {
  await expect(pool.query('select 3 as number')).resolves.toMatchObject({ rows: [{ number: 3 }] })
  await expect(pool.query('select nothing')).rejects.toMatchObject({ code: '42703' })
})
