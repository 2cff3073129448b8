/**
 * Sends generated invalid input to every call: each response has the contract's shape and is never
 * a server error.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiError } from '#contract/shapes.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { isLongForm } from './longForm.ts'
import { urlOf, type TestApp } from './testApp.ts'
import { sampleOf, type Sample } from './samples.ts'

/** Calls that end the session, or stay open. */
const apart = new Set(['logout', 'switchCompany', 'openLive'])
const endpoints = Object.values(contract)
  .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
  .filter(([name, { wire }]) => !apart.has(name) && wire !== 'upload')
const INPUTS = isLongForm ? 14 : 2

let testApp: TestApp
let own: Fixtures
beforeAll(async () => {
  ;({ testApp, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

/** Values that broke other servers: edge cases of numbers, texts, dates, SQL and JSON. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    'null',
    'NaN',
    -0,
    0.1,
    -1,
    2 ** 31,
    2 ** 53,
    1e308,
    true,
    [],
    {},
    [[]],
    '\u0000',
    '\ud800',
    '\u202e',
    '%',
    '\\',
    "' or 1=1 --",
    '${7*7}',
    '../../etc/passwd',
    '1%00',
    99999999999,
    '1.5',
    '0000-00-00',
    '9999-12-31T23:59:59Z',
    '-1-01-01',
    '2026-02-30T25:61:61Z',
    '275760-09-13T00:00:00.001Z',
    'x'.repeat(100_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)
/**
 * A position in the input (a number, reduced to the existing positions), and the value to put
 * there.
 */
const change = fc.record({
  at: fc.nat(),
  value: nasty,
  how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
})

type Box = Record<string, unknown>
function placesIn(value: unknown): { box: Box; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => [
    { box: value as Box, key },
    ...placesIn((value as Box)[key]),
  ])
}

function changed(
  { params, body }: Sample,
  { at, value, how }: { at: number; value: unknown; how: string },
) {
  const input = structuredClone({ params, body }) as { params: Box; body: unknown }
  const places = placesIn(input).filter(({ box }) => box !== input)
  const place = places[at % Math.max(1, places.length)]
  if (place === undefined) return { ...input, body: value }
  if (how === 'remove') delete place.box[place.key]
  else if (how === 'add') place.box['unexpected'] = value
  else place.box[place.key] = value
  return input
}

/** Skips what an address or a body cannot contain. */
function payloadOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

const allowed = new Set([200, 400, 403, 404, 409, 410, 429])

describe('generated bad input', () => {
  it.each(endpoints)('is answered by %s in the contract’s own shapes', async (name, endpoint) => {
    // A public call with a bearer takes an identity token; this one is made up.
    const token =
      endpoint.access === 'public' ? 'made.up.identity' : await testApp.signIn('administrator')
    const sample = sampleOf(
      endpoint,
      (kind) => (own as unknown as Record<string, number>)[kind] ?? 1,
    )
    // The same inputs each time, so that a failure can be reproduced.
    for (const each of fc.sample(change, { numRuns: INPUTS, seed: 20_261_121 })) {
      const input = changed(sample, each)
      const answer = await testApp.raw(
        token,
        endpoint.method,
        urlOf(endpoint.path, input.params),
        endpoint.method === 'GET' ? undefined : payloadOf(input.body),
      )
      const label = `${name} with ${JSON.stringify(input).slice(0, 400)}`
      expect(allowed, `${label} → ${answer.status}`).toContain(answer.status)
      if (answer.status !== 200) expect(apiError.safeParse(answer.body).success, label).toBe(true)
      else if (endpoint.wire === 'json')
        expect(endpoint.response.safeParse(answer.body).success, label).toBe(true)
      expect(JSON.stringify(answer.body), label).not.toMatch(
        /node_modules|\.ts:\d|select .* from|PostgresError/i,
      )
    }
  })
})
