/**
 * Limits on a request before any work is done for it: time to arrive, calls per second, statement
 * time.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openPool, postgresPool, STATEMENT_MILLISECONDS } from '#db/pool.ts'
import { openTestApp, type TestApp } from './testApp.ts'

let testApp: TestApp
let port: number
beforeAll(async () => {
  testApp = await openTestApp({
    callsPerSecond: 1,
    arrival: { headers: 300, request: 600, checkedEvery: 50 },
  })
  const address = await testApp.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(address).port)
})
afterAll(() => testApp.close())

/**
 * Sends these bytes and stops. Resolves with the response when the server closes the connection.
 */
function dangling(words: string): Promise<string> {
  return new Promise((done) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(words))
    socket.on('data', (chunk) => {
      heard += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(heard))
  })
}

describe('a request that does not end', () => {
  it('is closed when its headers do not come', async () => {
    expect(await dangling('POST /api/public/login HTTP/1.1\r\nHost: x\r\n')).toMatch(/408/)
  })

  it('is closed when its body does not come', async () => {
    const head =
      'POST /api/public/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":'
    expect(await dangling(head)).toMatch(/408|^$/)
  })
})

describe('a client that asks without pause', () => {
  it('gets 429 with a sentence and the seconds to wait, and others are answered', async () => {
    const token = await testApp.signIn('staff')
    const answers = []
    for (let call = 0; call < 40; call += 1)
      answers.push(await testApp.call(token, contract.auth.getSession, {}))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ message: 'Too many requests.' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(
      (await testApp.call(await testApp.signIn('manager'), contract.auth.getSession, {})).status,
    ).toBe(200)
  })
})

describe('a statement', () => {
  it('has a time limit on PostgreSQL, and so has a transaction that is forgotten', async ({
    skip,
  }) => {
    if (testApp.database.kind === 'pglite')
      return skip('PGlite has no timers: it ignores both settings')
    const { statement_timeout, idle_in_transaction_session_timeout } = postgresPool('')
    const pool = openPool({
      ...testApp.database.pool,
      statement_timeout,
      idle_in_transaction_session_timeout,
    })
    const shown = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(shown.rows).toEqual([
      { statement: `${STATEMENT_MILLISECONDS / 60_000}min`, idle: '1min' },
    ])
    await pool.end()
  })
})
