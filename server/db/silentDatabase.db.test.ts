/** A database that no longer answers, though its connections stay open. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type pg from 'pg'
import { startCuttableProxy, type CuttableProxy } from '#tests/cuttableProxy.ts'
import { openTestDatabase, type TestDatabase } from '#tests/database.ts'
import { tagTypes } from '#contract/endpoint.ts'
import type { LiveMessage } from '#contract/live.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { isDatabaseAway } from '#kernel/http/errorAnswers.ts'
import { makeLive, postgresBus } from '#kernel/http/eventStream.ts'
import { startHeartbeat } from './heartbeat.ts'
import { liftTimeLimit, openPool } from './pool.ts'

const SILENCE = 300
const HEARTBEAT = { every: 100, patience: 200 }

describe.runIf(inject('database').kind === 'postgres')('a database that falls silent', () => {
  let database: TestDatabase
  let proxy: CuttableProxy
  const pools: pg.Pool[] = []
  const open = (silence?: number) => {
    const pool = openPool(
      { ...database.pool, host: '127.0.0.1', port: proxy.port, keepAlive: true, max: 2 },
      silence,
    )
    pools.push(pool)
    return pool
  }
  beforeAll(async () => {
    database = await openTestDatabase()
    const { host, port } = database.pool
    proxy = await startCuttableProxy(`${host}/.s.PGSQL.${port}`)
  })
  beforeEach(() => proxy.mend())
  afterAll(async () => {
    proxy.mend()
    for (const pool of pools) await pool.end()
    proxy.close()
    await database.close()
  })

  it('fails the transactions that wait for it, and the pool connects again', async () => {
    const pool = open(SILENCE)
    await pool.query('select 1')
    proxy.cut()
    const failed: unknown = await asSystem(pool, () => Promise.resolve()).catch(
      (error: unknown) => error,
    )
    expect(isDatabaseAway(failed)).toBe(true)
    expect(pool.totalCount).toBe(0)
    proxy.mend()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('is waited for by a statement whose time limit was lifted', async () => {
    const pool = open(SILENCE)
    const client = await pool.connect()
    liftTimeLimit(client)
    expect((await client.query('select pg_sleep(0.6), 1 as one')).rows).toMatchObject([{ one: 1 }])
    client.release()
  })

  it('ends a session with a heartbeat, though no statement waits', async () => {
    const client = await open().connect()
    const ended = new Promise((done) => client.once('end', () => done('ended')))
    client.on('error', () => client.release(true))
    startHeartbeat(client, HEARTBEAT)
    proxy.cut()
    await expect(ended).resolves.toBe('ended')
  })

  it('has pages load everything again, once it is listened to again', async () => {
    const warn = vi.fn()
    const live = makeLive(postgresBus(open(), warn, { heartbeat: HEARTBEAT }))
    const heard: LiveMessage[] = []
    live.subscribe(7, (message) => heard.push(message))
    const again = setInterval(() => live.publish(7, [{ type: 'Ticket', id: 3 }]), 50)
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0))
    clearInterval(again)
    proxy.cut()
    heard.length = 0
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 5_000)
    proxy.mend()
    await vi.waitFor(
      () => expect(heard).toContainEqual({ tags: tagTypes.map((type) => ({ type })) }),
      5_000,
    )
    await live.close()
  })

  it('is told later what changed while it could not be told', async () => {
    const pool = open()
    const live = makeLive(postgresBus(pool, () => undefined))
    const heard: LiveMessage[] = []
    live.subscribe(7, (message) => heard.push(message))
    const notify = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('Connection terminated'))
    live.publish(7, [{ type: 'Ticket', id: 3 }])
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2), 5_000)
    await vi.waitFor(() => expect(heard).toEqual([{ tags: [{ type: 'Ticket', id: 3 }] }]), 5_000)
    await live.close()
  })
})
