import type pg from 'pg'
import { openPool, postgresPool } from './pool.ts'

/** A host that drops packets delays each report by this long. */
const CONNECT_MILLISECONDS = 2_000

export function replicaPool(url: string): pg.Pool {
  const pool = openPool({
    ...postgresPool(url),
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  })
  return pool
}

/** Reports would read from another database than the server writes to. */
export class NotAReplica extends Error {
  override name = 'NotAReplica'
  constructor() {
    super('DATABASE_REPLICA_URL names a database that is not a replica of the one of DATABASE_URL.')
  }
}

export type ReplicaState = 'follows' | 'stranger' | 'writes'

/**
 * Checks that the address is a replica of the database. Throws the driver's error if it is
 * unreachable.
 */
export async function examineReplica(
  primary: Pick<pg.Pool, 'query'>,
  replica: Pick<pg.Pool, 'query'>,
): Promise<ReplicaState> {
  const question = `select (select system_identifier::text from pg_control_system()) as system,
    current_database() as database, pg_is_in_recovery() as "isReplica"`
  type Answer = { system: string; database: string; isReplica: boolean }
  const [own, other] = await Promise.all(
    [primary, replica].map(async (each) => (await each.query<Answer>(question)).rows[0]),
  )
  if (own?.system !== other?.system || own?.database !== other?.database) return 'stranger'
  return other?.isReplica ? 'follows' : 'writes'
}

export async function replicaStateOf(
  primaryUrl: string,
  replicaUrl: string,
): Promise<ReplicaState> {
  const pools = [replicaPool(primaryUrl), replicaPool(replicaUrl)] as const
  try {
    return await examineReplica(...pools)
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
}
