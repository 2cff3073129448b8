import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openPool } from '#db/pool.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = openPool(database.pool)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

describe('the database under test', () => {
  it('is migrated', async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_tables where schemaname = 'public'`,
    )
    expect(rows[0]?.n).toBeGreaterThan(5)
  })

  it('is of the kind that the run is about', async () => {
    const { rows } = await pool.query<{ version: string }>('select version()')
    expect(rows[0]?.version.includes('PGlite')).toBe(database.kind === 'pglite')
  })

  it('is entered on PostgreSQL by an ordinary owner', async () => {
    const { rows } = await pool.query(
      'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
    )
    const ordinary = { rolsuper: false, rolbypassrls: false, rolcreaterole: false }
    // The embedded database has one user, a superuser; there the tenant role isolates.
    expect(rows[0]).toEqual(
      database.kind === 'postgres'
        ? ordinary
        : { rolsuper: true, rolbypassrls: true, rolcreaterole: true },
    )
  })

  it('shows the tenant role nothing if no company is set', async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('set local role plantroom_tenant')
      expect((await client.query('select 1 from company')).rows).toEqual([])
      await client.query('rollback')
    } finally {
      client.release()
    }
  })
})
