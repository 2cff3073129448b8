import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { health } from '#contract/health.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
const lines: string[] = []

beforeAll(async () => {
  testApp = await openTestApp({
    installation: { release: { version: '1.2.3', commit: 'ab12cd34' }, snapshots: null },
    logLevel: 'error',
    logTo: { write: (line) => void lines.push(line) },
  })
})
afterAll(() => testApp.close())

const events = (company: 'here' | 'there', many: number) =>
  asSystem(testApp.pool, (db) =>
    db.execute(sql`insert into outbox_event (company_id, payload, created_at, available_at)
      select ${testApp[company].id}::int, '{}'::jsonb,
        ${testApp.clock.now().toISOString()}::timestamptz, ${testApp.clock.now().toISOString()}::timestamptz
      from generate_series(1, ${many}::int)`),
  )
const later = (milliseconds: number) => testApp.clock.advance(milliseconds)

it('/healthz answers without the database, and /readyz when all four checks are well', async () => {
  expect(await testApp.raw(null, 'GET', '/healthz')).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  })
  const ready = await testApp.raw(null, 'GET', '/readyz')
  expect(ready.status).toBe(200)
  expect(ready.body).toEqual({
    status: 'ok',
    version: '1.2.3',
    commit: 'ab12cd34',
    checks: { database: 'ok', migrations: 'ok', queue: 'ok', disk: 'ok' },
  })
  expect(ready.headers['cache-control']).toBe('no-store')
})

it('/readyz answers a second request within a second from memory', async () => {
  later(5_000)
  const before = await testApp.raw(null, 'GET', '/readyz')
  const { rows } = await testApp.pool.query<{ hash: string; created_at: string }>(
    `delete from drizzle.__drizzle_migrations where created_at =
      (select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at`,
  )
  expect((await testApp.raw(null, 'GET', '/readyz')).body).toEqual(before.body)
  later(1_500)
  const after = await testApp.raw(null, 'GET', '/readyz')
  expect(after).toMatchObject({
    status: 503,
    body: { status: 'not ready', checks: { database: 'ok', migrations: 'not ok' } },
  })
  await testApp.pool.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [rows[0]?.hash, rows[0]?.created_at],
  )
  later(1_500)
  expect((await testApp.raw(null, 'GET', '/readyz')).status).toBe(200)
})

it('/readyz stays well while servers of a newer version have migrated the database', async () => {
  await testApp.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  )
  later(1_500)
  expect((await testApp.raw(null, 'GET', '/readyz')).status).toBe(200)
  await testApp.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
})

it('/readyz stays well when an event waits for more than ten minutes, and each company sees its own alone', async () => {
  await events('here', 2)
  await events('there', 5)
  later(660_000)
  expect(await testApp.raw(null, 'GET', '/readyz')).toMatchObject({
    status: 200,
    body: { checks: { queue: 'not ok', database: 'ok' } },
  })
  const token = await testApp.signIn('administrator')
  const { status, body } = await testApp.call(token, health.getHealth, {})
  expect(status).toBe(200)
  expect(body.queue).toEqual({
    waiting: 2,
    oldestAt: '2026-11-20T09:00:09.500Z',
    failed: 0,
  })
  expect(body.checks.queue).toBe(false)
  expect(body.zones).toEqual({ release: zoneRelease, runtime: process.versions['tz'] })
  expect(body.deliveries.waiting).toBe(0)
  expect(JSON.stringify(body)).not.toContain('there')
  await asSystem(testApp.pool, (db) => db.execute(sql`delete from outbox_event`))
  later(1_500)
})

it('the health page is refused to users who may not read the security log', async () => {
  const token = await testApp.signIn('technician')
  expect((await testApp.call(token, health.getHealth, {})).status).toBe(403)
})

it('/metrics answers this machine, by routes that strangers cannot invent', async () => {
  for (const made of ['one', 'two', 'three']) await testApp.raw(null, 'GET', `/api/made-up-${made}`)
  const { status, body } = await testApp.raw(null, 'GET', '/metrics')
  expect(String(body)).toContain(`plantroom_zone_data_info{release="${zoneRelease}",runtime="`)
  expect(status).toBe(200)
  const text = String(body)
  expect(text).toContain('plantroom_http_requests_total{method="any",route="none",status="404"} 3')
  expect(text).toContain('route="/readyz",status="200"')
  expect(text).not.toContain('made-up')
  for (const name of [
    'queue_events 0',
    'queue_oldest_seconds 0',
    'deliveries_waiting 0',
    'live_streams 0',
    'ready{check="database"} 1',
    'database_connections{state="idle"}',
    'loop_delay_seconds{of="p99"}',
    'memory_bytes{of="resident"}',
    'disk_bytes{state="free"}',
  ])
    expect(text).toContain(`plantroom_${name}`)
})

it('/metrics refuses calls through a proxy, and a browser gets the page', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await testApp.raw(null, 'GET', '/metrics', undefined, headers)).status).toBe(403)
  const browser = await testApp.raw(null, 'GET', '/metrics', undefined, { accept: 'text/html' })
  expect(String(browser.body)).not.toContain('plantroom_')
})

it('/metrics asks everybody for the token if there is one', async () => {
  const closed = await openTestApp({ metricsToken: 'a-token-for-metrics' })
  try {
    const ask = (token: string | null) => closed.raw(token, 'GET', '/metrics')
    expect((await ask(null)).status).toBe(403)
    expect((await ask('another-token-altogether')).status).toBe(403)
    expect((await ask('a-token-for-metrics')).status).toBe(200)
  } finally {
    await closed.close()
  }
})

it('every answer and log line names its request, by the proxy’s name if it is well formed', async () => {
  const token = await testApp.signIn('administrator')
  const kernelHealth = testApp.app.kernel.health
  const { disk } = kernelHealth
  kernelHealth.disk = () => Promise.reject(new Error('a fault of somebody@here.test'))
  const call = (name: string) =>
    testApp.raw(token, 'GET', health.getHealth.path, undefined, { 'x-request-id': name })
  const given = await call('proxy-4711.abc')
  const forged = await call('a "broken\\" line')
  kernelHealth.disk = disk
  expect(given).toMatchObject({ status: 500, body: { reference: 'proxy-4711.abc' } })
  expect(given.headers['x-request-id']).toBe('proxy-4711.abc')
  const line = lines.find((each) => each.includes('a request failed'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ requestId: 'proxy-4711.abc' })
  expect(line).not.toContain('somebody@here.test')
  expect(forged.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

it('a refusal names its request in the header only: there is nothing to look up', async () => {
  const refused = await testApp.raw(null, 'POST', '/api/public/login', { email: 1 })
  expect(refused.status).toBe(400)
  expect(refused.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(refused.body).not.toHaveProperty('reference')
})
