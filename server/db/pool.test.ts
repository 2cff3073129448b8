import { expect, it } from 'vitest'
import { openPool } from './pool.ts'

it('the pool survives a connection that the database ends while it is idle', async () => {
  const pool = openPool({})
  // without a listener, an emitter throws on 'error'
  expect(pool.emit('error', new Error('terminating connection'))).toBe(true)
  await pool.end()
})
