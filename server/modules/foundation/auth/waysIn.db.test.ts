import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { makePost } from '#ports/post.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import {
  identityTokenOf,
  startIdentityProvider,
  type IdentityProviderProcess,
} from '#tests/identityProvider.ts'
import { startMailServer, startSmsGateway, type MailServer } from '#tests/mailServer.ts'
import { sendMessages } from '../messages/index.ts'

let testApp: TestApp
let mail: MailServer
let sms: Awaited<ReturnType<typeof startSmsGateway>>
let sso: IdentityProviderProcess
let auth0: IdentityProviderProcess
const callback = 'http://localhost:4000/auth-callback'
const { waysIn, auth } = contract

beforeAll(async () => {
  mail = await startMailServer()
  sms = await startSmsGateway()
  sso = await startIdentityProvider([callback])
  auth0 = await startIdentityProvider([callback])
  testApp = await openTestApp({
    post: makePost({
      smtpUrl: mail.url,
      smtpTlsOptional: true,
      mailFrom: 'Plantroom <plantroom@here.test>',
      smsGatewayUrl: sms.url,
    }),
    providers: [
      { idp: 'sso', issuer: sso.issuer, clientId: sso.clientId },
      { idp: 'auth0', issuer: auth0.issuer, clientId: auth0.clientId },
    ],
  })
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.person)
      .set({ phone: '+420 601 000 000', phoneProvenAt: testApp.clock.now() })
      .where(eq(tables.person.email, 'staff@here.test')),
  )
})
afterAll(async () => {
  await testApp.close()
  await Promise.all([mail.close(), sms.close(), sso.close(), auth0.close()])
})
beforeEach(() => {
  testApp.clock.advance(16 * 60_000)
  mail.messages.length = 0
})

const requestOtp = (email: string, way: 'email' | 'sms' = 'email') =>
  testApp.call(null, waysIn.requestOtp, { body: { email, way } })
const loginOtp = (email: string, code: string) =>
  testApp.call(null, waysIn.loginOtp, { body: { email, code, source: 'web' } })
const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''
async function codeFor(email: string) {
  await requestOtp(email)
  await sendMessages(testApp.app.kernel)
  return codeIn(mail.messages.at(-1)?.text)
}

describe('a one-time code', () => {
  it('arrives by mail and signs in once', async () => {
    const code = await codeFor('staff@here.test')
    expect(mail.messages).toMatchObject([{ to: 'staff@here.test' }])
    const answer = await loginOtp('staff@here.test', code)
    expect(answer.status).toBe(200)
    expect((await testApp.call(answer.body.token, auth.checkToken, {})).status).toBe(200)
    expect((await loginOtp('staff@here.test', code)).status).toBe(400)
  })
  it('arrives by text message', async () => {
    await requestOtp('staff@here.test', 'sms')
    await sendMessages(testApp.app.kernel)
    expect(sms.texts.at(-1)?.to).toBe('+420 601 000 000')
    expect((await loginOtp('staff@here.test', codeIn(sms.texts.at(-1)?.text))).status).toBe(200)
  })
  it('is not sent again within a minute, to known and unknown addresses alike', async () => {
    for (const email of ['manager@here.test', 'nobody@here.test']) {
      expect((await requestOtp(email)).status, email).toBe(200)
      const again = await requestOtp(email)
      expect(again.status, email).toBe(429)
      expect(Number(again.headers['retry-after']), email).toBe(60)
      testApp.clock.advance(60_000)
      expect((await requestOtp(email)).status, email).toBe(200)
    }
    expect(mail.messages.every(({ to }) => to === 'manager@here.test')).toBe(true)
  })
  it('stays valid in the browser that asked if another client asks without a cookie', async () => {
    const email = 'technician@here.test'
    const cookie = `plantroom-browser=${'o'.repeat(43)}`
    const from = (path: string, body: object, headers: Record<string, string>) =>
      testApp.raw(null, 'POST', `/api/public/${path}`, body, headers)
    expect((await from('login', { email, password: PASSWORD }, { cookie })).status).toBe(200)
    expect((await from('request-otp', { email, way: 'email' }, { cookie })).status).toBe(200)
    await sendMessages(testApp.app.kernel)
    const code = codeIn(mail.messages.at(-1)?.text)
    expect(
      (await from('request-otp', { email, way: 'email' }, { 'x-forwarded-for': '203.0.113.9' }))
        .status,
    ).toBe(200)
    expect((await from('login-otp', { email, code }, { cookie })).status).toBe(200)
  })
  it('ends after five wrong attempts', async () => {
    const code = await codeFor('manager@here.test')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let turn = 0; turn < 5; turn += 1)
      expect((await loginOtp('manager@here.test', wrong)).body).toMatchObject({
        message: 'Wrong OTP Code',
      })
    expect((await loginOtp('manager@here.test', code)).status).toBe(400)
  })
  it('ends after ten minutes, and when a newer one is sent', async () => {
    const old = await codeFor('manager@here.test')
    testApp.clock.advance(61_000)
    const fresh = await codeFor('manager@here.test')
    if (old !== fresh) expect((await loginOtp('manager@here.test', old)).status).toBe(400)
    testApp.clock.advance(10 * 60_000 + 1)
    expect((await loginOtp('manager@here.test', fresh)).status).toBe(400)
  })
  it('waits for a mail server that is away', async () => {
    mail.isDown = true
    await requestOtp('technician@here.test')
    await sendMessages(testApp.app.kernel)
    expect(mail.messages).toHaveLength(0)
    mail.isDown = false
    testApp.clock.advance(6_000)
    await sendMessages(testApp.app.kernel)
    expect(mail.messages).toHaveLength(1)
  })
})

