/**
 * Prepared statements. Under row-level security, planning a read of a few rows by key costs more
 * than running it.
 */
import type { SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { escapeLiteral } from 'pg'
import type pg from 'pg'
import { plansOnce } from '#db/pool.ts'

export type Db = NodePgDatabase

export interface Question {
  name?: string
  text: string
  values: (string | number)[]
}

export const withLiterals = ({ text, values }: Question): string =>
  text.replace(/\$(\d+)/g, (_, position: string) => {
    const value = values[Number(position) - 1]
    if (value === undefined) throw new Error('A value is missing')
    return typeof value === 'number' ? String(value) : escapeLiteral(value)
  })

const databases = new WeakMap<pg.PoolClient, Db>()
const planning = new WeakMap<Db, Db>()

export function databaseOn(pool: pg.Pool, client: pg.PoolClient): Db {
  const known = databases.get(client)
  if (known) return known
  const db = drizzle(client)
  databases.set(client, db)
  if (plansOnce(pool)) planning.set(db, drizzle(keepingPlans(client)))
  return db
}

/**
 * The same transaction with prepared statements. For frequent reads and writes by key; not for
 * lists and counts, whose best plan depends on their values. No effect behind a connection pooler.
 */
export const plannedOnce = (db: Db): Db => planning.get(db) ?? db

/** PostgreSQL stores each plan in each connection, so number and text length are bounded. */
const MAX_PLANS = 200
const LONGEST_TEXT = 8_000
const names = new Map<string, string>()
let named = 0

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PLANS || text.length > LONGEST_TEXT) return known
  const name = `plan_${named}`
  named += 1
  names.set(text, name)
  return name
}

export const forgetPlans = (): void => names.clear()

const dialect = new PgDialect()

export function toPrepared(pool: pg.Pool, statement: SQL): pg.QueryConfig {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  const name = plansOnce(pool) ? nameOf(text) : undefined
  return { text, values, ...(name !== undefined && { name }) }
}

function keepingPlans(client: pg.PoolClient): pg.PoolClient {
  const ask = (config: pg.QueryConfig, values: unknown[]) => {
    const name = nameOf(config.text)
    return client.query(name === undefined ? config : { ...config, name }, values)
  }
  // Drizzle only calls `query` on a connection.
  return { query: ask } as unknown as pg.PoolClient
}
