import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let address: string
beforeAll(async () => {
  testApp = await openTestApp({ callsPerSecond: 1_000 })
  address = await testApp.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => testApp.pool.end().then(() => testApp.database.close()))

it('a stopping server answers a request whose body is still coming, ends event streams, and closes what waits', async () => {
  const token = await testApp.signIn('administrator')
  const authorization = `Bearer ${token}`
  const stream = await fetch(`${address}/api/live`, { headers: { authorization } })
  expect(stream.status).toBe(200)
  const words = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(testApp.app.kernel.streams.count()).toBe(1)

  const body = JSON.stringify({ limit: 1 })
  const slow = request(`${address}/api/security-log/get`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  const answered = new Promise<number | undefined>((done, fail) => {
    slow.on('response', (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
    slow.on('error', fail)
  })
  const isUnderWay = new Promise<void>((done) => {
    testApp.app.http.server.once('request', () => done())
  })
  slow.write(body.slice(0, 3))
  await isUnderWay

  const closed = testApp.app.close()
  // The stream ends before the request, so the server does not wait for pages to close.
  for (;;) {
    const piece = await words?.read()
    if (piece === undefined || piece.done) break
  }
  slow.end(body.slice(3))
  expect(await answered).toBe(200)
  await closed
  expect(testApp.app.kernel.streams.count()).toBe(0)
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
})
