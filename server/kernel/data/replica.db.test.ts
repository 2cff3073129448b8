/** A real standby with streaming replication answers reports, never with stale data. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { failedPerformance } from '#tests/failedPerformance.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { startCluster, startStandby, type Cluster } from '#tests/postgresCluster.ts'
import { sampleOf } from '#tests/samples.ts'
import { urlOf, type TestApp } from '#tests/testApp.ts'
import { sql } from 'drizzle-orm'
import { asSystem } from '#kernel/data/transaction.ts'
import { isDatabaseAway } from '#kernel/http/errorAnswers.ts'
import { makeHealth } from '#kernel/work/health.ts'
import { joinServers } from '#kernel/work/serverLocks.ts'
import { examineReplica, replicaPool } from '#db/replica.ts'
import { makeReplica, type Replica } from './replica.ts'

const readingMuch: { name: string; endpoint: Endpoint }[] = Object.entries(contract).flatMap(
  ([area, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, { readsMuch }]) => readsMuch)
      .map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

it('readsMuch is declared only by queries that answer JSON and log no security event', () => {
  expect(readingMuch.length).toBeGreaterThan(12)
  for (const { name, endpoint } of readingMuch)
    expect(endpoint, name).toMatchObject({
      kind: 'query',
      wire: 'json',
      security: null,
    })
})

describe.runIf(inject('database').kind === 'postgres')('a server with a replica', () => {
  let testApp: TestApp
  let standby: Cluster
  let replica: Replica
  let own: Fixtures
  let token: string

  beforeAll(async () => {
    ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
    const { host, database } = testApp.database.pool
    standby = await startStandby(host ?? '')
    replica = makeReplica({
      primary: testApp.pool,
      pool: replicaPool(standby.ownerUrl(database ?? '')),
      log: testApp.app.kernel.log,
    })
  })
  afterAll(async () => {
    await replica.close()
    await standby.stop()
    await testApp.close()
  })

  const withReplica = async <T>(used: Replica | null, work: () => Promise<T>): Promise<T> => {
    testApp.app.kernel.replica = used
    try {
      return await work()
    } finally {
      testApp.app.kernel.replica = null
    }
  }
  const perform = async () => {
    const { status } = await testApp.call(token, contract.procedureLogs.submitProcedureLog, {
      body: failedPerformance(own),
    })
    expect(status).toBe(200)
  }
  const counted = async () => {
    const { body } = await testApp.call(token, contract.reports.getDistributions, {
      body: {
        distributionBy: 'procedure',
        type: 'performances',
        filter: {},
        ranges: [{ from: '2026-11-20', to: '2026-11-20' }],
      },
    })
    return body[0]?.counted ?? 0
  }
  const onStandby = async (statement: string) => {
    const client = new pg.Client(standby.admin(testApp.database.pool.database))
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  it('answers every heavy read there as on the database', async () => {
    const ownId = (kind: string) => (own as unknown as Record<string, number>)[kind] ?? 1
    for (const { name, endpoint } of readingMuch) {
      const { params, body } = sampleOf(endpoint, ownId)
      const ask = () => testApp.raw(token, endpoint.method, urlOf(endpoint.path, params), body)
      const expected = await ask()
      await vi.waitFor(async () => {
        const { answered } = replica.counts()
        const answer = await withReplica(replica, ask)
        expect(answer.status, name).toBe(expected.status)
        expect(steady(answer.body), name).toEqual(steady(expected.body))
        if (expected.status === 200) expect(replica.counts().answered, name).toBe(answered + 1)
      }, 10_000)
    }
  })

  it('shows what was saved a moment before, each time', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const before = await withReplica(replica, counted)
      await perform()
      expect(await withReplica(replica, counted)).toBe(before + 1)
    }
  })

  it('answers from the database while the replica is behind', async () => {
    await onStandby('select pg_wal_replay_pause()')
    const before = await counted()
    await perform()
    const { left } = replica.counts()
    expect(await withReplica(replica, counted)).toBe(before + 1)
    expect(replica.counts().left).toBe(left + 1)
    await onStandby('select pg_wal_replay_resume()')
  })

  it('loads the actor from the database: an ended session reads nothing more', async () => {
    const other = await testApp.signIn('manager')
    await testApp.call(other, contract.auth.logout, {})
    const { status } = await withReplica(replica, () =>
      testApp.call(other, contract.today.getCompanyFigures, {}),
    )
    expect(status).toBe(401)
  })

  it('tells a replica of its database from another database and from itself', async () => {
    const { database } = testApp.database.pool
    const pool = replicaPool(standby.ownerUrl(database ?? ''))
    const elsewhere = replicaPool(standby.ownerUrl('postgres'))
    expect(await examineReplica(testApp.pool, pool)).toBe('follows')
    expect(await examineReplica(testApp.pool, elsewhere)).toBe('stranger')
    expect(await examineReplica(testApp.pool, testApp.pool)).toBe('writes')
    await Promise.all([pool.end(), elsewhere.end()])
  })

  it('in place of the database leaves a server unready, refuses writes as if away, and gives no locks', async () => {
    const pool = replicaPool(standby.ownerUrl(testApp.database.pool.database ?? ''))
    const health = makeHealth({ pool, clock: testApp.clock, folder: '/' })
    expect((await health.readiness()).database).toBe(false)
    const refused: unknown = await asSystem(pool, (db) =>
      db.execute(sql`delete from company`),
    ).catch((error: unknown) => error)
    expect(isDatabaseAway(refused)).toBe(true)
    expect(pool.totalCount).toBe(0)
    await expect(joinServers(pool, 1, () => undefined)).rejects.toThrow('standby')
    await pool.end()
  })

  it('answers from the database after the replica is killed', async () => {
    const before = await counted()
    await standby.kill()
    await perform()
    expect(await withReplica(replica, counted)).toBe(before + 1)
  })

  it('is not asked after it was a primary itself, though it is in recovery and ahead', async () => {
    const folder = String(standby.admin().host)
    standby = await startCluster({ folder })
    await onStandby('select pg_promote()')
    await onStandby('create table ahead as select generate_series(1, 100000)')
    await standby.kill()
    writeFileSync(join(folder, 'data/standby.signal'), '')
    standby = await startCluster({ folder })
    const former = makeReplica({
      primary: testApp.pool,
      pool: replicaPool(standby.ownerUrl(testApp.database.pool.database ?? '')),
      log: testApp.app.kernel.log,
    })
    const before = await counted()
    expect(await withReplica(former, counted)).toBe(before)
    expect(former.counts()).toEqual({ answered: 0, left: 1 })
    await former.close()
  })
})

const steady = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'executionTimeMsec' ? 0 : value)),
  )
