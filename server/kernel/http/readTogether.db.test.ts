import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { isReadTogether, type Endpoint } from '#contract/endpoint.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { sampleOf } from '#tests/samples.ts'
import { statementsOf } from '#tests/statements.ts'
import { urlOf, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let own: Fixtures
let token: string

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}
const { readTogether, readMuchTogether } = contract.together
const together = (calls: Asked[], who = token, endpoint: Endpoint = readTogether) =>
  testApp.call(who, endpoint, { body: { calls } } as never)
const answersOf = async (calls: Asked[], who = token, endpoint: Endpoint = readTogether) => {
  const { status, body } = await together(calls, who, endpoint)
  expect(status).toBe(200)
  return (body as { answers: ({ body: unknown } | null)[] }).answers
}

const endpoints = Object.values(contract).flatMap((area): Endpoint[] => Object.values(area))
const ids = () => own as unknown as Record<string, number>
function askedOf({ method, path, ...endpoint }: Endpoint, fields: 'all' | 'least'): Asked {
  const whole = { method, path, ...endpoint }
  const { params, body } = sampleOf(whole, (kind) => ids()[kind] ?? 1, fields)
  return { method: method as Asked['method'], path: urlOf(path, params), body }
}
/** Without the measured duration of a question to the series. */
const untimed = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/"executionTimeMsec":\d+/g, '"took":0'))
const isOwn = ({ path }: Endpoint) => path.startsWith('/api/reads')
const alone = ({ method, path, body }: Asked, who = token) => testApp.raw(who, method, path, body)

const SESSION = { method: 'GET', path: '/api/session' } as const
const tickets = (body: object = {}) => ({ method: 'POST', path: '/api/tickets/get', body }) as const

describe('queries that are read together', () => {
  it.each(['all', 'least'] as const)(
    'get the answers that they get alone, with %s of their fields',
    async (fields) => {
      for (const readsMuch of [false, true]) {
        const asked = endpoints
          .filter((one) => isReadTogether(one) && !isOwn(one) && one.readsMuch === readsMuch)
          .map((one) => askedOf(one, fields))
        expect(asked.length).toBeGreaterThan(10)
        for (let at = 0; at < asked.length; at += 20) {
          const part = asked.slice(at, at + 20)
          const answers = await answersOf(part, token, readsMuch ? readMuchTogether : readTogether)
          for (const [index, call] of part.entries()) {
            const { status, body } = await alone(call)
            expect(untimed(answers[index]), call.path).toEqual(
              untimed(status === 200 ? { body } : null),
            )
          }
        }
      }
    },
  )

  it('are read in one transaction that loads the session once', async () => {
    const { texts: messages } = await statementsOf(testApp.pool, () =>
      together([SESSION, tickets(), tickets({ limit: 1 }), SESSION]),
    )
    const texts = messages.join('; ').split('; ')
    expect(texts.filter((text) => text.startsWith('begin'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('materialized'))).toHaveLength(1)
    expect(texts.filter((text) => text === 'commit')).toHaveLength(1)
  })

  it('see only their own company after one that reads above companies', async () => {
    const stranger = await testApp.signIn('administrator', 'there')
    const [session, seen] = await answersOf([SESSION, tickets()], stranger)
    expect(session?.body).toMatchObject({ company: { id: testApp.there.id } })
    expect(seen).toEqual({ body: (await alone(tickets(), stranger)).body })
    const [other] = await answersOf(
      [{ method: 'GET', path: `/api/tickets/${own.ticket}` }, SESSION],
      stranger,
    )
    expect(other).toBeNull()
  })

  it('have the rights of the moment', async () => {
    const staff = await testApp.signIn('staff')
    const users = { method: 'POST', path: '/api/users/get', body: {} } as const
    expect(await answersOf([users, SESSION], staff)).toEqual([null, expect.anything()])
    expect(await answersOf([users, SESSION])).not.toContain(null)
    await testApp.call(staff, contract.auth.logout, {})
    expect((await together([SESSION, SESSION], staff)).status).toBe(401)
  })

  it.each([
    { what: 'a mutation', call: { method: 'POST', path: '/api/tags', body: { name: 'No' } } },
    { what: 'a public query', call: { method: 'GET', path: '/api/public/installation' } },
    { what: 'a query that the security log notes', call: { method: 'GET', path: '/api/users/1' } },
    { what: 'the event stream', call: { method: 'GET', path: '/api/live' } },
    { what: 'a query with a transaction of its own', call: { method: 'GET', path: '/api/health' } },
    { what: 'a heavy query', call: { method: 'GET', path: '/api/today/behind' } },
    { what: 'the reading together', call: { method: 'POST', path: '/api/reads', body: {} } },
    { what: 'an unknown address', call: { method: 'GET', path: '/api/%zz?a=%zz' } },
    { what: 'a wrong body', call: { method: 'POST', path: '/api/tickets/get', body: { no: 1 } } },
  ] as const)('leave out $what', async ({ call }) => {
    expect(await answersOf([call, SESSION])).toEqual([null, expect.anything()])
  })
})
