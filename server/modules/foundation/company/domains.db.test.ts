import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { startIdentityProvider, type IdentityProviderProcess } from '#tests/identityProvider.ts'
import { statementsOf } from '#tests/statements.ts'
import { openTestApp, type Company, type TestApp } from '#tests/testApp.ts'
import { checkProvedDomains, stateAfter } from './domainChecks.ts'

const { companyDomains, waysIn } = contract
const DAY = 86_400_000

let testApp: TestApp
let sso: IdentityProviderProcess
/** TXT records by name. Null if the name servers do not answer. */
const zone = new Map<string, readonly string[] | null>()

beforeAll(async () => {
  sso = await startIdentityProvider(['http://localhost:4000/auth-callback'])
  testApp = await openTestApp({
    dns: {
      txt: (name) => {
        const records = zone.get(name)
        return Promise.resolve(records === undefined ? [] : records)
      },
    },
    providers: [{ idp: 'sso', issuer: sso.issuer, clientId: sso.clientId }],
  })
})
afterAll(async () => {
  await testApp.close()
  await sso.close()
})

const options = async (email: string, of?: string) =>
  (await testApp.call(null, waysIn.getLoginOptions, { body: { email, company: of } })).body
const choose = (one: Company, idp: 'sso' | null, forceSso: boolean) =>
  asSystem(testApp.pool, (db) =>
    db.update(tables.company).set({ idp, forceSso }).where(eq(tables.company.id, one.id)),
  )
const uuidOf = async (one: Company) => {
  const [row] = await asSystem(testApp.pool, (db) =>
    db
      .select({ uuid: tables.company.uuid })
      .from(tables.company)
      .where(eq(tables.company.id, one.id)),
  )
  return row?.uuid ?? ''
}
const add = async (token: string, domain: string) =>
  testApp.ok(token, companyDomains.addCompanyDomain, { body: { domain } })
const check = (token: string, id: number) =>
  testApp.ok(token, companyDomains.checkCompanyDomain, { params: { id: id as never } })
const remove = (token: string, id: number) =>
  testApp.ok(token, companyDomains.removeCompanyDomain, { params: { id: id as never } })

describe('a mail domain of a company', () => {
  it('waits for its TXT record, and is proved by it at either name', async () => {
    const token = await testApp.signIn('administrator')
    const added = await add(token, ' @Bücher.Test. ')
    expect(added).toMatchObject({
      domain: 'xn--bcher-kva.test',
      state: 'waiting',
      recordName: '_plantroom.xn--bcher-kva.test',
      lastCheckedAt: null,
    })
    expect(await check(token, added.id)).toMatchObject({ state: 'waiting', lastFault: 'noRecord' })
    zone.set(added.recordName, null)
    expect(await check(token, added.id)).toMatchObject({ state: 'waiting', lastFault: 'noAnswer' })
    zone.set(added.domain, ['v=spf1 -all', added.recordValue])
    expect(await check(token, added.id)).toMatchObject({ state: 'proved', lastFault: null })
    const { signInAddress, rows } = await testApp.ok(token, companyDomains.getCompanyDomains, {})
    expect(rows).toMatchObject([{ id: added.id, state: 'proved' }])
    expect(signInAddress).toBe(`http://localhost/login?company=${await uuidOf(testApp.here)}`)
    await remove(token, added.id)
  })

  it('is refused if it has one label, is an IP address, is there already, or is one too many', async () => {
    const token = await testApp.signIn('administrator')
    for (const domain of ['localhost', '10.0.0.1', 'a b.test', 'x_y.test', '-x.test', 'x..test'])
      expect(
        (await testApp.call(token, companyDomains.addCompanyDomain, { body: { domain } })).body,
        domain,
      ).toMatchObject({ errors: [{ path: 'body.domain', code: 'notADomain' }] })
    const ids: number[] = []
    for (let number = 0; number < 20; number += 1)
      ids.push((await add(token, `number${number}.test`)).id)
    for (const [domain, code] of [
      ['number3.test', 'alreadyThere'],
      ['number20.test', 'tooManyDomains'],
    ] as const)
      expect(
        await testApp.call(token, companyDomains.addCompanyDomain, { body: { domain } }),
      ).toMatchObject({ status: 409, body: { errors: [{ code }] } })
    for (const id of ids) await remove(token, id)
  })

  it('can be claimed by two companies, and is proved by one of them until it is removed', async () => {
    const here = await testApp.signIn('administrator')
    const there = await testApp.signIn('administrator', 'there')
    const squatted = await add(there, 'claimed.test')
    const own = await add(here, 'claimed.test')
    expect(squatted.recordValue).not.toBe(own.recordValue)
    zone.set('claimed.test', [own.recordValue])
    expect(await check(there, squatted.id)).toMatchObject({ lastFault: 'noRecord' })
    expect(await check(here, own.id)).toMatchObject({ state: 'proved' })
    zone.set('claimed.test', [own.recordValue, squatted.recordValue])
    expect(await check(there, squatted.id)).toMatchObject({
      state: 'waiting',
      lastFault: 'otherCompany',
    })
    await remove(here, own.id)
    expect(await check(there, squatted.id)).toMatchObject({ state: 'proved' })
    await remove(there, squatted.id)
  })

  it('is checked 40 times a quarter of an hour at most', async () => {
    const token = await testApp.signIn('administrator')
    const { id } = await add(token, 'pressed.test')
    testApp.clock.advance(16 * 60_000)
    const fresh = await testApp.signIn('administrator')
    for (let turn = 0; turn < 40; turn += 1) await check(fresh, id)
    expect(
      (await testApp.call(fresh, companyDomains.checkCompanyDomain, { params: { id } })).status,
    ).toBe(429)
    testApp.clock.advance(16 * 60_000)
    await remove(await testApp.signIn('administrator'), id)
  })

  it('is checked once a day, and lapses when its record was missing for three days', async () => {
    const { id, domain, recordValue } = await add(
      await testApp.signIn('administrator'),
      'lapsing.test',
    )
    zone.set(domain, [recordValue])
    await check(await testApp.signIn('administrator'), id)
    const kernel = testApp.app.kernel
    const read = async () => {
      const [row] = await asSystem(testApp.pool, (db) =>
        db.select().from(tables.companyDomain).where(eq(tables.companyDomain.id, id)),
      )
      return row
    }
    const first = await read()
    testApp.clock.advance(DAY / 2)
    await checkProvedDomains(kernel)
    expect((await read())?.lastCheckedAt).toEqual(first?.lastCheckedAt)
    zone.set(domain, [])
    for (let day = 0; day < 3; day += 1) {
      testApp.clock.advance(DAY + 60_000)
      await checkProvedDomains(kernel)
      expect(await read(), `day ${day}`).toMatchObject({
        provedAt: first?.provedAt,
        lastFault: 'noRecord',
      })
    }
    testApp.clock.advance(DAY + 60_000)
    await checkProvedDomains(kernel)
    const token = await testApp.signIn('administrator')
    const { rows } = await testApp.ok(token, companyDomains.getCompanyDomains, {})
    expect(rows).toMatchObject([{ state: 'lapsed', provedAt: null, lastFault: 'noRecord' }])
    zone.set(domain, [recordValue])
    expect(await check(token, id)).toMatchObject({ state: 'proved', lapsedAt: null })
    await remove(token, id)
  })

  it('survives 30 days of name servers that do not answer', () => {
    const now = testApp.clock.now()
    const failing = (days: number, fault: 'noAnswer' | 'noRecord') =>
      stateAfter(
        { provedAt: now, lapsedAt: null, failingSince: now },
        fault,
        new Date(now.getTime() + days * DAY),
      ).provedAt
    expect(failing(29, 'noAnswer')).toEqual(now)
    expect(failing(30, 'noAnswer')).toBeNull()
    expect(failing(3, 'noRecord')).toBeNull()
  })
})

