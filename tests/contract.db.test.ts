/** Walks the contract: each endpoint is mounted, guarded and limited to its company. */
import { readdirSync, readFileSync } from 'node:fs'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { namedEndpoints } from './namedEndpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiError } from '#contract/shapes.ts'
import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithBothFixtures } from './fixturesTemplate.ts'
import { isLongForm, someOf } from './longForm.ts'
import { SECRET, urlOf, type TestApp } from './testApp.ts'
import { sampleOf, withAt } from './samples.ts'

const guarded = namedEndpoints.filter(({ endpoint }) => endpoint.access !== 'public')
const ending = guarded.filter(({ name }) => name !== 'openLive')

let testApp: TestApp
let own: Fixtures
let foreign: Fixtures
let admin: string

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own, theirs: foreign } = await openTestAppWithBothFixtures())
})
afterAll(() => testApp.close())

const ownId = (kind: string) => (own as unknown as Record<string, number>)[kind] ?? 1
const send = (
  token: string | null,
  endpoint: Endpoint,
  input: { params: Record<string, unknown>; body: unknown },
) => {
  if (endpoint.wire === 'upload')
    return testApp.upload(
      token ?? '',
      urlOf(endpoint.path, input.params),
      'x.csv',
      'code,name\n1,x\n',
    )
  return testApp.raw(token, endpoint.method, urlOf(endpoint.path, input.params), input.body)
}

const jtiOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string })
    .jti

/** A valid token of a person whom an administrator then deactivates. */
async function tokenOfLeaver(): Promise<string> {
  const token = await testApp.signIn('technician')
  const { people } = contract
  const id = testApp.here.users.technician
  const { version } = (await testApp.call(admin, people.getUser, { params: { id } })).body
  const left = (
    await testApp.call(admin, people.deactivateUser, { params: { id }, body: { version } })
  ).body
  await testApp.call(admin, people.reactivateUser, {
    params: { id },
    body: { version: left.version },
  }) // the session stays ended
  return token
}

