/**
 * The two ways to reach the database: inside one company, or as the system. Everything else is
 * closed by policy.
 */
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { settingsOf } from '../db/pool.ts'

export type Db = NodePgDatabase
type Row = Record<string, unknown>

const systemRole = 'set local role plantroom_system'

/** Runs `work` in one transaction that sees only this company's rows. */
export function inCompany<T>(
  pool: pg.Pool,
  companyId: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, companyRole(companyId), work)
}

function companyRole(companyId: number): string {
  if (!Number.isInteger(companyId)) throw new TypeError('A company id is an integer')
  return `set local role plantroom_tenant; select set_config('app.company_id', '${companyId}', true)`
}

/**
 * The same, and in the same message a question as the system: who it is that asks for the company.
 * `work` is given what that was answered.
 */
export function inCompanyAfter<T>(
  pool: pg.Pool,
  companyId: number,
  question: string,
  work: (db: Db, answer: Row[]) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, `${systemRole}; ${question}; ${companyRole(companyId)}`, work)
}

/** One question as the system, in one message. */
export async function askSystem(pool: pg.Pool, question: string): Promise<Row[]> {
  return inTransaction(pool, `${systemRole}; ${question}`, (_, answer) => Promise.resolve(answer))
}

/**
 * Runs `work` in one transaction that sees all companies: sign-in, company switch, outbox worker,
 * seed. Nobody else.
 */
export function asSystem<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(pool, systemRole, work)
}

/**
 * For the one module that keeps people: in a company's own transaction, a look or write above
 * companies (an address, a session), so that both happen or neither. Back in the company before
 * anything else runs.
 */
export async function aboveCompanies<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  await db.execute(sql`set local role plantroom_system`)
  const result = await work(db) // a throw rolls the whole transaction back, role and all
  await db.execute(sql`set local role plantroom_tenant`)
  return result
}

/** The work is given what the first question in the opening was answered. */
async function inTransaction<T>(
  pool: pg.Pool,
  opening: string,
  work: (db: Db, answer: Row[]) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that is lost while it is held says so as an event as well; unheard, it would end
  // the process.
  const handleLost = (error: Error) => {
    broken = error
  }
  client.on('error', handleLost)
  try {
    // Several statements in one message are answered by as many results.
    const opened = (await client.query(
      `begin; ${settingsOf(pool)}${opening}`,
    )) as unknown as pg.QueryResult<Row>[]
    const answer = opened.find(({ command }) => command === 'SELECT')
    const result = await work(drizzle(client), answer?.rows ?? [])
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back is not given to the next request.
    await client.query('rollback').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error(String(fault))
    })
    throw error
  } finally {
    client.off('error', handleLost)
    client.release(broken)
  }
}

/**
 * What a savepoint is for cannot be told from the outside: the connection is gone, or another
 * transaction stood in the way.
 */
const isOfTheWhole = (code: unknown): boolean =>
  typeof code === 'string' && /^(08|40|53|57|58|25)/.test(code)

/**
 * Part of a transaction that may fail by itself: what it wrote is taken back, the rest stays. A
 * fault that concerns the whole transaction is thrown on, so that all of it is tried again.
 */
export async function attempted<T>(
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
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    if (
      isOfTheWhole(
        typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined,
      )
    )
      throw error
    await db.execute(sql`rollback to savepoint attempt`)
    return otherwise(error)
  }
}
