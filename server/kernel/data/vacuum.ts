/**
 * Vacuum and analyze for the embedded database, which lacks autovacuum: frees space of overwritten
 * rows and updates the planner's statistics.
 */
import type pg from 'pg'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'

const EVERY_MILLISECONDS = 5 * 60_000

const MIN_ROWS = 50
const CHANGED_SHARE = 0.1
const DEAD_SHARE = 0.2

interface Worn {
  name: string
  isFullOfDead: boolean
}

/** One statement per table, so that other queries wait for one table at most. */
export async function vacuumTables(
  pool: Pick<pg.Pool, 'query'>,
  ending?: AbortSignal,
): Promise<string[]> {
  const { rows } = await pool.query<Worn>(
    `select quote_ident(relname) as name,
      n_dead_tup > $1::int + $3::float * n_live_tup as "isFullOfDead"
    from pg_stat_user_tables where schemaname = current_schema()
      and (n_mod_since_analyze > $1::int + $2::float * n_live_tup
        or n_dead_tup > $1::int + $3::float * n_live_tup)
    order by relname`,
    [MIN_ROWS, CHANGED_SHARE, DEAD_SHARE],
  )
  const done: string[] = []
  for (const { name, isFullOfDead } of rows) {
    if (ending?.aborted) break
    await pool.query(isFullOfDead ? `vacuum (analyze) ${name}` : `analyze ${name}`)
    done.push(name)
  }
  return done
}

export function startVacuum(kernel: Kernel): void {
  if (kernel.installation.database === 'embedded')
    startJob(kernel, {
      name: 'tidying of tables',
      every: EVERY_MILLISECONDS,
      run: (ending) => vacuumTables(kernel.pool, ending),
    })
}
