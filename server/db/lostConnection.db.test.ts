import { describe, expect, inject, it } from 'vitest'
import { openTestDatabase } from '#tests/database.ts'
import { openPool } from './pool.ts'

describe.runIf(inject('database').kind === 'postgres')('a connection that is lost', () => {
  it('fails its own query, and the pool continues with another', async () => {
    const database = await openTestDatabase()
    const pool = openPool({ ...database.pool, pipeline: false })
    try {
      const client = await pool.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const asked = client.query('select pg_sleep(60)').catch((error: unknown) => error)
      // Awaited by itself: if it fails, the test says so and does not wait for the sleep.
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      expect(await asked).toMatchObject({ code: '57P01' })
      await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminated/)
      client.release()
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    } finally {
      await pool.end()
      await database.close()
    }
  })
})
