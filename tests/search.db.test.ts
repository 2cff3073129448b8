import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { urlOf, type TestApp } from './testApp.ts'
import { sampleOf } from './samples.ts'

const lists = Object.values(contract)
  .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
  .filter(([, endpoint]) => endpoint.kind === 'query' && endpoint.wire !== 'stream')

let testApp: TestApp
let token: string
let fixtures: Fixtures
beforeAll(async () => {
  ;({ testApp, token, fixtures } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const idOf = (kind: string): number => (fixtures as unknown as Record<string, number>)[kind] ?? 1
const rowsOf = async (endpoint: Endpoint, words: object) => {
  const sample = sampleOf(endpoint, idOf, 'least')
  const { status, body } = await testApp.raw(
    token,
    endpoint.method,
    urlOf(endpoint.path, sample.params),
    { ...(sample.body as object), ...words },
  )
  return status === 200 ? ((body as { rows?: unknown[] }).rows ?? []) : null
}

it('the check of searches finds lists to search', () =>
  expect(
    lists.filter(([, endpoint]) => 'search' in ((sampleOf(endpoint, idOf).body as object) ?? {}))
      .length,
  ).toBeGreaterThan(20))

it.each(lists)(
  'the search of %s finds nothing by words that are nowhere',
  async (_name, endpoint) => {
    const { body } = sampleOf(endpoint, idOf)
    if (typeof body !== 'object' || body === null || !('search' in body)) return
    const [all, found] = [
      await rowsOf(endpoint, {}),
      await rowsOf(endpoint, { search: 'qzxnowhere' }),
    ]
    if (all !== null && all.length > 0) expect(found, 'as if no word had been sent').toEqual([])
  },
)
