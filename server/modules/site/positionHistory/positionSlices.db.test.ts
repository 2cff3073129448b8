/** Large reads of positions are sliced, so that other companies get their turn. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { readInSlices } from './positionSlices.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
let scope: Scope
const MINUTE = 60_000
const now = () => testApp.clock.now().getTime()
const span = () => ({
  from: new Date(now() - 60 * MINUTE).toISOString(),
  to: new Date(now()).toISOString(),
})

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  const { id } = testApp.here
  scope = makeScope({
    actor: systemActor(id, 'UTC', 'en', { kind: 'system', id: null, name: 'Test' }),
    clock: testApp.clock,
    db: null,
    tags: [],
    open: (_, work) => inCompany(testApp.pool, id, work),
  })
  const at = (minute: number) => new Date(now() - minute * MINUTE)
  // Several positions have the same time, and one is older than the range.
  const times = [70, 50, 40, 40, 40, 40, 40, 30, 20, 20, 10].map(at)
  await asSystem(testApp.pool, async (db) => {
    await db.delete(tables.position)
    await db.insert(tables.position).values(
      times.map((time) => ({
        companyId: id,
        equipmentId: own.equipment as Id<'equipment'>,
        floorId: own.floor as Id<'floor'>,
        roomId: null,
        longitude: 14.0002,
        latitude: 50.0001,
        accuracy: 2,
        method: 'distances' as const,
        at: time,
        heard: [],
        rejected: [],
      })),
    )
  })
})
afterAll(() => testApp.close())

describe('readInSlices', () => {
  it.each([1, 2, 3, 10, 11])(
    'reads each position of the span once, in order of time, in slices of %i',
    async (size) => {
      const read: number[] = []
      const sizes: number[] = []
      await readInSlices(
        scope,
        span(),
        async (inner, slice) => {
          const rows = await inner.db
            .select({ id: tables.position.id })
            .from(tables.position)
            .where(slice)
            .orderBy(tables.position.at, tables.position.id)
          read.push(...rows.map(({ id }) => id))
          sizes.push(rows.length)
          return true
        },
        size,
      )
      const expected = await asSystem(testApp.pool, (db) =>
        db
          .select({ id: tables.position.id })
          .from(tables.position)
          .where(sql`${tables.position.at} >= ${new Date(now() - 60 * MINUTE)}`)
          .orderBy(tables.position.at, tables.position.id),
      )
      expect(read).toEqual(expected.map(({ id }) => id))
      expect(read).toHaveLength(10)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(size)
    },
  )

  it('stops after the slice that answers false', async () => {
    let slices = 0
    await readInSlices(scope, span(), () => Promise.resolve(++slices < 2), 2)
    expect(slices).toBe(2)
  })

  // PostgreSQL serves both calls at once.
  it.runIf(inject('database').kind === 'pglite')(
    'lets a transaction of another company in between two slices of the embedded database',
    async () => {
      const order: string[] = []
      const others: Promise<void>[] = []
      await readInSlices(
        scope,
        span(),
        async (inner, slice) => {
          if (others.length === 0)
            others.push(
              inCompany(testApp.pool, testApp.there.id, async (db) => {
                await db.select({ id: tables.company.id }).from(tables.company)
                order.push('other company')
              }),
            )
          await inner.db.select({ id: tables.position.id }).from(tables.position).where(slice)
          order.push('slice')
          return true
        },
        4,
      )
      await Promise.all(others)
      expect(order).toEqual(['slice', 'other company', 'slice', 'slice'])
    },
  )
})

describe('heavy reads of one company', () => {
  it.runIf(inject('database').kind === 'postgres')(
    'leave connections to another company, however many of them wait for the database',
    async () => {
      const other = await testApp.signIn('administrator', 'there')
      const lock = await testApp.pool.connect()
      await lock.query('begin; lock table position in access exclusive mode')
      const body = { floorId: own.floor as Id<'floor'>, ...span() }
      const reads = Array.from({ length: 30 }, () =>
        testApp.call(admin, contract.rtls.getReplay, { body }),
      )
      try {
        await vi.waitUntil(
          async () => {
            const { rows } = await lock.query<{ n: number }>(
              `select count(*)::int as n from pg_locks join pg_class on pg_class.oid = relation
              where relname = 'position' and not granted`,
            )
            return (rows[0]?.n ?? 0) >= 2
          },
          { timeout: 5_000, interval: 5 },
        )
        const { status } = await testApp.call(other, contract.today.getCompanyFigures, {})
        expect(status).toBe(200)
      } finally {
        await lock.query('rollback')
        lock.release()
      }
      for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
    },
  )

  it('take their turn again after a call that was refused', async () => {
    const nowhere = { floorId: 999_999 as Id<'floor'>, ...span() }
    for (let turn = 0; turn < 4; turn += 1) {
      const { status } = await testApp.call(admin, contract.rtls.getReplay, { body: nowhere })
      expect(status).toBe(404)
    }
    const body = { floorId: own.floor as Id<'floor'>, ...span() }
    const { status } = await testApp.call(admin, contract.rtls.getReplay, { body })
    expect(status).toBe(200)
  })
})
