/** Creates indexes of names, at run time, for languages that a company or user starts to use. */
import type pg from 'pg'
import { createNameIndexes } from '#db/nameOrder.ts'
import { liftTimeLimit } from '#db/pool.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'

const EVERY_MILLISECONDS = 10 * 60_000

/**
 * `sessions` lends whole sessions, because index creation needs a session without a statement
 * timeout.
 */
export function startNameIndexes(kernel: Kernel, sessions: pg.Pool): void {
  startJob(kernel, {
    name: 'indexes of names',
    every: EVERY_MILLISECONDS,
    async run() {
      const made = await indexNames(sessions, kernel.installation.database)
      if (made.length > 0) kernel.log.info({ made }, 'names of another language are indexed')
    },
  })
}

export async function indexNames(
  sessions: pg.Pool,
  database: Kernel['installation']['database'],
): Promise<string[]> {
  const client = await sessions.connect()
  try {
    liftTimeLimit(client)
    await client.query('set statement_timeout = 0')
    return await createNameIndexes(client, { concurrently: database === 'postgres' })
  } finally {
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}
