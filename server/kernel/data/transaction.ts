/**
 * The two ways to the database: inside one company, or as the system. Policies close everything
 * else.
 */
import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { errorCodeOf } from '#db/errorCode.ts'
import { hasOneSession, plansOnce, settingsOf } from '#db/pool.ts'
import { noTracing, type Tracing } from '#ports/tracing.ts'
import { makeFairQueue, type FairQueue } from '#kernel/work/fairQueue.ts'
import {
  databaseOn,
  forgetPlans,
  withLiterals,
  toPrepared,
  type Db,
  type Question,
} from './preparedStatements.ts'

export { plannedOnce, type Db } from './preparedStatements.ts'
type Row = Record<string, unknown>
type LastOf<T> = (result: T) => SQL | readonly SQL[] | undefined

/** Read by the trigger that guards occurrences (zoneGuard.ts). */
const zoneSetting = `set_config('app.zone_release', '${zoneRelease}', true)`
const roleSetting = (role: 'plantroom_tenant' | 'plantroom_system') =>
  `set_config('role', '${role}', true)`
const systemRole = `select ${roleSetting('plantroom_system')}, ${zoneSetting}`

/**
 * Runs `work` in a transaction that sees only this company's rows. The `last` statements go with
 * the commit.
 */
export function inCompany<T>(
  pool: pg.Pool,
  companyId: number,
  work: (db: Db) => Promise<T>,
  last?: LastOf<T>,
): Promise<T> {
  return inTurn(pool, companyId, () =>
    inTransaction(pool, { first: companyRole(companyId) }, work, last),
  )
}

function companySettings(companyId: number): string {
  if (!Number.isInteger(companyId)) throw new TypeError('A company id is an integer')
  return `${roleSetting('plantroom_tenant')}, ${zoneSetting}, set_config('app.company_id', '${companyId}', true)`
}
const companyRole = (companyId: number): string => `select ${companySettings(companyId)}`

/**
 * The question as the system, whose one row enters its own company. The row is complete before the
 * role changes.
 */
const enteringCompany = ({ name, text, values }: Question): Question => ({
  ...(name !== undefined && { name: `${name}, entering` }),
  text: `with found as materialized (${text}) select found.*, ${roleSetting('plantroom_tenant')}, ${zoneSetting}, set_config('app.company_id', found.company_id::text, true) from found`,
  values,
})

/**
 * The same, with a query as the system in the opening message, which loads the actor in at most one
 * row with its `company_id`. `work` receives its answer. The `last` statement goes with the commit.
 */
export function inCompanyAfter<T>(
  pool: pg.Pool,
  companyId: number,
  question: Question,
  work: (db: Db, answer: Row[]) => Promise<T>,
  last?: LastOf<T>,
): Promise<T> {
  return inTurn(pool, companyId, () =>
    inTransaction(
      pool,
      { first: 'set local role plantroom_system', question: enteringCompany(question) },
      async (db, rows) => {
        // Without a row, the transaction is still the system's.
        if (rows[0]?.['company_id'] !== companyId) await db.execute(sql.raw(companyRole(companyId)))
        return work(db, rows)
      },
      last,
    ),
  )
}

/**
 * The same with a query as the system for any number of rows of the company, which are complete
 * before the role changes.
 */
export function inCompanyAfterMany<T>(
  pool: pg.Pool,
  companyId: number,
  { name, text, values }: Question,
  work: (db: Db, answer: Row[]) => Promise<T>,
  last?: LastOf<T>,
): Promise<T> {
  const question = {
    ...(name !== undefined && { name: `${name}, entering ${companyId}` }),
    text: `with found as materialized (${text}), gathered as materialized (select coalesce(json_agg(found), '[]') as rows from found) select gathered.rows, ${companySettings(companyId)} from gathered`,
    values,
  }
  return inTurn(pool, companyId, () =>
    inTransaction(
      pool,
      { first: 'set local role plantroom_system', question },
      (db, [row]) => work(db, (row?.['rows'] ?? []) as Row[]),
      last,
    ),
  )
}

const AT_ONCE = 2
const turnsOf = new WeakMap<pg.Pool, FairQueue>()

/**
 * If all connections share one session, companies take turns at it. PostgreSQL has many sessions.
 */
function inTurn<T>(pool: pg.Pool, companyId: number, work: () => Promise<T>): Promise<T> {
  if (!hasOneSession(pool)) return work()
  const turns = turnsOf.get(pool) ?? makeFairQueue({ atOnce: AT_ONCE })
  turnsOf.set(pool, turns)
  return turns.take(companyId, work)
}

export async function querySystem(pool: pg.Pool, question: Question): Promise<Row[]> {
  return inTransaction(pool, { first: systemRole, question }, (_, answer) =>
    Promise.resolve(answer),
  )
}

