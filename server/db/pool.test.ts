import { expect, it } from 'vitest'
import { openPool } from './pool.ts'

it('outlives a connection that the database ends while nobody uses it', async () => {
  const pool = openPool({})
  // without a listener, an emitter throws on 'error'
  expect(pool.emit('error', new Error('terminating connection'))).toBe(true)
  await pool.end()
})
