/**
 * Walks the contract for unbounded requests: dates out of range, lists and bodies without a limit.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { namedEndpoints } from './namedEndpoints.ts'
import { DAY_OF_THINGS } from '#contract/fieldSchemas.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { urlOf, type TestApp } from './testApp.ts'
import { placesOf } from './schemaWalk.ts'

type Json = Record<string, unknown>

let testApp: TestApp
let own: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const ownId = (kind: string) => (own as unknown as Record<string, number>)[kind] ?? 1
const send = (endpoint: Endpoint, { params, body }: { params: Json; body: unknown }) =>
  testApp.raw(admin, endpoint.method, urlOf(endpoint.path, params), body)

const dateShape = (schema: Json): string | null => {
  const { example, format } = schema as { example?: unknown; format?: unknown }
  if (format === 'date-time') return '2026-11-20T08:00:00Z'
  if (format === 'date') return '2026-11-20'
  return typeof example === 'string' && /^\d{4}-\d\d-\d\d/.test(example) ? example : null
}

describe('a date of any request', () => {
  it.each(['0000', '0001', '1969', '2200', '2201', '9999'])(
    'is refused with 400 in the year %s',
    async (year) => {
      let tried = 0
      for (const { name, endpoint } of namedEndpoints) {
        for (const place of placesOf(endpoint, ownId, (schema) => dateShape(schema) !== null)) {
          if (year === '1969' && place.schema['description'] === DAY_OF_THINGS) continue
          tried += 1
          const date = `${year}${dateShape(place.schema)?.slice(4) ?? ''}`
          const answer = await send(endpoint, place.with(date))
          const where = `${name}: ${place.part}${place.path} = ${date}`
          expect(answer.status, where).toBe(400)
          expect(JSON.stringify(answer.body), where).toContain(
            `${place.part}${place.path.replaceAll('[]', '.0')}`,
          )
        }
      }
      expect(tried).toBeGreaterThan(30)
    },
  )

  it('is accepted at both ends of 1970 to 2199', async () => {
    const { listProcedureLogs } = contract.procedureLogs
    const asked = { from: '1970-01-01T00:00:00Z', to: '2199-12-31T23:59:59Z' }
    expect((await testApp.call(admin, listProcedureLogs, { body: asked })).status).toBe(200)
  })
})

describe('a list of any request', () => {
  it('has a maximum', () => {
    const endless = namedEndpoints.flatMap(({ name, endpoint }) =>
      placesOf(
        endpoint,
        ownId,
        ({ type, maxItems }) => type === 'array' && maxItems === undefined,
      ).map(({ part, path }) => `${name}: ${part}${path}`),
    )
    expect(endless).toEqual([])
  })

  it('of ids has a maximum of five hundred', async () => {
    let tried = 0
    for (const { name, endpoint } of namedEndpoints) {
      const isIdList = ({ type, items }: Json) =>
        type === 'array' && typeof (items as Json | undefined)?.['idKind'] === 'string'
      for (const place of placesOf(endpoint, ownId, isIdList)) {
        tried += 1
        const answer = await send(
          endpoint,
          place.with(Array.from({ length: MAX_IDS + 1 }, (_, index) => index + 1)),
        )
        expect(answer.status, `${name}: ${place.part}${place.path}`).toBe(400)
      }
    }
    expect(tried).toBeGreaterThan(60)
  })
})

describe('a request body', () => {
  it('of more values than any request needs is refused before it is parsed', async () => {
    const { listEquipment } = contract.equipment
    const list = Array.from({ length: 200_000 }, () => 1)
    const answer = await testApp.raw(admin, 'POST', listEquipment.path, {
      filter: { equipmentIds: list },
    })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('tooLarge'),
    ])
  })

  it('of nested brackets is refused', async () => {
    const { listEquipment } = contract.equipment
    const answer = await testApp.raw(
      admin,
      'POST',
      listEquipment.path,
      `{"filter":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    )
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('tooLarge'),
    ])
  })
})