/**
 * Runs `work` in a transaction that sees all companies. Only for sign-in, company switch, the
 * outbox worker and the seed.
 */
export function asSystem<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(pool, { first: systemRole }, work)
}

/**
 * For the module that manages people: a read or write above companies (an address, a session)
 * inside a company's own transaction, so that both happen or neither. Returns to the company before
 * anything else runs.
 */
export async function aboveCompanies<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  await db.execute(sql`set local role plantroom_system`)
  const result = await work(db) // a throw rolls back the whole transaction, the role included
  await db.execute(sql`set local role plantroom_tenant`)
  return result
}

interface Opening {
  first: string
  question?: Question
}

const tracings = new WeakMap<pg.Pool, Tracing>()

export function traceTransactions(pool: pg.Pool, tracing: Tracing): void {
  tracings.set(pool, tracing)
}

const DATABASE = { 'db.system.name': 'postgresql' }

function inTransaction<T>(
  pool: pg.Pool,
  opening: Opening,
  work: (db: Db, answer: Row[]) => Promise<T>,
  lastOf?: LastOf<T>,
): Promise<T> {
  const tracing = tracings.get(pool) ?? noTracing
  return tracing.span('transaction', DATABASE, () => transact(pool, opening, work, lastOf))
}

async function transact<T>(
  pool: pg.Pool,
  opening: Opening,
  work: (db: Db, answer: Row[]) => Promise<T>,
  lastOf?: LastOf<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { answer, isOpen } = await opened(pool, client, opening)
    const db = databaseOn(pool, client)
    const result = await work(db, answer)
    await isOpen
    const last = [lastOf?.(result) ?? []].flat().map((statement) => toPrepared(pool, statement))
    if (client.pipeline)
      await together(client, () => [
        ...last.map((statement) => client.query(statement)),
        client.query('commit'),
      ])
    else {
      for (const statement of last) await client.query(statement)
      await client.query('commit')
    }
    return result
  } catch (error) {
    // A connection that cannot roll back is not reused.
    await client.query('rollback').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error(String(fault))
    })
    if (isOutdatedPlan(error)) {
      forgetPlans()
      broken = error
    }
    if (isOfStandby(error)) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * If the connection pipelines messages, the opening is one round trip. Without a query it needs
 * none: it goes out with the first statement of the work, which fails if the opening failed.
 */
async function opened(
  pool: pg.Pool,
  client: pg.PoolClient,
  { first, question }: Opening,
): Promise<{ answer: Row[]; isOpen?: Promise<unknown> }> {
  const begin = `begin; ${settingsOf(pool)}${first}`
  if (!client.pipeline) {
    const all = question ? `${begin}; ${withLiterals(question)}` : begin
    // Several statements in one message give as many results.
    const results = (await client.query(all)) as unknown as pg.QueryResult<Row>[]
    return { answer: question ? (results.at(-1)?.rows ?? []) : [] }
  }
  if (!question) {
    const begun = client.query(begin)
    begun.catch(() => undefined) // reported where it is awaited, at the latest before the commit
    return { answer: [], isOpen: begun }
  }
  const [, asked] = await together(client, () => [
    client.query<Row>(begin),
    client.query<Row>(plansOnce(pool) ? question : { ...question, name: '' }),
  ])
  return { answer: asked?.rows ?? [] }
}

/** Sends messages in one packet, which wakes the database once. */
function together<T>(client: pg.PoolClient, send: () => Promise<T>[]): Promise<T[]> {
  const { stream } = client.connection
  stream.cork()
  try {
    return Promise.all(send())
  } finally {
    stream.uncork()
  }
}

const isOutdatedPlan = (error: unknown): error is Error =>
  error instanceof Error && errorCodeOf(error) === '0A000'

/** The connection leads to a standby, or to a former primary. The next one may not. */
const isOfStandby = (error: unknown): error is Error =>
  error instanceof Error && errorCodeOf(error) === '25006'

/**
 * Errors that a savepoint cannot contain: the connection is gone, or another transaction
 * interfered.
 */
const isOfTheWhole = (code: string | null): boolean =>
  code !== null && /^(08|40|53|57|58|25)/.test(code)

export async function trySavepoint<T>(
  db: Db,
  work: () => Promise<T>,
  otherwise: (error: unknown) => T,
): Promise<T> {
  await db.execute(sql`savepoint attempt`)
  try {
    const result = await work()
    await db.execute(sql`release savepoint attempt`)
    return result
  } catch (error) {
    if (isOfTheWhole(errorCodeOf(error))) throw error
    await db.execute(sql`rollback to savepoint attempt`)
    return otherwise(error)
  }
}
