import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { callerOf, makeTracing } from './ports/tracing.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const sent = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              status: z.object({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type SentSpan = z.output<
  typeof sent
>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

const log: string[] = []
const bodies: string[] = []
let spans: SentSpan[] = []
let collector: Server
let testApp: TestApp

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(JSON.stringify(body))
      for (const { scopeSpans } of sent.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterAll(async () => {
  await testApp?.close()
  collector.close()
})
beforeEach(() => {
  spans = []
  log.length = 0
})

it('the trace of a call and its transaction belongs to its caller’s trace, and contains no person', async () => {
  const address = collector.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const tracing = await makeTracing(
    { endpoint: `http://127.0.0.1:${port}`, headers: {}, serviceName: 'plantroom', ratio: 1 },
    '1.0',
  )
  testApp = await openTestApp({
    tracing,
    logLevel: 'warn',
    logTo: { write: (line) => void log.push(line) },
  })
  const token = await testApp.signIn('administrator')
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const { status } = await testApp.raw(token, 'GET', '/api/account?secret=1', undefined, {
    traceparent,
  })
  expect(status).toBe(200)
  const refused = await testApp.raw(null, 'GET', '/api/account')
  expect(refused.status).toBe(401)
  await tracing.close()

  const [call, unsigned] = spans.filter(({ name }) => name === 'GET /api/account')
  expect(call).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
    status: { code: 0 },
  })
  expect(spans.some((one) => one.name === 'transaction' && one.parentSpanId === call?.spanId)).toBe(
    true,
  )
  expect(unsigned).toMatchObject({ status: { code: 0 } })
  expect(unsigned?.traceId).not.toBe(call?.traceId)
  expect(bodies.join()).toContain('/api/public/login')
  expect(bodies.join()).not.toMatch(/secret=1|@here\.test|Passw0rd/)
})

it.each([
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7',
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '',
  undefined,
])('the trace of a caller without a valid trace id is not begun: %s', (traceparent) => {
  expect(callerOf({ traceparent })).toBeUndefined()
})
