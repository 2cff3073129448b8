import type pg from 'pg'
import { openEmbedded } from '#db/embedded.ts'
import { openPool } from '#db/pool.ts'

/** Works on an embedded database and closes it. No server may run on it meanwhile. */
export async function withEmbedded<T>(
  options: Parameters<typeof openEmbedded>[0],
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const embedded = await openEmbedded(options)
  const pool = openPool(embedded.pool)
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await embedded.close()
  }
}
