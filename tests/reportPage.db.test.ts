/** The page of a label, attacked with nothing but a label in hand. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { languages } from '#contract/languages.ts'
import { wordsOf } from '../server/modules/work/labelReports/index.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { root } from './root.ts'
import type { TestApp } from './testApp.ts'

const { labelReports, tickets } = contract
let testApp: TestApp
let own: Fixtures
let admin: string
let folder: string
let code: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-report-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><p>The application</p>')
  copyFileSync(join(root, 'report.html'), join(folder, 'report.html'))
  ;({
    testApp,
    token: admin,
    fixtures: own,
  } = await openTestAppWithFixtures({ pageFolder: folder }))
  const settings = await testApp.ok(admin, labelReports.getReportSettings, {})
  await testApp.ok(admin, labelReports.setReportSettings, {
    body: { ...settings, isOn: true, phone: '+420 222 333' },
  })
  const of = { equipmentId: own.equipment ?? 0 }
  await testApp.ok(admin, labelReports.setLabel, { body: { of, takesReports: true } })
  const made = { equipmentIds: [of.equipmentId] }
  code = (await testApp.ok(admin, labelReports.makeLabelCodes, { body: made }))[0]?.code ?? ''
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const browser = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' }
const open = (url: string, headers: Record<string, string> = {}) =>
  testApp.app.http.inject({ url, headers: { ...browser, ...headers } })
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  testApp.app.http.inject({
    method: 'POST',
    url,
    headers: {
      ...browser,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams(form).toString(),
  })
const keyIn = (html: string) => /name="key" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? ''
const countTickets = async () =>
  (await testApp.ok(admin, tickets.listTickets, { body: { isReported: true, limit: 1 } })).count

describe('the page of a label', () => {
  it('is in the phone’s language, with its direction, in each of the six', async () => {
    for (const language of languages) {
      const { body, statusCode } = await open(`/r/${code}`, { 'accept-language': language })
      expect(statusCode).toBe(200)
      expect(body).toContain(wordsOf(language).problem_leaking)
      expect(body.includes('dir="rtl">')).toBe(['he', 'ar'].includes(language))
      expect(Buffer.byteLength(body)).toBeLessThan(20_000)
    }
  })

  it('is the application for a signed-in browser, unless a guest asks', async () => {
    const cookie = { cookie: 'plantroom.signedIn=1' }
    expect((await open(`/r/${code}`, cookie)).body).toContain('The application')
    expect((await open(`/r/${code}?guest`, cookie)).body).toContain('id="report"')
  })

  it('has the same bytes and status for every code that opens nothing', async () => {
    const bare = async (one: string) => {
      const { body, statusCode, headers } = await open(`/r/${one}`)
      return { body, statusCode, type: headers['content-type'], caching: headers['cache-control'] }
    }
    const unknown = await bare('0'.repeat(16))
    expect(unknown.statusCode).toBe(404)
    const of = { equipmentId: own.equipment ?? 0 }
    const revoked = code
    await testApp.ok(admin, labelReports.revokeLabel, { body: { of } })
    code =
      (
        await testApp.ok(admin, labelReports.makeLabelCodes, {
          body: { equipmentIds: [of.equipmentId] },
        })
      )[0]?.code ?? ''
    for (const one of [revoked, 'short', '../../api/health', '%00', 'x'.repeat(3_000)])
      expect(await bare(encodeURIComponent(one)), one).toEqual(unknown)
    await testApp.ok(admin, labelReports.setLabel, { body: { of, takesReports: false } })
    expect(await bare(code)).toEqual(unknown)
    await testApp.ok(admin, labelReports.setLabel, { body: { of, takesReports: true } })
    expect((await bare(code)).statusCode).toBe(200)
  })

  it('shows an old label’s address as the sign-in page, which names nothing', async () => {
    writeFileSync(join(folder, 'signIn.en.html'), '<!doctype html><html lang="en"><form></form>')
    const { body } = await open(`/equipment/${own.equipment}`)
    const { name } = await testApp.ok(admin, contract.equipment.getEquipment, {
      params: { id: own.equipment ?? 0 },
    })
    expect(body).not.toContain(name)
  })
})

describe('a report sent without a script', () => {
  it('opens a ticket once, and leads to the secret address of the answer', async () => {
    const { body } = await open(`/r/${code}`)
    const key = keyIn(body)
    const before = await countTickets()
    const words = '<script>alert(1)</script> & "quotes"'
    for (let time = 0; time < 2; time += 1) {
      const sent = await post(`/r/${code}`, { key, problem: 'broken', words, name: '', phone: '' })
      expect(sent).toMatchObject({ statusCode: 303, headers: { location: `/reported/${key}` } })
    }
    expect(await countTickets()).toBe(before + 1)
    const answer = await open(`/reported/${key}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain(wordsOf('en').state_received)
    expect(answer.body).not.toContain('alert(1)')
  })

  it('is refused from another site, whatever it says', async () => {
    const key = 'a'.repeat(32)
    const before = await countTickets()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
    ] as Record<string, string>[])
      await post(`/r/${code}`, { key, problem: 'power' }, headers)
    const asJson = await testApp.app.http.inject({
      method: 'POST',
      url: `/api/public/label/${code}`,
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
      payload: JSON.stringify({ key, problem: 'power' }),
    })
    expect(asJson.statusCode).toBe(400)
    expect(await countTickets()).toBe(before)
    expect((await open(`/reported/${key}`)).statusCode).toBe(404)
  })

  it('offers “Me too” for an open report, with nothing that somebody wrote', async () => {
    const { body } = await open(`/r/${code}`)
    expect(body).toContain(wordsOf('en').meToo)
    expect(body).not.toContain('quotes')
    expect(body).toMatch(/href="tel:\+420222333"/)
    const [, ref = ''] = /name="again" value="([^"]+)"/.exec(body) ?? []
    const before = await countTickets()
    const sent = await post(`/r/${code}`, { key: keyIn(body), problem: 'broken', again: ref })
    expect(sent.statusCode).toBe(303)
    expect(await countTickets()).toBe(before)
  })

  it('says at the limit whom to call', async () => {
    const send = () => post(`/r/${code}`, { key: newKey(), problem: 'broken' })
    let last = await send()
    for (let time = 0; time < 12 && last.statusCode === 303; time += 1) last = await send()
    expect(last.statusCode).toBe(429)
    expect(last.body).toContain(wordsOf('en').tooMany)
    expect(last.body).toContain('+420 222 333')
  })
})

describe('a report that is refused without a script', () => {
  const given = {
    problem: 'noise',
    words: `first\r\nsecond "quoted" ${'é'.repeat(1_900)}`,
    name: 'Hana',
    phone: '777 111',
  }
  const keepsAll = (html: string) => {
    for (const text of [...given.words.split('\r\n').map(quoted), 'value="Hana"', '"777 111"'])
      expect(html).toContain(text)
  }

  it('keeps what was typed when the label is at its limit, and says so before it is typed', async () => {
    const sent = await post(`/r/${code}`, { key: newKey(), ...given })
    expect(sent.statusCode).toBe(429)
    keepsAll(sent.body)
    expect(sent.body).toContain('value="noise" required checked')
    expect((await open(`/r/${code}`)).body).toContain(wordsOf('en').tooMany)
  })

  it('says why a form without an origin was not taken, and shows it again; a foreign one is left out', async () => {
    const sent = await testApp.app.http.inject({
      method: 'POST',
      url: `/r/${code}`,
      headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ key: newKey(), ...given }).toString(),
    })
    expect(sent.statusCode).toBe(403)
    expect(sent.body).toContain(wordsOf('en').foreign)
    keepsAll(sent.body)
    const foreign = await post(`/r/${code}`, given, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.body).toContain(wordsOf('en').foreign)
    expect(foreign.body).not.toContain('Hana')
  })

  it('takes 2,000 characters with line ends as browsers send them', async () => {
    testApp.clock.advance(3_600_001)
    const words = Array.from({ length: 500 }, () => '漢字え').join('\r\n')
    const key = newKey()
    const sent = await post(`/r/${code}`, { key, problem: 'missing', words, name: '', phone: '' })
    expect(sent).toMatchObject({ statusCode: 303, headers: { location: `/reported/${key}` } })
  })
})

it('a whole hospital behind one address is not shut out after 3,000 calls in a quarter of an hour', async () => {
  const remoteAddress = '198.51.100.7'
  await asSystem(testApp.pool, (db) =>
    db.insert(tables.attempt).values({
      key: `call:/api/public/label/{code}:${remoteAddress}`,
      count: 100_000,
      since: testApp.clock.now(),
    }),
  )
  const url = `/r/${code}`
  const { statusCode } = await testApp.app.http.inject({ url, headers: browser, remoteAddress })
  expect(statusCode).toBe(200)
})

it('a network in a burst gets a page with the phone number, the text typed and the answer to send again', async () => {
  testApp.clock.advance(3_600_001)
  const key = newKey()
  expect((await post(`/r/${code}`, { key, problem: 'power' })).statusCode).toBe(303)
  await open(`/reported/${key}`)
  const calls = [
    ...Array.from({ length: 500 }, () => open(`/r/${code}`)),
    post(`/r/${code}`, { key: newKey(), problem: 'noise', words: 'Still "loud"' }),
    post(`/reported/${key}`, { fixed: 'no' }),
  ]
  const [read, typed, answered] = (await Promise.all(calls)).slice(-3)
  for (const page of [read, typed, answered]) {
    expect(page?.statusCode).toBe(429)
    expect(page?.headers['content-type']).toContain('text/html')
    expect(Number(page?.headers['retry-after'])).toBeGreaterThan(0)
    expect(page?.body).toContain(wordsOf('en').busy)
    expect(page?.body).toContain('tel:+420222333')
  }
  expect(typed?.body).toContain(quoted('Still "loud"'))
  expect(answered?.body).toContain(wordsOf('en').answerFailed)
  expect(answered?.body).toContain('name="fixed" value="no"')
}, 30_000)

it('a label’s address in capitals opens its page', async () => {
  testApp.clock.advance(60_000)
  const { headers, statusCode } = await open(`/R/${code.toUpperCase()}`)
  expect({ statusCode, location: headers.location }).toEqual({
    statusCode: 302,
    location: `/r/${code}`,
  })
  expect((await open(`/r/${code.toUpperCase()}`)).statusCode).toBe(200)
})

it('a code opens nothing but its label: no other call takes it', async () => {
  for (const url of [
    `/api/label-codes/${code}`,
    '/api/label-codes/to-print',
    '/api/report-settings',
    `/api/tickets/1/reports`,
  ])
    expect((await testApp.app.http.inject({ url })).statusCode, url).toBe(401)
})

const quoted = (text: string) => text.replaceAll('"', '&#34;')
let keys = 0
const newKey = () => (keys += 1).toString(16).padStart(32, 'b')