describe('POST /api/public/login-options', () => {
  it('requires the provider for addresses of a proved domain, known or not', async () => {
    const token = await testApp.signIn('administrator')
    const { id, domain, recordValue } = await add(token, 'here.test')
    await choose(testApp.here, 'sso', true)
    const waiting = await options('staff@here.test')
    expect(waiting).toMatchObject({ password: true, forceSso: false, idp: null })
    zone.set(domain, [recordValue])
    await check(token, id)
    const known = await options('Staff@HERE.test')
    expect(known).toMatchObject({
      password: false,
      otp: [],
      allowSso: true,
      forceSso: true,
      idp: 'sso',
      providers: [{ idp: 'sso' }],
    })
    expect(await options('nobody-has-this@here.test')).toEqual(known)
    expect(await options('staff@there.test')).toEqual(await options('nobody@elsewhere.test'))
    expect(await options('staff@sub.here.test')).toMatchObject({ forceSso: false })
    await choose(testApp.here, null, false)
    await remove(await testApp.signIn('administrator'), id)
  })

  it('requires it at the company’s own sign-in address, which counts before the domain', async () => {
    const token = await testApp.signIn('administrator')
    const { id, domain, recordValue } = await add(token, 'here.test')
    zone.set(domain, [recordValue])
    await check(token, id)
    await choose(testApp.there, 'sso', true)
    const there = await uuidOf(testApp.there)
    expect(await options('-', there)).toMatchObject({ password: false, forceSso: true, idp: 'sso' })
    expect(await options('staff@here.test', there)).toEqual(await options('-', there))
    expect(await options('staff@here.test')).toMatchObject({ password: true, idp: null })
    expect(await options('-', '00000000-0000-0000-0000-000000000000')).toEqual(await options('-'))
    await choose(testApp.there, null, false)
    await remove(token, id)
  })

  it('lists a provider for every address while at least one company uses it', async () => {
    expect(await options('anybody@elsewhere.test')).toMatchObject({
      allowSso: false,
      providers: [],
    })
    await choose(testApp.there, 'sso', true)
    for (const email of ['-', 'staff@there.test', 'staff@here.test', 'anybody@elsewhere.test'])
      expect(await options(email), email).toMatchObject({
        password: true,
        forceSso: false,
        idp: null,
        providers: [{ idp: 'sso' }],
      })
    await choose(testApp.there, null, false)
  })

  it('sends the database the same statements for every address', async () => {
    await choose(testApp.there, 'sso', true)
    await options('-')
    const asked = async (email: string) =>
      (await statementsOf(testApp.pool, () => options(email))).texts
    const unknown = await asked('nobody@there.test')
    expect(unknown.length).toBeGreaterThan(0)
    expect(unknown.join(' ')).not.toMatch(/"(person|app_user)"/)
    for (const email of ['staff@there.test', 'staff@here.test', 'both@elsewhere.test', '-'])
      expect(await asked(email), email).toEqual(unknown)
    await choose(testApp.there, null, false)
  })
})
