import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#lib/paths.ts'
import { openScreens } from '../server/page.ts'
import { preferred } from '../server/signInPage.ts'
import { openTestApp, PASSWORD, type TestApp } from './testApp.ts'

let testApp: TestApp
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-page-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><p>The application</p><meta name="plantroom:handed-over" content="" />',
  )
  for (const language of ['en', 'he'])
    writeFileSync(
      join(folder, `signIn.${language}.html`),
      `<!doctype html><html lang="${language}"><form class="f" method="post"><input type="hidden" name="next" value="/"/><input type="hidden" name="source" value="web"/><input type="hidden" name="lang" value=""/><input type="hidden" name="company" value=""/><input name="email" type="email" value=""/></form><script type="application/json" data-note="bad" id="words">${JSON.stringify({ 'notices:wrongPassword': `Wrong in ${language}` })}</script>`,
    )
  testApp = await openTestApp({ pageFolder: folder })
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const asBrowser = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' }
const open = async (url: string, headers: Record<string, string> = asBrowser) =>
  (await testApp.app.http.inject({ url, headers })).body

describe('the page that a browser is given', () => {
  it('is the sign-in page, at every address that needs a session', async () => {
    for (const url of ['/', '/login', '/equipment?q=pump', '/nowhere'])
      expect(await open(url), url).toContain('<form')
  })

  it('leaves room for the demo’s users if it is a demo, and only then', async () => {
    expect(await open('/')).not.toContain('data-demo')
    const demo = await openTestApp({ pageFolder: folder, demo: true })
    const { body } = await demo.app.http.inject({ url: '/', headers: asBrowser })
    expect(body).toContain('<html data-demo lang="en"')
    await demo.close()
  })

  it('leads on to what was asked for', async () => {
    expect(await open('/equipment?q=a"b&lang=en')).toContain('value="/equipment?q=a%22b"')
    expect(await open('/login?next=%2Ftickets&source=mobile')).toMatch(
      /value="\/tickets".*value="mobile"/,
    )
  })

  it('is in the language chosen here, else in the browser’s', async () => {
    const accept = { ...asBrowser, 'accept-language': 'fr, he-IL;q=0.9, en;q=0.1' }
    expect(await open('/', accept)).toContain('lang="he"')
    expect(await open('/', { ...accept, cookie: 'plantroom.language=en' })).toContain('lang="en"')
    expect(await open('/?lang=he', asBrowser)).toContain('lang="he"')
    expect(preferred('iw')).toBe('he')
    expect(preferred('en;q=0, xx')).toBeUndefined()
  })

  it('is the application for a signed-in browser, for frames, scripts and other ways in', async () => {
    expect(await open('/', { ...asBrowser, cookie: 'plantroom.signedIn=1' })).not.toContain('<form')
    expect(await open('/', { ...asBrowser, 'sec-fetch-dest': 'iframe' })).not.toContain('<form')
    expect(await open('/', { accept: '*/*' })).not.toContain('<form')
    for (const url of ['/login?way=otp', '/?token=x', '/auth-callback?code=1&state=2'])
      expect(await open(url), url).not.toContain('<form')
  })

  it('knows every screen that opens without a session', () => {
    for (const [name, route] of Object.entries(routes)) {
      const isOpen = 'access' in route && name !== 'login'
      expect(openScreens.test(route.path), name).toBe(isOpen)
    }
  })
})

describe('a form that was sent before any script', () => {
  const send = (
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    site: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) =>
    testApp.app.http.inject({
      method: 'POST',
      url: '/login',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...site,
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    })

  it('signs in, and the application takes up the session', async () => {
    const answer = await send({
      email: ' staff@here.test ',
      password: PASSWORD,
      next: '/tickets?a="b"&c=$&$`$',
      source: 'web',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['set-cookie']).toBeDefined()
    const [, content = ''] = /content="([^"]*)"/.exec(answer.body) ?? []
    const handed = JSON.parse(
      content.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    ) as { token: string; next: string }
    expect(handed.next).toBe('/tickets?a="b"&c=$&$`$')
    const me = await testApp.app.http.inject({
      url: '/api/token-check',
      headers: { authorization: `Bearer ${handed.token}` },
    })
    expect(me.statusCode).toBe(200)
  })

  it('comes back with what was wrong and what was typed, in its language', async () => {
    const typed = { email: '"><b>@here.test', password: 'Wrong1234', source: 'web', lang: 'he' }
    const company = '0b64dcd5-58e5-4f8b-9f1c-0e9e1b6ad0b1'
    const sent = await send({ ...typed, next: '/tickets', company })
    expect(sent.statusCode).toBe(303)
    const cookie = sent.cookies
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .join('; ')
    const address = String(sent.headers.location)
    expect(address).not.toContain('here.test')
    const form = await open(address, { ...asBrowser, cookie })
    expect(form).toContain('<p class="bad" role="alert">Wrong in he</p>')
    expect(form).toContain('name="next" value="/tickets"')
    expect(form).toContain('name="lang" value="he"')
    expect(form).toContain(`name="company" value="${company}"`)
    expect(form).toContain('value="&#34;&#62;&#60;b&#62;@here.test"')
    expect(form).not.toContain('Wrong1234')
  })

  it('comes back as a page, too, if it is longer than any form', async () => {
    const sent = await send({ email: 'staff@here.test', password: 'x'.repeat(9_000) })
    expect(sent.statusCode).toBe(303)
    expect(await open(String(sent.headers.location))).toContain('role="alert"')
  })

  it('is accepted from a browser that names the page alone, as over plain HTTP', async () => {
    const page = await testApp.app.http.inject({ url: '/login', headers: asBrowser })
    expect(page.headers['referrer-policy']).toBe('same-origin')
    const sent = (origin: string) =>
      send({ email: 'staff@here.test', password: PASSWORD }, { host: 'plant.test', origin }, {})
    expect((await sent('http://plant.test')).statusCode).toBe(200)
    expect((await sent('http://evil.test')).statusCode).toBe(303)
    expect((await sent('null')).statusCode).toBe(303)
  })

  it('is refused from another site', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] satisfies Record<string, string>[]) {
      const answer = await send({ email: 'staff@here.test', password: PASSWORD }, headers)
      expect(answer.statusCode).toBe(303)
      expect(answer.body).not.toContain('token')
    }
  })
})

describe('another build under a running server', () => {
  it('is served from then on, and a file of the one before is not there', async () => {
    const before = await open('/?token=x')
    expect(before).toContain('The application')
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'assets', 'index-next.js'), 'next()')
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><p>The next</p><meta name="plantroom:handed-over" content="" />',
    )
    utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5_000))
    expect(await open('/?token=x')).toContain('The next')
    const file = await testApp.app.http.inject('/assets/index-next.js')
    expect([file.statusCode, file.body]).toEqual([200, 'next()'])
    for (const url of ['/assets/index-before.js', '/assets/index-before.css', '/.env']) {
      const gone = await testApp.app.http.inject({ url, headers: asBrowser })
      expect(gone.statusCode, url).toBe(404)
      expect(gone.headers['content-type'], url).toContain('application/json')
      expect(String(gone.headers['cache-control']), url).not.toContain('immutable')
    }
  })
})
