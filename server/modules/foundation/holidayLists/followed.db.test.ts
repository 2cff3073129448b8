import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { makeHookClient } from '#ports/hookClient.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { readDueCalendars } from './followed.ts'

const { followedCalendars, companies, journal } = contract
const DAY = 24 * 3_600_000

const file = (...events: [day: string, name: string][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//x//y//EN',
    ...events.flatMap(([day, name], index) => [
      'BEGIN:VEVENT',
      `UID:${index}@x`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART;VALUE=DATE:${day}`,
      `SUMMARY:${name}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[]
const server = createServer((request, response) => {
  asked.push(request)
  answer(request, response)
})
let testApp: TestApp
let admin: string
let base: string
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  testApp = await openTestApp({ hooks: makeHookClient([`127.0.0.1:${port}`]) })
})
afterAll(async () => {
  await testApp.close()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000)
  admin = await testApp.signIn('administrator')
  asked = []
  answer = (_request, response) =>
    response.end(file(['20261224', 'Štědrý den'], ['20270101', 'Nový rok'], ['20190101', 'Old']))
})

const follow = (path = '/holidays.ics') =>
  testApp.ok(admin, followedCalendars.followCalendar, { body: { address: `${base}${path}` } })
const now = async () =>
  (await testApp.ok(admin, followedCalendars.getFollowedCalendar, {})).calendar
const aDayLater = async () => {
  testApp.clock.advance(DAY)
  admin = await testApp.signIn('administrator')
  await readDueCalendars(testApp.app.kernel)
}

describe('a followed calendar', () => {
  it('is read at once, and changes no holidays by itself', async () => {
    const before = (await testApp.ok(admin, companies.getCompany, {})).holidays
    expect(await follow()).toEqual({
      address: `${base}/holidays.ics`,
      rows: [
        { date: '2026-12-24', name: 'Štědrý den' },
        { date: '2027-01-01', name: 'Nový rok' },
      ],
      left: { outside: 1, cancelled: 0, unread: 0, cut: 0 },
      checkedAt: testApp.clock.now().toISOString(),
      fault: null,
    })
    expect((await testApp.ok(admin, companies.getCompany, {})).holidays).toEqual(before)
    const { rows } = await testApp.ok(admin, journal.listJournal, {
      body: { limit: 1, entity: 'company' } as never,
    })
    expect(JSON.stringify(rows[0])).toContain(base)
    expect(JSON.stringify(rows[0])).not.toContain('holidays.ics')
  })

  it('is asked for daily with the validators of its file, and read again when it changed', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else {
        response.setHeader('etag', '"v1"')
        response.setHeader('last-modified', 'Sun, 01 Nov 2026 00:00:00 GMT')
        response.end(file(['20261224', 'Štědrý den']))
      }
    }
    await follow()
    await readDueCalendars(testApp.app.kernel)
    expect(asked).toHaveLength(1)
    await aDayLater()
    expect(asked.at(-1)?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Sun, 01 Nov 2026 00:00:00 GMT',
    })
    expect(await now()).toMatchObject({ rows: [{ name: 'Štědrý den' }], fault: null })
    answer = (_request, response) =>
      response.end(file(['20261224', 'Štědrý den'], ['20261231', 'Silvestr']))
    await aDayLater()
    expect((await now())?.rows.map(({ name }) => name)).toEqual(['Štědrý den', 'Silvestr'])
  })

  it('that has times in UTC gives the days of the company’s time zone, also of a new one', async () => {
    const night = file(['20270109', 'Night']).replace(
      'DTSTART;VALUE=DATE:20270109',
      'DTSTART:20270109T233000Z\r\nDTEND:20270110T003000Z',
    )
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"night"') response.writeHead(304).end()
      else response.setHeader('etag', '"night"').end(night)
    }
    const settings = await testApp.ok(admin, companies.getCompany, {})
    const moveTo = async (timezone: string) => {
      const { version } = await testApp.ok(admin, companies.getCompany, {})
      await testApp.ok(admin, companies.updateCompany, { body: { timezone, version } })
      await readDueCalendars(testApp.app.kernel)
      return (await now())?.rows.map(({ date }) => date)
    }
    await follow()
    expect(await moveTo('Asia/Riyadh')).toEqual(['2027-01-10'])
    expect(await moveTo('America/Vancouver')).toEqual(['2027-01-09'])
    await moveTo(settings.timezone)
  })

  it('that fails keeps its days, says since when and why, and is asked for again after hours', async () => {
    await follow()
    answer = (_request, response) => response.writeHead(404).end()
    await aDayLater()
    const since = testApp.clock.now().toISOString()
    expect(await now()).toMatchObject({
      rows: [{ name: 'Štědrý den' }, { name: 'Nový rok' }],
      fault: { code: 'refused', status: 404, since, triedAt: since },
    })
    testApp.clock.advance(5 * 3_600_000)
    admin = await testApp.signIn('administrator')
    answer = (_request, response) => response.writeHead(503).end()
    await readDueCalendars(testApp.app.kernel)
    expect((await now())?.fault).toEqual({
      code: 'failed',
      status: 503,
      since,
      triedAt: testApp.clock.now().toISOString(),
    })
    answer = (_request, response) => response.end(file(['20261224', 'Vánoce']))
    const read = await testApp.ok(admin, followedCalendars.checkFollowedCalendar, {})
    expect(read).toMatchObject({ rows: [{ name: 'Vánoce' }], fault: null })
  })

  it.each<[string, string, (response: ServerResponse) => void]>([
    ['is a web page', 'notACalendar', (response) => response.end('<html>Sign in</html>')],
    [
      'is larger than 1 MB',
      'tooLarge',
      (response) => response.end(`${file(['20261224', 'x'])}${' '.repeat(1_000_001)}`),
    ],
    ['breaks off', 'noAnswer', (response) => response.destroy()],
    ['wants a password', 'refused', (response) => response.writeHead(401).end()],
  ])('whose file %s says so', async (_what, code, respond) => {
    answer = (_request, response) => respond(response)
    expect(await follow()).toMatchObject({ rows: [], checkedAt: null, fault: { code } })
  })

  it('is followed through redirects, each guarded: none leads into another private network', async () => {
    answer = (request, response) =>
      request.url === '/moved'
        ? response.writeHead(301, { location: '/new.ics' }).end()
        : response.end(file(['20261224', 'Vánoce']))
    expect(await follow('/moved')).toMatchObject({ rows: [{ name: 'Vánoce' }], fault: null })
    answer = (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    expect(await follow('/moved')).toMatchObject({ fault: { code: 'notAllowed' } })
    answer = (_request, response) => response.writeHead(302, { location: '/round' }).end()
    expect(await follow('/moved')).toMatchObject({ fault: { code: 'noAnswer' } })
    expect(asked.filter(({ url }) => url === '/round')).toHaveLength(4)
  })

  it('with more days than fit says how many were left out', async () => {
    const days = Array.from({ length: 1_100 }, (_, away): [string, string] => [
      new Date(Date.UTC(2026, 0, 1 + away)).toISOString().slice(0, 10).replaceAll('-', ''),
      `Day ${away}`,
    ])
    answer = (_request, response) => response.end(file(...days))
    const read = await follow()
    expect(read.rows).toHaveLength(1_000)
    expect(read.left.cut + read.left.outside).toBe(100)
  })

  it('is followed no more when the company says so', async () => {
    await follow()
    await testApp.ok(admin, followedCalendars.unfollowCalendar, {})
    expect(await now()).toBeNull()
    expect((await testApp.call(admin, followedCalendars.unfollowCalendar, {})).status).toBe(404)
    asked = []
    await aDayLater()
    expect(asked).toEqual([])
  })

  it('takes only addresses of http, https and webcal', async () => {
    for (const address of ['file:///etc/passwd', 'ftp://x.test/a.ics', 'calendar', ''])
      expect(
        (await testApp.call(admin, followedCalendars.followCalendar, { body: { address } })).status,
      ).toBe(400)
  })
})
