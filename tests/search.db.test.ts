/**
 * A search that is taken is kept to: words that stand nowhere find nothing, in every list of the
 * contract.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { Endpoint } from '#contract/endpoint'
import { furnish, type Furniture } from './furniture.ts'
import { openHouse, urlOf, type House } from './house.ts'
import { sampleOf } from './samples.ts'

const lists = Object.values(contract)
  .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
  .filter(([, endpoint]) => endpoint.kind === 'query' && endpoint.wire !== 'stream')

let house: House
let token: string
let furniture: Furniture
beforeAll(async () => {
  house = await openHouse()
  token = await house.signIn('administrator')
  furniture = await furnish(house, house.here, token, 'OURS')
})
afterAll(() => house.close())

const idOf = (kind: string): number => (furniture as unknown as Record<string, number>)[kind] ?? 1
const rowsOf = async (endpoint: Endpoint, words: object) => {
  const sample = sampleOf(endpoint, idOf, 'least')
  const { status, body } = await house.raw(
    token,
    endpoint.method,
    urlOf(endpoint.path, sample.params),
    { ...(sample.body as object), ...words },
  )
  return status === 200 ? ((body as { rows?: unknown[] }).rows ?? []) : null
}

it('has lists to search', () =>
  expect(
    lists.filter(([, endpoint]) => 'search' in ((sampleOf(endpoint, idOf).body as object) ?? {}))
      .length,
  ).toBeGreaterThan(20))

it.each(lists)('%s finds nothing by words that stand nowhere', async (_name, endpoint) => {
  const { body } = sampleOf(endpoint, idOf)
  if (typeof body !== 'object' || body === null || !('search' in body)) return
  const [all, found] = [
    await rowsOf(endpoint, {}),
    await rowsOf(endpoint, { search: 'qzxnowhere' }),
  ]
  if (all !== null && all.length > 0) expect(found, 'as if no word had been sent').toEqual([])
})
