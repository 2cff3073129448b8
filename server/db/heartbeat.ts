import type pg from 'pg'
import { endConnection } from './pool.ts'

export interface Heartbeat {
  every: number
  patience: number
}
const HEARTBEAT: Heartbeat = { every: 20_000, patience: 10_000 }

/** A session that only waits, for news or with locks, does not notice that its database is gone. */
export function startHeartbeat(
  client: pg.PoolClient,
  { every, patience }: Heartbeat = HEARTBEAT,
): void {
  const timer = setInterval(() => {
    const late = setTimeout(() => endConnection(client), patience)
    client
      .query('select 1')
      .catch(() => undefined)
      .finally(() => clearTimeout(late))
  }, every).unref()
  client.once('end', () => clearInterval(timer))
}
