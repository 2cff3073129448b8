/** No secret reaches a log, and the security headers keep foreign scripts and frames out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, PASSWORD, SECRET, type TestApp } from './testApp.ts'

let testApp: TestApp
let folder: string
const lines: string[] = []
const { auth, waysIn, account } = contract

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-page-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta name="plantroom:embed-origins" content="" /><div id="root"></div>',
  )
  testApp = await openTestApp({
    logLevel: 'trace',
    logTo: { write: (line) => void lines.push(line) },
    frameAncestors: ['https://portal.example.org'],
    pageFolder: folder,
  })
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the server’s log', () => {
  it('contains no token, password, code or link, for any way of signing in or failing to', async () => {
    const token = await testApp.signIn('staff')
    const secrets = [token, PASSWORD, SECRET, 'Wrong1234', 'made.up.token', 'one-time-link']
    await testApp.call(null, auth.login, {
      body: { email: 'staff@here.test', password: 'Wrong1234' },
    })
    await testApp.call(token, account.changePassword, {
      body: { current: 'Wrong1234', password: 'Another-1x' },
    })
    await testApp.call('made.up.token', auth.checkToken, {})
    await testApp.call(null, waysIn.setNewPassword, {
      body: { token: 'one-time-link', password: 'Another-1x' },
    })
    await testApp.call(null, waysIn.requestOtp, { body: { email: 'staff@here.test' } })
    await testApp.call(null, waysIn.requestReset, { body: { email: 'staff@here.test' } })
    await testApp.raw('made.up.token', 'POST', '/api/public/login-sso/', { nonce: 'long-enough' })
    await testApp.raw(null, 'GET', `/equipment?token=${token}`)
    await testApp.raw(token, 'POST', '/api/equipment/get', '{"limit":')
    const messages = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, 'staff@here.test')),
    )
    secrets.push(
      ...messages.flatMap(({ text }) =>
        [/\b\d{6}\b/.exec(text)?.[0], /token=(\S+)/.exec(text)?.[1]].filter(
          (found) => found !== undefined,
        ),
      ),
    )
    expect(secrets.length).toBeGreaterThan(7)
    testApp.app.http.log.info('the log was written')
    const written = lines.join('')
    expect(written).toContain('the log was written')
    for (const secret of secrets) expect(written).not.toContain(secret)
  })
})

describe('the page’s file', () => {
  it.each([
    '/m/api/nothing',
    '/n/api/equipment',
    '/api',
    '/api/nothing',
    '/plantroom/api/tickets/get?x=1',
  ])('is not the answer to a call that went astray: %s', async (address) => {
    const answer = await testApp.raw(null, 'GET', address)
    expect([answer.status, answer.body]).toEqual([
      404,
      {
        message: 'There is nothing here.',
        errors: [{ path: '', code: 'notThere', message: 'route' }],
      },
    ])
  })

  it('runs its own scripts only, and is framed by the configured origins only', async () => {
    const page = await testApp.raw(null, 'GET', '/equipment')
    expect(page.status).toBe(200)
    const policy = Object.fromEntries(
      String(page.headers['content-security-policy'])
        .split(';')
        .map((part) => part.trim().split(/\s+/))
        .map(([name, ...values]) => [name, values]),
    )
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['object-src']).toEqual(["'none'"])
    expect(policy['base-uri']).toEqual(["'none'"])
    expect(policy['frame-ancestors']).toEqual(["'self'", 'https://portal.example.org'])
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
  it('knows from the server which origins it may talk to', async () => {
    expect((await testApp.raw(null, 'GET', '/')).body).toContain(
      'name="plantroom:embed-origins" content="https://portal.example.org"',
    )
  })
  it('and every answer of the API stay out of caches', async () => {
    expect((await testApp.raw(null, 'GET', '/api/public/installation')).headers).toMatchObject({
      'cache-control': 'no-store',
    })
  })
})
