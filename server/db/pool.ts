/**
 * How the server connects to a PostgreSQL: no statement and no forgotten transaction holds a
 * connection for ever.
 */
import pg, { type PoolConfig } from 'pg'

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
  pipeline: true,
  connectionTimeoutMillis: 10_000,
  // Either side finds out within a minute that the other is gone without a word, as after a cut
  // cable: what the dead one held is then free again.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
  options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  statement_timeout: STATEMENT_MILLISECONDS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
})

/**
 * The one way to make a pool. A connection that dies is replaced at the next use, and what was being
 * asked over it fails where it was asked; without listeners the driver would end the process as well.
 */
export function openPool(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined) // of a connection that nobody uses, or that is closing
  pool.on('connect', (client) => client.on('error', () => undefined)) // of one in use
  return pool
}

/** What a pool's transactions begin with, where its sessions cannot be set up once. */
const transactionSettings = new WeakMap<pg.Pool, string>()

/**
 * A pool whose sessions are lent for one transaction each (PgBouncer in transaction mode): what a
 * session would be told once is told every transaction.
 */
export function lentPool(connectionString: string): pg.Pool {
  const pool = openPool({
    connectionString,
    max: 20,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  })
  transactionSettings.set(
    pool,
    `set local statement_timeout = ${STATEMENT_MILLISECONDS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MILLISECONDS}; `,
  )
  return pool
}

/** Said after `begin`; empty where the sessions know already. */
export const settingsOf = (pool: pg.Pool): string => transactionSettings.get(pool) ?? ''

/** Those whose connections all speak in one session: the embedded database's. */
const oneSession = new WeakSet<pg.Pool>()

/**
 * Asked several things at once, it sends one after the other: a connection that takes one message at
 * a time has no queue of its own from the driver's next major version on.
 */
class OneByOneClient extends pg.Client {
  #before: Promise<unknown> = Promise.resolve()

  // The overloads of the driver, of which the pool uses the one with a callback.
  override query = ((...args: unknown[]): unknown => {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown
    const callback = args.at(-1)
    if (typeof callback !== 'function') return this.#inTurn(() => send(...args))
    void this.#inTurn(
      () =>
        new Promise<void>((resolve) => {
          send(...args.slice(0, -1), (...outcome: unknown[]) => {
            resolve()
            callback(...outcome)
          })
        }),
    )
  }) as pg.Client['query']

  #inTurn<T>(send: () => T): Promise<Awaited<T>> {
    const answer = this.#before.then(send)
    this.#before = answer.then(
      () => undefined,
      () => undefined,
    )
    return answer as Promise<Awaited<T>>
  }
}

/**
 * A pool of the embedded database. What one of its connections has named, all of them know; they
 * take turns by the transaction, so no two name the same at once.
 */
export function embeddedPool(config: PoolConfig): pg.Pool {
  const pool = openPool({ ...config, Client: OneByOneClient })
  oneSession.add(pool)
  const parsedStatements = {}
  pool.on('connect', (client) => void Object.assign(client.connection, { parsedStatements }))
  return pool
}

/** Whether its connections are of the embedded database, which has one session for all. */
export const hasOneSession = (pool: pg.Pool): boolean => oneSession.has(pool)

/**
 * Whether its connections keep the plans of named statements: not where they are lent by a pooler,
 * nor where nobody says that they are the server's own.
 */
export const plansOnce = (pool: pg.Pool): boolean =>
  oneSession.has(pool) || (pool.options.pipeline === true && !transactionSettings.has(pool))