describe('a password reset', () => {
  const linkFor = async (email: string) => {
    expect((await testApp.call(null, waysIn.requestReset, { body: { email } })).status).toBe(200)
    await sendMessages(testApp.app.kernel)
    return /token=([\w-]+)/.exec(mail.messages.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const choose = (token: string, password: string) =>
    testApp.call(null, waysIn.setNewPassword, { body: { token, password } })

  it('sets the password once by the link, and ends all sessions', async () => {
    const running = await testApp.signIn('technician', 'there')
    const token = await linkFor('technician@there.test')
    expect((await choose(token, 'weak')).status).toBe(400)
    expect((await choose(token, 'Fresh1234')).status).toBe(200)
    expect((await testApp.call(running, auth.checkToken, {})).status).toBe(401)
    expect((await choose(token, 'Other1234')).status).toBe(410)
    expect(
      (
        await testApp.call(null, auth.login, {
          body: { email: 'technician@there.test', password: PASSWORD },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await testApp.call(null, auth.login, {
          body: { email: 'technician@there.test', password: 'Fresh1234' },
        })
      ).status,
    ).toBe(200)
  })
  it('is refused with 410 by a link older than an hour, or an unknown one', async () => {
    const token = await linkFor('manager@there.test')
    testApp.clock.advance(61 * 60_000)
    expect((await choose(token, 'Fresh1234')).status).toBe(410)
    expect((await choose('guess', 'Fresh1234')).status).toBe(410)
  })
  it('answers an unknown address as a known one, and sends nothing', async () => {
    expect(await linkFor('nobody@there.test')).toBe('')
  })
})

describe('corporate sign-in', () => {
  const enter = (idp: 'sso' | 'auth0', token: string, nonce: string) =>
    testApp.raw(token, 'POST', `/api/public/login-${idp}/`, { source: 'web', nonce })
  const begin = async (idp: 'sso' | 'auth0', cookie = '') => {
    const answer = await testApp.raw(
      null,
      'POST',
      '/api/public/begin-identity',
      { idp },
      { cookie },
    )
    return (answer.body as { nonce: string }).nonce
  }
  const use = (id: number, idp: 'sso' | 'auth0' | null) =>
    asSystem(testApp.pool, (db) =>
      db
        .update(tables.company)
        .set({ idp })
        .where(eq(tables.company.id, id as never)),
    )

  it.each(['sso', 'auth0'] as const)('signs in by a token of %s, once', async (idp) => {
    await use(testApp.here.id, idp)
    const nonce = await begin(idp)
    const token = await identityTokenOf(
      idp === 'sso' ? sso : auth0,
      callback,
      'manager@here.test',
      nonce,
    )
    const answer = await enter(idp, token, nonce)
    expect(answer.status).toBe(200)
    expect((await enter(idp, token, nonce)).body).toMatchObject({
      errors: [{ code: 'identityRefused' }],
    })
  })

  it('refuses a token of the other provider, of another request, and of this server', async () => {
    const nonce = await begin('sso')
    const token = await identityTokenOf(sso, callback, 'manager@here.test', nonce)
    expect((await enter('auth0', token, nonce)).status).toBe(400)
    expect((await enter('sso', token, 'another-nonce')).status).toBe(400)
    expect((await enter('sso', await testApp.signIn('manager'), nonce)).status).toBe(400)
    expect((await enter('sso', 'nonsense', nonce)).status).toBe(400)
  })

  it('refuses a nonce that this server did not create, created too long ago, or for another browser', async () => {
    await use(testApp.here.id, 'sso')
    const made = 'a-nonce-of-somebody-else-s-page'
    expect(
      (await enter('sso', await identityTokenOf(sso, callback, 'manager@here.test', made), made))
        .status,
    ).toBe(400)
    const cookie = `plantroom-browser=${'b'.repeat(43)}`
    const bound = await begin('sso', cookie)
    const stolen = await identityTokenOf(sso, callback, 'manager@here.test', bound)
    expect((await enter('sso', stolen, bound)).status).toBe(400)
    const here = await testApp.raw(
      stolen,
      'POST',
      '/api/public/login-sso/',
      { source: 'web', nonce: bound },
      { cookie },
    )
    expect(here.status).toBe(200)
    const old = await begin('sso')
    testApp.clock.advance(11 * 60_000)
    expect(
      (await enter('sso', await identityTokenOf(sso, callback, 'manager@here.test', old), old))
        .status,
    ).toBe(400)
  })

  it('tells a client that sends a token alone how to begin, uses up nothing, and refuses a missing nonce', async () => {
    await use(testApp.here.id, 'sso')
    const nonce = await begin('sso')
    const token = await identityTokenOf(sso, callback, 'manager@here.test', nonce)
    const alone = await testApp.raw(token, 'POST', '/api/public/login-sso/', { source: 'web' })
    expect(alone).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            path: 'body.nonce',
            code: 'beginFirst',
            message: expect.stringContaining('/api/public/begin-identity'),
          },
        ],
      },
    })
    expect((await enter('sso', token, nonce)).status).toBe(200)
  })

  it('enters no company that did not choose the provider, neither at once nor by the switch', async () => {
    const shared = 'both@here.test'
    await asSystem(testApp.pool, async (db) => {
      const [human] = await db
        .insert(tables.person)
        .values({ email: shared, emailProvenAt: testApp.clock.now() })
        .returning()
      for (const companyId of [testApp.here.id, testApp.there.id]) {
        await db.insert(tables.user).values({
          companyId,
          personId: human?.id ?? 0,
          firstName: 'Bo',
          lastName: 'Th',
          language: 'en',
          acceptedAt: testApp.clock.now(),
        })
      }
    })
    await use(testApp.here.id, 'sso')
    await use(testApp.there.id, null)
    const nonce = await begin('sso')
    const entered = await enter('sso', await identityTokenOf(sso, callback, shared, nonce), nonce)
    expect(entered.status).toBe(200)
    const { token } = entered.body as { token: string }
    expect((await testApp.call(token, auth.getSession, {})).body.company.id).toBe(testApp.here.id)
    const gone = await testApp.call(token, auth.switchCompany, {
      body: { companyId: testApp.there.id },
    })
    expect(gone.status).toBe(403)
    expect(gone.body).toMatchObject({ errors: [{ code: 'otherWay' }] })
    await use(testApp.here.id, 'auth0')
    const second = await begin('sso')
    expect(
      (await enter('sso', await identityTokenOf(sso, callback, shared, second), second)).body,
    ).toMatchObject({ errors: [{ code: 'noAccount' }] })
  })

  it('recognises a user by issuer and subject from the first time on, whatever their address', async () => {
    await use(testApp.here.id, 'sso')
    const nonce = await begin('sso')
    const token = await identityTokenOf(sso, callback, 'staff@here.test', nonce)
    expect((await enter('sso', token, nonce)).status).toBe(200)
    const personId = (db: Parameters<Parameters<typeof asSystem>[1]>[0]) =>
      db.select().from(tables.person).where(eq(tables.person.email, 'staff@here.test'))
    await asSystem(testApp.pool, async (db) => {
      const [human] = await personId(db)
      await db
        .update(tables.identityLink)
        .set({ subject: 'somebody-else' })
        .where(eq(tables.identityLink.personId, human?.id ?? 0))
    })
    const again = await begin('sso')
    const reassigned = await enter(
      'sso',
      await identityTokenOf(sso, callback, 'staff@here.test', again),
      again,
    )
    expect(reassigned.body).toMatchObject({ errors: [{ code: 'identityRefused' }] })
  })

  it('tells a user that they have no account here', async () => {
    const nonce = await begin('sso')
    const token = await identityTokenOf(sso, callback, 'stranger@elsewhere.test', nonce)
    expect((await enter('sso', token, nonce)).body).toMatchObject({
      errors: [{ code: 'noAccount' }],
    })
  })

  it('is the only way if the company requires it', async () => {
    const [chosen] = await asSystem(testApp.pool, (db) =>
      db
        .update(tables.company)
        .set({ idp: 'sso', forceSso: true })
        .where(eq(tables.company.id, testApp.there.id))
        .returning(),
    )
    await use(testApp.here.id, 'auth0')
    const options = await testApp.call(null, waysIn.getLoginOptions, {
      body: { email: 'staff@there.test', company: chosen?.uuid },
    })
    expect(options.body).toMatchObject({
      password: false,
      otp: [],
      allowSso: true,
      forceSso: true,
      idp: 'sso',
      providers: [{ idp: 'sso' }, { idp: 'auth0' }],
    })
    await requestOtp('staff@there.test')
    await sendMessages(testApp.app.kernel)
    expect(mail.messages).toHaveLength(0)
    expect(
      (
        await testApp.call(null, auth.login, {
          body: { email: 'staff@there.test', password: PASSWORD },
        })
      ).status,
    ).toBe(400)
    const nonce = await begin('sso')
    const token = await identityTokenOf(sso, callback, 'staff@there.test', nonce)
    expect((await enter('sso', token, nonce)).status).toBe(200)
  })
})

describe('GET /api/public/outbox', () => {
  it('is not found outside the demo', async () => {
    expect((await testApp.call(null, waysIn.listOutbox, {})).status).toBe(404)
  })
})
