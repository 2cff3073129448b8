/** The page of a label, attacked with nothing but a label in hand. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
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

it('a code opens nothing but its label: no other call takes it', async () => {
  for (const url of [
    `/api/label-codes/${code}`,
    '/api/label-codes/to-print',
    '/api/report-settings',
    `/api/tickets/1/reports`,
  ])
    expect((await testApp.app.http.inject({ url })).statusCode, url).toBe(401)
})

let keys = 0
const newKey = () => (keys += 1).toString(16).padStart(32, 'b')
