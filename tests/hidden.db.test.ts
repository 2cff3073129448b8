/**
 * Hidden data stays hidden: calls every endpoint as users with limited access, with ids of hidden
 * entities in each place for an id. No name of a hidden entity may appear in any response.
 */
import { eq, inArray, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { LiveMessage } from '#contract/live.ts'
import * as tables from '#db/schema/index.ts'
import { runSchedules } from '../server/modules/work/schedules/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from './fixtures.ts'
import { isLongForm } from './longForm.ts'
import { HIDDEN, HIDDEN_KIND, openHiddenTestApp, type HiddenTestApp } from './hiddenThings.ts'
import { urlOf } from './testApp.ts'
import { sampleOf, withAt, type Sample } from './samples.ts'

/** Calls that end the session or stay open. The event stream is tested from inside. */
const apart = new Set(['logout', 'switchCompany', 'openLive', 'endSession', 'changePassword'])
const endpoints = Object.values(contract)
  .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
  .filter(([name, endpoint]) => endpoint.access !== 'public' && !apart.has(name))

let world: HiddenTestApp
const heard: LiveMessage[] = []
beforeAll(async () => {
  world = await openHiddenTestApp()
  world.testApp.app.kernel.live.subscribe(world.testApp.here.id, (message) => heard.push(message))
})
afterAll(() => world.testApp.close())

const idOf = (of: Fixtures) => (kind: string) =>
  (of as unknown as Record<string, number>)[kind] ?? 1

/** Inputs for one endpoint: only hidden ids, then visible ones with a hidden id at each place. */
function* inputsOf(endpoint: Endpoint): Generator<{ params: Sample['params']; body: unknown }> {
  const { plain, hidden, pointing } = world
  const around = { ...plain, ...pointing } as unknown as Fixtures
  for (const fields of ['all', 'least'] as const) {
    for (const of of [hidden, plain, around]) {
      const sample = sampleOf(endpoint, idOf(of), fields)
      yield sample
      yield asked(sample, {})
      yield asked(sample, { search: HIDDEN })
      // The smallest input has the same places except the optional ones.
      if (of === hidden || (fields === 'least' && !isLongForm)) continue
      for (const place of sample.places) {
        const id = (hidden as unknown as Record<string, number>)[place.kind]
        if (id !== undefined) yield asked({ ...sample, ...withAt(sample, place, id) }, {})
      }
    }
  }
}

function asked({ params, body }: Pick<Sample, 'params' | 'body'>, words: { search?: string }) {
  const isBox = typeof body === 'object' && body !== null && !Array.isArray(body) && 'limit' in body
  const { search: _search, ...rest } = isBox ? (body as Record<string, unknown>) : {}
  const change = (half: Record<string, unknown>) =>
    'search' in half && words.search === undefined
      ? Object.fromEntries(Object.entries(half).filter(([key]) => key !== 'search'))
      : half
  const wide = isBox ? { ...rest, ...words, limit: 100, offset: 0 } : body
  return {
    params: { ...change(params), ...('q' in params && { q: words.search ?? 'pump' }) },
    body: wide,
  }
}

/** Users who maintain lists or people see the names of all types; others do not. */
const marksFor = (who: 'limited' | 'few') => (who === 'few' ? [HIDDEN, HIDDEN_KIND] : [HIDDEN])

const send = (
  token: string,
  endpoint: Endpoint,
  { params, body }: { params: Sample['params']; body: unknown },
) => {
  const url = urlOf(endpoint.path, params)
  if (endpoint.wire === 'upload')
    return world.testApp.upload(token, url, 'x.csv', 'code,name\n1,x\n')
  return world.testApp.raw(token, endpoint.method, url, body)
}

/**
 * The endpoints to call. The short form covers half of them for each user, and all for both users
 * together.
 */
const walked = (who: 'limited' | 'few', kind: Endpoint['kind']) =>
  endpoints
    .filter(([, each]) => each.kind === kind)
    .filter((_, index) => isLongForm || index % 2 === (who === 'few' ? 1 : 0))

async function walk(
  who: 'limited' | 'few',
  kind: Endpoint['kind'],
): Promise<{ calls: number; found: string[] }> {
  const found = new Set<string>()
  let calls = 0
  let token = world[who]
  for (const [name, endpoint] of walked(who, kind)) {
    const seen = new Set<string>()
    for (const input of inputsOf(endpoint)) {
      const question = JSON.stringify({ params: input.params, body: input.body })
      if (seen.has(question)) continue
      seen.add(question)
      calls += 1
      const answer = await send(token, endpoint, input)
      const renewed = answer.headers['authorization']
      if (typeof renewed === 'string') token = renewed.replace('Bearer ', '')
      expect(answer.status, `${name} with ${question}`).not.toBe(500)
      const text = `${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`
      // Ignores values that the caller sent and reads back.
      for (const mark of marksFor(who)) {
        if (text.includes(mark))
          found.add(`${name}: ${excerpt(text, mark)} ${question.slice(0, 160)}`)
      }
    }
  }
  return { calls, found: [...found] }
}

const excerpt = (text: string, mark: string) => {
  const at = text.indexOf(mark)
  return `…${text.slice(Math.max(0, at - 70), at + 40)}…`
}

async function hiddenRows(): Promise<string> {
  const { pool, here } = world.testApp
  return asSystem(pool, async (db) => {
    const rows: unknown[] = []
    for (const table of [tables.equipment, tables.location, tables.procedure]) {
      rows.push(
        await db
          .select({
            id: sql`${table.id}`,
            name: table.name,
            typeId: sql`${table.typeId}`,
            deletedAt: table.deletedAt,
          })
          .from(table)
          .where(ofCompany(table, here.id, sql`${table.name} like ${`%${HIDDEN}%`}`))
          .orderBy(table.id),
      )
    }
    return JSON.stringify(rows)
  })
}

describe('a hidden object', () => {
  it('is visible to a user who sees everything, so that the walk has something to find', async () => {
    const { testApp, admin, hidden } = world
    const answer = await testApp.call(admin, contract.equipment.getEquipment, {
      params: { id: hidden.equipment ?? 0 },
    })
    expect(JSON.stringify(answer.body)).toContain(HIDDEN)
    expect(JSON.stringify(answer.body)).toContain(HIDDEN_KIND)
    expect(endpoints.length).toBeGreaterThan(150)
  })

  for (const who of ['limited', 'few'] as const) {
    it(`is named by no query, whatever it asks for (${who})`, async () => {
      const { calls, found } = await walk(who, 'query')
      expect(found).toEqual([])
      expect(calls).toBeGreaterThan(isLongForm ? 500 : 250)
    })
  }

  it('is named in no mail and no text message', async () => {
    const { testApp } = world
    testApp.clock.advance(2 * 60 * 60_000)
    await testApp.app.outbox.drain()
    await runSchedules(testApp.app.kernel)
    const [admin, limited, few] = [
      await testApp.signIn('administrator'),
      await testApp.signIn('manager'),
      await testApp.signIn('staff'),
    ]
    world = { ...world, admin, limited, few }
    const { manager, staff } = testApp.here.users
    const messages = await asSystem(testApp.pool, (db) =>
      db
        .select({ message: tables.message })
        .from(tables.message)
        .innerJoin(
          tables.person,
          or(
            eq(tables.person.email, tables.message.to),
            eq(tables.person.phone, tables.message.to),
          ) ?? sql`false`,
        )
        .innerJoin(tables.user, eq(tables.user.personId, tables.person.id))
        .where(inArray(tables.user.id, [manager, staff])),
    )
    const texts = messages.map(({ message: one }) => `${one.subject} ${one.text}`)
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.filter((text) => text.includes(HIDDEN) || text.includes(HIDDEN_KIND))).toEqual([])
  })

  it('is named in no calendar', async () => {
    const { testApp, few } = world
    const { url } = (await testApp.call(few, contract.rrules.createCalendarFeed, {})).body
    const answer = await testApp.raw(null, 'GET', new URL(url).pathname)
    expect(answer.status).toBe(200)
    expect(String(answer.body)).toContain('BEGIN:VCALENDAR')
    expect(String(answer.body)).not.toContain(HIDDEN)
  })

  it('shows its files to nobody', async () => {
    const { testApp, admin, limited, few, deviceFile, hidden } = world
    for (const id of [deviceFile, hidden.file ?? 0]) {
      expect((await testApp.raw(admin, 'GET', `/api/files/${id}`)).status).toBe(200)
      for (const token of [limited, few]) {
        expect((await testApp.raw(token, 'GET', `/api/files/${id}`)).status).toBe(404)
      }
    }
  })

  for (const who of ['few', 'limited'] as const) {
    it(`is named by no change and no refusal, and stays as it is (${who})`, async () => {
      const before = await hiddenRows()
      expect(before).toContain(HIDDEN)
      const { calls, found } = await walk(who, 'mutation')
      expect(found).toEqual([])
      expect(calls).toBeGreaterThan(isLongForm ? 500 : 250)
      expect(await hiddenRows()).toBe(before)
    })
  }

  it.runIf(isLongForm)('is named by no query after all of that either', async () => {
    const { found } = await walk('limited', 'query')
    expect(found).toEqual([])
  })

  it('is named by no message of the event stream', () => {
    expect(heard.length).toBeGreaterThan(10)
    expect(JSON.stringify(heard)).not.toContain(HIDDEN)
  })
})
