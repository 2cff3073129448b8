/**
 * Secrets at rest: tables hold sealed values, the server sends no secret, and the key can be
 * changed.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { useSeal } from '#db/sealed.ts'
import * as tables from '#db/schema/index.ts'
import { makeSeal, WrongDataKey, type Seal } from '#kernel/access/seal.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { pushKeys } from '../server/modules/foundation/push/index.ts'
import { deliverHooks } from '../server/modules/foundation/hooks/index.ts'
import type { HookCall } from '#ports/hookClient.ts'
import { checkDataKey, resealAll } from '#kernel/access/reseal.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

const SECRET = 'whisper-a-secret-of-hooks'
const QUERY = 'key=open-sesame'
const { referenceData, hooks, waysIn } = contract

let testApp: TestApp
let admin: string
let own: Fixtures
const calls: HookCall[] = []
beforeAll(async () => {
  ;({
    testApp,
    token: admin,
    fixtures: own,
  } = await openTestAppWithFixtures({
    hooks: {
      call: (request) => {
        calls.push(request)
        return Promise.resolve({ status: 200, body: 'ok' })
      },
    },
  }))
})
afterAll(() => testApp.close())

const makeHook = (name: string) =>
  testApp.call(admin, referenceData.createApiHook, {
    body: {
      name,
      url: `https://hooks.sample.test/in?${QUERY}`,
      method: 'POST',
      isActive: true,
      secret: SECRET,
    },
  })
const raw = async (query: ReturnType<typeof sql>) =>
  JSON.stringify((await asSystem(testApp.pool, (db) => db.execute(query))).rows)

describe('a hook’s secret and address', () => {
  it('are sealed, leave the server in no answer, refusal or journal, and still sign each call', async () => {
    const { body: hook } = await makeHook('Sealed')
    expect(hook).toMatchObject({
      url: 'https://hooks.sample.test/in?…',
      hasMore: true,
      hasSecret: true,
    })
    const lying = await raw(sql`select url, secret from api_hook`)
    expect(lying).toContain('sealed1.')
    const answers = [
      hook,
      (await testApp.call(admin, referenceData.listApiHooks, { body: {} })).body,
      await testApp.call(admin, referenceData.updateApiHook, {
        params: { id: hook.id },
        body: { version: 99, name: 'Stale' },
      }),
      (await testApp.call(admin, contract.journal.listJournal, { body: { limit: 100 } })).body,
      (
        await testApp.call(admin, referenceData.makeApiHookSecret, {
          params: { id: own.apiHook ?? 0 },
        })
      ).headers,
      await raw(sql`select * from journal_entry`),
      await raw(sql`select * from hook_attempt`),
      lying,
    ]
    expect(answers[2]).toMatchObject({
      status: 409,
      body: { current: { id: hook.id, hasSecret: true } },
    })
    for (const answer of answers)
      for (const secret of [SECRET, QUERY]) expect(JSON.stringify(answer)).not.toContain(secret)
    calls.length = 0
    await testApp.call(admin, hooks.testApiHook, {
      params: { id: hook.id },
      body: { procedureLogId: own.procedureLog ?? 0 },
    })
    await deliverHooks(testApp.app.kernel)
    expect(calls.find(({ url }) => url.includes(QUERY))?.headers['x-plantroom-signature']).toMatch(
      /^t=\d+,v1=[0-9a-f]{64}$/,
    )
    expect(await raw(sql`select url from hook_attempt`)).not.toContain(QUERY)
  })

  it('are hidden from users who manage neither hooks nor automations, apart from the host', async () => {
    await makeHook('For members')
    const staff = await testApp.signIn('staff')
    const { rows } = (
      await testApp.call(staff, referenceData.listApiHooks, { body: { search: 'members' } })
    ).body
    expect(rows).toMatchObject([{ url: 'https://hooks.sample.test', hasMore: true }])
  })

  it('stay if the address comes back as it was shown, and change if it does not', async () => {
    const { body: hook } = await makeHook('Edited')
    const stored = async () =>
      (
        await asSystem(testApp.pool, (db) =>
          db.select().from(tables.apiHook).where(eq(tables.apiHook.id, hook.id)),
        )
      )[0]
    const same = await testApp.call(admin, referenceData.updateApiHook, {
      params: { id: hook.id },
      body: { version: hook.version, url: hook.url, name: 'Edited again' },
    })
    expect(await stored()).toMatchObject({
      name: 'Edited again',
      url: `https://hooks.sample.test/in?${QUERY}`,
      secret: SECRET,
    })
    await testApp.call(admin, referenceData.updateApiHook, {
      params: { id: hook.id },
      body: { version: same.body.version, url: 'https://other.sample.test/' },
    })
    expect(await stored()).toMatchObject({ url: 'https://other.sample.test/', secret: SECRET })
  })

  it('are replaced by a new secret that is shown once, and the security log says so', async () => {
    const { body: hook } = await makeHook('Renewed')
    const { secret } = (
      await testApp.call(admin, referenceData.makeApiHookSecret, { params: { id: hook.id } })
    ).body
    expect(secret).toMatch(/^plh_[\w-]{43}$/)
    expect(
      JSON.stringify((await testApp.call(admin, referenceData.listApiHooks, { body: {} })).body),
    ).not.toContain(secret)
    expect(await raw(sql`select * from api_hook`)).not.toContain(secret)
    const events = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.securityEvent).where(eq(tables.securityEvent.kind, 'hookSecretMade')),
    )
    expect(events.at(-1)).toMatchObject({
      companyId: testApp.here.id,
      byUserId: testApp.here.users.administrator,
      detail: { hookId: hook.id },
    })
    expect(JSON.stringify(events)).not.toContain(secret)
  })
})

it('a refusal contains no more of a row than the call’s own answer would', async () => {
  const changes = Object.values(contract)
    .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
    .filter(([name, { method }]) => method === 'PUT' && name.startsWith('update'))
  let stale = 0
  const without: string[] = []
  for (const [name, endpoint] of changes) {
    const kind = name.replace('update', '').replace(/^./, (letter_) => letter_.toLowerCase())
    const id = (own as unknown as Record<string, number>)[kind]
    if (id === undefined || !endpoint.path.includes('{id}')) continue
    const answer = await testApp.raw(admin, 'PUT', endpoint.path.replace('{id}', String(id)), {
      version: 4711,
    })
    if (answer.status !== 409) continue
    const { current } = answer.body as { current?: object }
    if (current === undefined) {
      without.push(name)
      continue
    }
    stale += 1
    expect(Object.keys(endpoint.response.parse(current) as object).sort(), name).toEqual(
      Object.keys(current).sort(),
    )
  }
  expect(stale).toBeGreaterThan(10)
  expect(without).toEqual(['updateSurveyQuestion'])
})

describe('stored messages', () => {
  it('are sealed, and opened when they are sent', async () => {
    await testApp.call(null, waysIn.requestReset, { body: { email: 'staff@here.test' } })
    const lying = await raw(sql`select subject, text from letter`)
    expect(lying).not.toContain('token=')
    expect(lying).not.toContain('Plantroom')
    const opened = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, 'staff@here.test')),
    )
    expect(opened.at(-1)?.text).toContain('token=')
  })
})

describe('a change of the data key', () => {
  const keys = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)] as const
  const rotated = makeSeal([keys[1], keys[0]])
  const stored = () =>
    raw(sql`select url, secret from api_hook union all select subject, text from letter`)

  it('seals everything again, and also what was never sealed', async () => {
    await asSystem(testApp.pool, (db) =>
      db.execute(
        sql`update api_hook set secret = 'plain-of-an-earlier-version' where id = ${own.apiHook}`,
      ),
    )
    await checkDataKey(testApp.pool, makeSeal([keys[0]]))
    await checkDataKey(testApp.pool, rotated)
    const { written, lost } = await resealAll(testApp.pool, rotated)
    expect(written).toBeGreaterThan(5)
    expect(lost).toBe(0)
    expect(await stored()).not.toContain('plain-of-an-earlier-version')
    expect(await resealAll(testApp.pool, rotated)).toEqual({ written: 0, lost: 0 })
    useSeal(makeSeal([keys[1]]))
    const [hook] = await asSystem(testApp.pool, (db) =>
      db
        .select()
        .from(tables.apiHook)
        .where(eq(tables.apiHook.id, own.apiHook as never)),
    )
    expect(hook?.secret).toBe('plain-of-an-earlier-version')
    useSeal(makeSeal([keys[0]]))
  })

  it('reseals the key pair of web push without changing it', async () => {
    const pair = (seal: Seal) => asSystem(testApp.pool, (db) => pushKeys(seal, db))
    const former = makeSeal([Buffer.alloc(32, 7)])
    const { publicKey } = await pair(former)
    const both = makeSeal([keys[1], Buffer.alloc(32, 7)])
    expect((await resealAll(testApp.pool, both)).lost).toBe(0)
    expect((await pair(makeSeal([keys[1]]))).publicKey).toBe(publicKey)
    await expect(pair(former)).rejects.toThrow('does not have')
  })

  it('that opens nothing of what is there refuses the start with a sentence', async () => {
    await expect(checkDataKey(testApp.pool, makeSeal([keys[0]]))).rejects.toThrow(WrongDataKey)
    await expect(checkDataKey(testApp.pool, makeSeal([keys[0]]))).rejects.toThrow('DATA_KEY_BEFORE')
    await checkDataKey(testApp.pool, makeSeal([keys[1]]))
  })

  it('still asks for the former key while something waits that it sealed', async () => {
    const third = makeSeal([Buffer.alloc(32, 9), keys[1]])
    await asSystem(testApp.pool, (db) =>
      db.execute(
        sql`update api_hook set secret = ${makeSeal([Buffer.alloc(32, 1)]).seal('api-hook.secret', 'lost')} where id = ${own.apiHook}`,
      ),
    )
    const probe = () =>
      asSystem(testApp.pool, (db) =>
        db.select().from(tables.installation).where(eq(tables.installation.key, 'data-key')),
      )
    const before = await probe()
    expect((await resealAll(testApp.pool, third)).lost).toBe(1)
    expect(await probe()).toEqual(before)
  })
})
