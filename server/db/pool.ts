/**
 * How the server connects to a PostgreSQL: no statement and no forgotten transaction holds a
 * connection for ever.
 */
import type { PoolConfig } from 'pg'

/** Far above what any statement of ours takes; a migration lifts it for itself. */
export const STATEMENT_MILLISECONDS = 60_000
const IDLE_IN_TRANSACTION_MILLISECONDS = 60_000

/**
 * The embedded database takes no such limits (PGlite has one session and no timers); its statements
 * are the same ones.
 */
export const postgresPool = (connectionString: string): PoolConfig => ({
  connectionString,
  max: 20,
  connectionTimeoutMillis: 10_000,
  // Either side finds out within a minute that the other is gone without a word, as after a cut
  // cable: what the dead one held is then free again.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
  options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  statement_timeout: STATEMENT_MILLISECONDS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
})
