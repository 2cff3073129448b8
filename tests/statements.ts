/**
 * What the database is asked: each message to it is a round trip, which is what a call of this
 * server costs.
 */
import type pg from 'pg'

/** Counts what the pool's connections are asked while `work` runs, in the order it was asked. */
export async function statementsOf<T>(
  pool: pg.Pool,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  const note = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    const noting = (...given: unknown[]) => {
      const [first] = given
      statements.push(typeof first === 'string' ? first : textOf(first))
      return send(...given)
    }
    Object.assign(client, { query: noting })
    return () => Object.assign(client, { query: send })
  }
  const undo: (() => void)[] = []
  const seen = new Set<pg.PoolClient>()
  const handleAcquire = (client: pg.PoolClient) => {
    if (seen.has(client)) return
    seen.add(client)
    undo.push(note(client))
  }
  pool.on('acquire', handleAcquire)
  try {
    return { result: await work(), statements }
  } finally {
    pool.off('acquire', handleAcquire)
    for (const put of undo) put()
  }
}

const textOf = (given: unknown): string =>
  typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : ''
