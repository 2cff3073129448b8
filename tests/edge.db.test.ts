/**
 * Tests security at the installation's edge: transport security, the API's description, trusted
 * proxies.
 */
import { afterEach, expect, it } from 'vitest'
import { like } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from './testApp.ts'

let testApp: TestApp
afterEach(() => testApp.close())
const headerOf = async (name: string) =>
  (await testApp.raw(null, 'GET', '/api/public/installation')).headers[name]

it('the server tells browsers to use https only if its public address does', async () => {
  testApp = await openTestApp({ publicUrl: 'https://plantroom.example.org' })
  expect(await headerOf('strict-transport-security')).toBe('max-age=63072000')
  await testApp.close()
  testApp = await openTestApp()
  expect(await headerOf('strict-transport-security')).toBeUndefined()
})

it('the server shows the API’s description, or has none', async () => {
  testApp = await openTestApp({ apiDocs: true })
  expect((await testApp.raw(null, 'GET', '/api/docs/json')).status).toBe(200)
  await testApp.close()
  testApp = await openTestApp({ apiDocs: false })
  expect([
    (await testApp.raw(null, 'GET', '/api/docs')).status,
    (await testApp.raw(null, 'GET', '/api/docs/json')).status,
  ]).toEqual([404, 404])
})

it('the server counts a call by the address a trusted proxy names, and ignores a stranger’s', async () => {
  const counted = async () =>
    (
      await asSystem(testApp.pool, (db) =>
        db
          .select({ key: tables.attempt.key })
          .from(tables.attempt)
          .where(like(tables.attempt.key, 'call:/api/public/installation:%')),
      )
    ).map(({ key }) => key.split('installation:')[1])
  const ask = (from: string, remoteAddress: string) =>
    testApp.app.http.inject({
      method: 'GET',
      url: '/api/public/installation',
      remoteAddress,
      headers: { 'x-forwarded-for': from },
    })
  testApp = await openTestApp({ trustedProxies: ['2001:db8:5::/48', '10.1.0.0/16'] })
  await ask('203.0.113.1', '2001:db8:5:7::1')
  await ask('203.0.113.2', '::ffff:10.1.0.9')
  await ask('203.0.113.3', '127.0.0.1')
  await ask('203.0.113.4', '10.2.0.9')
  expect(new Set(await counted())).toEqual(
    new Set(['10.2.0.9', '127.0.0.1', '203.0.113.1', '203.0.113.2']),
  )
})