it('calls kept on a device are those of a round, and none of people, devices and security', () => {
  expect(
    namedEndpoints
      .filter(({ endpoint }) => endpoint.keptOnDevice)
      .map(({ name }) => name)
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual([
    'getEquipment',
    'getEquipmentStatuses',
    'getInventories',
    'getLocation',
    'getMetadataFields',
    'getProcedure',
    'getSession',
    'getTicket',
    'getTicketTypes',
    'getTicketWork',
    'listAlerts',
    'listEquipment',
    'listLabelHashes',
    'listLocationLevel',
    'listMeters',
    'listOccurrences',
    'listPlacesInNeed',
    'listProcedures',
    'listTickets',
    'listTicketStates',
    'listTicketTimeline',
  ])
})

describe('the contract', () => {
  it('has every endpoint mounted exactly once', () => {
    expect(testApp.app.mounted.map(({ name }) => name).sort()).toEqual(
      namedEndpoints.map(({ name }) => name).sort(),
    )
    const places = namedEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(places).size).toBe(places.length)
    expect(namedEndpoints.length).toBeGreaterThan(60)
  })

  it('registers all routes: nothing but mount.ts registers one', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const registering = sources.filter((name) =>
      /\.(route|all)\(\{|\.(get|post|put|delete|patch|all)\(\s*['"`]\//.test(
        readFileSync(`server/${name}`, 'utf8'),
      ),
    )
    expect(registering.filter((name) => !name.endsWith('.test.ts')).toSorted()).toEqual([
      'healthRoutes.ts', // for monitoring; it knows no company and no person
      'kernel/http/mount.ts',
      'reportPage.ts', // pages without the application; they call the mounted endpoints
      'signInForm.ts', // a form without a script; it calls the mounted endpoint
    ])
  })

  it('answers 401 in its own shape to every call without a good token', async () => {
    const claims = {
      userId: testApp.here.users.administrator,
      companyId: testApp.here.id,
      language: 'en',
      tz: 'UTC',
      ae: true,
      al: true,
      ap: true,
      permissions: [],
      jti: crypto.randomUUID(),
    }
    const now = Math.floor(testApp.clock.now().getTime() / 1000)
    const sign = (secret: string, exp: number, jti: string = claims.jti) =>
      new SignJWT({ ...claims, jti })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('plantroom')
        .setAudience('plantroom-api')
        .setIssuedAt(now - 60)
        .setExpirationTime(exp)
        .sign(new TextEncoder().encode(secret))
    const tokens: [string, string | null][] = [
      ['none', null],
      ['broken', 'not.a.token'],
      ['signed by another', await sign('another secret, also long enough to be a key', now + 600)],
      ['expired', await sign(SECRET, now - 1)],
      [
        'alg none',
        new UnsecuredJWT(claims)
          .setIssuedAt(now)
          .setExpirationTime(now + 600)
          .encode(),
      ],
      ['of no session', await sign(SECRET, now + 600)],
      [
        'of a session of another company',
        await sign(SECRET, now + 600, jtiOf(await testApp.signIn('administrator', 'there'))),
      ],
      [
        'of another person’s session',
        await sign(SECRET, now + 600, jtiOf(await testApp.signIn('staff'))),
      ],
      ['of someone deactivated', await tokenOfLeaver()],
    ]
    for (const [turn, { name, endpoint }] of guarded.entries()) {
      for (const [what, token] of someOf(tokens, 1, turn)) {
        const answer = await testApp.raw(
          token,
          endpoint.method,
          urlOf(endpoint.path, sampleOf(endpoint, () => 1).params),
          endpoint.method === 'GET' ? undefined : {},
        )
        expect(answer.status, `${name} with a token ${what}`).toBe(401)
        expect(apiError.safeParse(answer.body).success, name).toBe(true)
      }
    }
  })

  it('answers 403 if the permission is missing, before it parses the input', async () => {
    const token = await testApp.signIn('staff')
    await asSystem(testApp.pool, (db) =>
      db.delete(tables.userRole).where(eq(tables.userRole.userId, testApp.here.users.staff)),
    )
    const needing = namedEndpoints.filter(({ endpoint }) => endpoint.access.startsWith('can:'))
    expect(needing.length).toBeGreaterThan(20)
    for (const { name, endpoint } of needing) {
      const answer = await send(token, endpoint, sampleOf(endpoint, ownId))
      expect(answer.status, name).toBe(403)
    }
  })

  it('lets each role do what its groups say, and nothing else', async () => {
    // An unknown id and no body: a permitted caller fails at the input.
    const nobody = 2_147_483_647
    for (const role of ['administrator', 'manager', 'technician'] as const) {
      const token = await testApp.signIn(role)
      const { permissions } = (await testApp.call(token, contract.auth.getSession, {})).body
      const groups = new Set<string>(permissions)
      expect(groups.size).toBeGreaterThan(0)
      for (const { name, endpoint } of namedEndpoints.filter((each) =>
        each.endpoint.access.startsWith('can:'),
      )) {
        const answer = await testApp.raw(
          token,
          endpoint.method,
          urlOf(endpoint.path, sampleOf(endpoint, () => nobody).params),
          endpoint.method === 'GET' ? undefined : {},
        )
        const isLetIn = groups.has(endpoint.access.slice('can:'.length))
        expect(answer.status === 403, `${name} as ${role}`).toBe(!isLetIn)
      }
    }
  })

  it('counts every public call by its caller’s address, and answers 429 with a time beyond the limit', async () => {
    const open = namedEndpoints.filter(({ endpoint }) => endpoint.access === 'public')
    expect(open.length).toBeGreaterThan(10)
    for (const { name, endpoint } of open) {
      const from = `203.0.113.${open.findIndex((each) => each.name === name)}`
      await asSystem(testApp.pool, (db) =>
        db.insert(tables.attempt).values({
          key: `call:${endpoint.path}:${from}`,
          count: endpoint.perAddress,
          since: testApp.clock.now(),
        }),
      )
      const sample = sampleOf(endpoint, ownId)
      const shut = await testApp.raw(
        null,
        endpoint.method,
        urlOf(endpoint.path, sample.params),
        sample.body,
        { 'x-forwarded-for': from },
      )
      expect(shut.status, name).toBe(429)
      expect(Number(shut.headers['retry-after']), name).toBeGreaterThan(0)
      const other = await testApp.raw(
        null,
        endpoint.method,
        urlOf(endpoint.path, sample.params),
        sample.body,
        { 'x-forwarded-for': '198.51.100.7' },
      )
      expect(other.status, name).not.toBe(429)
    }
  })

  it('never shows, takes or changes anything of another company, whichever id is forged', async () => {
    const before = await rowsOf(testApp, testApp.there.id)
    let forged = 0
    for (const { name, endpoint } of ending) {
      if (name === 'logout') continue
      const sample = sampleOf(endpoint, ownId)
      for (const place of sample.places) {
        const strange = (foreign as unknown as Record<string, number>)[place.kind]
        if (strange === undefined) continue
        forged += 1
        const answer = await send(admin, endpoint, withAt(sample, place, strange))
        const where = `${name}: ${place.kind} at ${place.part}.${place.path.join('.')}`
        expect(answer.status, where).not.toBe(500)
        expect(JSON.stringify(answer.body), where).not.toContain('THEIRS')
        if (place.part === 'params' && endpoint.method !== 'PUT')
          expect(answer.status, where).toBe(404)
        // A write that names another company's row is refused, not silently trimmed. An export
        // filters like its list: a filter by such a row finds nothing.
        if (endpoint.kind === 'mutation' && name !== 'startListExport')
          expect([400, 403, 404, 409], where).toContain(answer.status)
      }
    }
    expect(forged).toBeGreaterThan(80)
    expect(await rowsOf(testApp, testApp.there.id)).toEqual(before)
  })

  // In the plain run fuzz.db.test.ts sends such input to every call.
  it.runIf(isLongForm)(
    'refuses generated bad input in its one shape, and never fails',
    async () => {
      const bad: unknown[] = [
        undefined,
        null,
        0,
        -1,
        2 ** 40,
        '{"limit":1e400}',
        'x',
        '',
        [],
        {},
        [[[]]],
        { limit: 'ten' },
        { limit: 1e9 },
        { offset: -1 },
        { search: '\u0000' },
        { version: {} },
        { name: 'a\u0000b' },
        { unknown: true },
      ]
      const badIds = ['0', '-1', 'abc', '99999999999', '1.5', '1%00', "1' or '1'='1"]
      for (const [turn, { name, endpoint }] of ending.entries()) {
        if (name === 'logout' || endpoint.wire === 'upload') continue
        const sample = sampleOf(endpoint, ownId)
        for (const body of endpoint.method === 'GET' ? [undefined] : someOf(bad, 6, turn)) {
          const answer = await testApp.raw(
            admin,
            endpoint.method,
            urlOf(endpoint.path, sample.params),
            endpoint.method === 'GET' ? undefined : body,
          )
          expect(answer.status, `${name} with ${JSON.stringify(body)}`).toBeLessThan(500)
          if (answer.status >= 400) expect(apiError.safeParse(answer.body).success, name).toBe(true)
        }
        for (const value of someOf(badIds, 2, turn)) {
          if (!endpoint.path.includes('{')) continue
          const answer = await testApp.raw(
            admin,
            endpoint.method,
            endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(value)),
            endpoint.method === 'GET' ? undefined : {},
          )
          expect(answer.status, `${name} with id ${value}`).toBeLessThan(500)
          expect(apiError.safeParse(answer.body).success, name).toBe(true)
        }
      }
    },
  )
})

/** All rows of a company as text, to compare before and after. */
async function rowsOf({ pool }: TestApp, companyId: number): Promise<Record<string, string>> {
  const { tenantTables } = await import('#db/tenantTable.ts')
  const { sql } = await import('drizzle-orm')
  return asSystem(pool, async (db) => {
    const all: Record<string, string> = {}
    for (const table of tenantTables.keys()) {
      const found = await db.execute(
        sql`select coalesce(string_agg(t::text, E'\n' order by t.id), '') as rows from ${sql.identifier(table)} t where company_id = ${companyId}`,
      )
      all[table] = String(found.rows[0]?.['rows'])
    }
    return all
  })
}

describe('a malformed body', () => {
  const refused = async (
    payload: string | Buffer,
    headers: Record<string, string> = {},
    code?: string,
  ) => {
    const answer = await testApp.raw(admin, 'POST', '/api/equipment/get', payload, headers)
    expect(answer.status).toBe(400)
    expect(apiError.safeParse(answer.body).success).toBe(true)
    if (code !== undefined) expect(answer.body).toMatchObject({ errors: [{ code }] })
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules|stack/)
  }
  it('of ten megabytes is refused', () =>
    refused(JSON.stringify({ search: 'x'.repeat(10 * 1024 * 1024) }), {}, 'tooLarge'))
  it('of broken JSON is refused', () => refused('{"limit": 1'))
  it('that would touch prototypes is refused', () => refused('{"__proto__": {"admin": true}}'))
  it('of another type is refused', () => refused('<xml/>', { 'content-type': 'application/xml' }))
  it('nested a hundred thousand deep is refused', () =>
    refused(`${'{"filter":'.repeat(100_000)}1${'}'.repeat(100_000)}`))
  it('is refused as an upload when it is none', async () => {
    expect((await testApp.raw(admin, 'POST', '/api/files', {})).status).toBe(400)
  })
  it('too large for a file leaves nothing behind', async () => {
    const answer = await testApp.upload(
      admin,
      '/api/files',
      'big.bin',
      Buffer.alloc(16 * 1024 * 1024, 1),
      'application/octet-stream',
    )
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.file', code: 'tooLarge' }] })
  })
})
