import type pg from 'pg'

async function standing(holder: pg.PoolClient, table: string): Promise<number> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { rows } = await holder.query<{ pid: number }>(
      'select pid from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    if (rows[0]) return rows[0].pid
    await new Promise((done) => {
      setTimeout(done, 10)
    })
  }
  throw new Error(`Nothing came to ${table}`)
}

/** Ends the connection of `work` before it writes the table. */
export async function cutBefore(
  elsewhere: pg.Pool,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const holder = await elsewhere.connect()
  try {
    await holder.query(`begin; lock table ${table} in share mode`)
    const running = work()
    await holder.query('select pg_terminate_backend($1)', [await standing(holder, table)])
    await holder.query('rollback')
    await running
  } finally {
    holder.release()
  }
}
