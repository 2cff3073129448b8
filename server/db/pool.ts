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
  statement_timeout: STATEMENT_MILLISECONDS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
})
