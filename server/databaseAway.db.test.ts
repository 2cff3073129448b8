import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, createRoles, startCluster, type Cluster } from '#tests/postgresCluster.ts'
import { makeApp, type App } from './app.ts'
import { migrate } from './db/migrate.ts'
import { openPool, postgresPool } from './db/pool.ts'
import { addPerson, hashPassword, makeCompany } from './modules/foundation/auth/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { systemClock } from './ports/clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'plantroom-away-'))
let cluster: Cluster
let app: App
let pool: pg.Pool
beforeAll(async () => {
  cluster = await startCluster({ folder })
  await createRoles(cluster, new URL('db/roles.sql', import.meta.url))
  await createDatabase(cluster, 'away')
  pool = openPool(postgresPool(cluster.ownerUrl('away')))
  await migrate(pool)
  const hash = await hashPassword('Passw0rd!')
  await asSystem(pool, async (db) => {
    const company = await makeCompany(db, { name: 'Here', timezone: 'UTC', language: 'en' })
    await addPerson(db, company.id, company.roleIds, {
      email: 'a@here.test',
      firstName: 'A',
      lastName: 'Here',
      language: 'en',
      passwordHash: hash,
      role: 'administrator',
    })
  })
  app = await makeApp({
    pool,
    sharedDatabase: true,
    clock: systemClock,
    tokenSecret: 'a secret that is only used by the tests, long enough',
    dataKeys: [Buffer.alloc(32, 7)],
    tokenMinutes: 30,
    post: { delivers: () => false, deliver: () => Promise.resolve() },
    hooks: { call: () => Promise.resolve({ status: 204, body: '' }) },
    providers: [],
    publicUrl: 'http://localhost',
    frameAncestors: [],
    filesFolder: join(folder, 'files'),
    demo: false,
    logLevel: 'silent',
    background: true,
  })
  await app.http.ready()
})
afterAll(async () => {
  await app.close()
  await pool.end()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('the server answers 503 while the database is away, and works again by itself when it is back', async () => {
  const signIn = () =>
    app.http.inject({
      method: 'POST',
      url: '/api/public/login',
      payload: { email: 'a@here.test', password: 'Passw0rd!' },
    })
  const { token } = (await signIn()).json<{ token: string }>()
  const ask = () =>
    app.http.inject({
      method: 'POST',
      url: '/api/equipment/get',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    })
  expect((await ask()).statusCode).toBe(200)
  const underWay = Promise.all(Array.from({ length: 40 }, ask))
  await cluster.kill()
  for (const { statusCode } of await underWay) expect([200, 503]).toContain(statusCode)
  for (const answer of await Promise.all(Array.from({ length: 40 }, ask))) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ errors: [], reference: expect.any(String) as string })
  }
  const ready = async () => (await app.http.inject({ url: '/readyz' })).statusCode
  expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
  while ((await ready()) !== 503) await new Promise((done) => setTimeout(done, 100))

  cluster = await startCluster({ folder })
  while ((await ready()) !== 200) await new Promise((done) => setTimeout(done, 100))
  for (const answer of await Promise.all(Array.from({ length: 40 }, ask)))
    expect(answer.statusCode).toBe(200)
  expect(pool.waitingCount).toBe(0)
  expect(pool.totalCount).toBeLessThanOrEqual(20)
})
