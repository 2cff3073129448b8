import { Socket } from 'node:net'
import pg, { type PoolConfig } from 'pg'

/** Far above the server's statements. A migration disables it. */
export const STATEMENT_MILLISECONDS = 60_000
const IDLE_IN_TRANSACTION_MILLISECONDS = 60_000
/** By then the database has ended the statement, so it is gone, stopped or cut off. */
const SILENCE_MILLISECONDS = STATEMENT_MILLISECONDS + 10_000

/** The embedded database has no such timeouts: PGlite has one session and no timers. */
export const postgresPool = (connectionString: string): PoolConfig => ({
  connectionString,
  max: 20,
  pipeline: true,
  connectionTimeoutMillis: 10_000,
  // Each side detects a silently dead peer within a minute, for example after a cut cable. Its
  // locks are then released.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
  options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  statement_timeout: STATEMENT_MILLISECONDS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
})

/**
 * Creates every pool. A dead connection is replaced at the next use, and only its current query
 * fails. Without the listeners, the driver would end the process.
 */
export function openPool(config: PoolConfig, silence = SILENCE_MILLISECONDS): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined) // of an idle or closing connection
  pool.on('connect', (client) => {
    client.on('error', () => undefined) // of a connection in use
    if (config.keepAlive === true) endWhenSilent(client, silence)
  })
  pool.on('release', (_error, client) => void unlimited.delete(client))
  return pool
}

const unlimited = new WeakSet<pg.ClientBase>()

/** Until the connection is released, its statements may take any time. */
export const liftTimeLimit = (client: pg.ClientBase): void => void unlimited.add(client)

/** Frees the connection, and its caller, of a database that does not answer. */
function endWhenSilent(client: pg.PoolClient, milliseconds: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(milliseconds)
  stream.on('timeout', () => {
    if (isWaiting(client) && !unlimited.has(client)) endConnection(client)
  })
}

// of the driver, which does not declare it
const isWaiting = (client: pg.PoolClient): boolean =>
  'readyForQuery' in client && client.readyForQuery === false

export const endConnection = (client: pg.PoolClient): void =>
  void client.connection.stream.destroy(
    new Error('Connection terminated: the database does not answer'),
  )

/** Statement that starts each transaction of a pool, if its sessions cannot be configured once. */
const transactionSettings = new WeakMap<pg.Pool, string>()

/**
 * For PgBouncer in transaction mode: each transaction repeats the settings, because the session may
 * change.
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

/** Send after `begin`. Empty if the session is already configured. */
export const settingsOf = (pool: pg.Pool): string => transactionSettings.get(pool) ?? ''

const oneSession = new WeakSet<pg.Pool>()

/**
 * Sends queries one by one. From its next major version, the driver has no queue of its own for
 * this.
 */
class OneByOneClient extends pg.Client {
  #before: Promise<unknown> = Promise.resolve()

  // The driver has several overloads; the pool uses the callback form.
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
 * A pool of the embedded database. Prepared statements are shared by all its connections.
 * Connections alternate per transaction, so no two prepare the same name at once.
 */
export function embeddedPool(config: PoolConfig): pg.Pool {
  const pool = openPool({ ...config, Client: OneByOneClient })
  oneSession.add(pool)
  const parsedStatements = {}
  pool.on('connect', (client) => void Object.assign(client.connection, { parsedStatements }))
  return pool
}

export const hasOneSession = (pool: pg.Pool): boolean => oneSession.has(pool)

/** True if connections keep prepared statements. Connections of a pooler do not. */
export const plansOnce = (pool: pg.Pool): boolean =>
  oneSession.has(pool) || (pool.options.pipeline === true && !transactionSettings.has(pool))
