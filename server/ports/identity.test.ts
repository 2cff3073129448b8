import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeIdentities } from './identity.ts'

const clientId = 'plantroom-page'
const nonce = 'nonce-of-this-request'
/** A different time than the machine's, because the caller's clock decides. */
const now = new Date('2031-05-06T07:08:09Z')
const seconds = Math.floor(now.getTime() / 1000)

let http: Server
let issuer: string
let keys: Awaited<ReturnType<typeof pairOf>>
let foreign: typeof keys
const asked: string[] = []
let says: object = {}
let isAway = false

async function pairOf(kid: string, alg = 'RS256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

beforeAll(async () => {
  keys = await pairOf('one')
  foreign = await pairOf('one')
  http = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (isAway) return void response.writeHead(503).end()
    response.setHeader('content-type', 'application/json')
    if (path === '/keys') return void response.end(JSON.stringify({ keys: [keys.jwk] }))
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/logout`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...says,
      }),
    )
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a listening TCP server has an address
})
afterAll(() => http.close())
beforeEach(() => {
  asked.length = 0
  says = {}
  isAway = false
})

const claimsOf = (change: JWTPayload): JWTPayload => ({
  iss: issuer,
  aud: clientId,
  sub: 'subject-1',
  email: ' Ada@Here.Test ',
  email_verified: true,
  nonce,
  iat: seconds - 5,
  exp: seconds + 300,
  jti: 'token-1',
  ...change,
})
const signed = (change: JWTPayload = {}, by = keys, header = {}) =>
  new SignJWT(claimsOf(change))
    .setProtectedHeader({ alg: 'RS256', kid: by.kid, ...header })
    .sign(by.privateKey)
const own = () => makeIdentities([{ idp: 'sso', issuer, clientId }])

describe('verify of an identity token', () => {
  it('returns the person, by the clock of the caller', async () => {
    expect(await own().verify('sso', await signed(), nonce, now)).toEqual({
      email: 'ada@here.test',
      issuer,
      subject: 'subject-1',
      tokenId: 'token-1',
      expiresAt: new Date((seconds + 300) * 1000),
    })
  })

  it('accepts thirty seconds of difference between the clocks', async () => {
    await own().verify('sso', await signed({ exp: seconds - 25 }), nonce, now)
    await own().verify('sso', await signed({ nbf: seconds + 25 }), nonce, now)
  })

  it('accepts two audiences only if the token was made for this client', async () => {
    const aud = [clientId, 'another']
    await own().verify('sso', await signed({ aud, azp: clientId }), nonce, now)
    await expect(own().verify('sso', await signed({ aud }), nonce, now)).rejects.toThrow(Error)
  })

  it.each<[string, JWTPayload]>([
    ['of another issuer', { iss: 'https://another.test' }],
    ['for another client', { aud: 'another' }],
    ['made for another party', { azp: 'another' }],
    ['that is over', { exp: 1_900_000_000 }],
    ['that is not yet valid', { nbf: 1_990_000_000 }],
    ['without an end', { exp: undefined }],
    ['without a time', { iat: undefined }],
    ['of another request', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a longer subject than the standard allows', { sub: 'x'.repeat(256) }],
    ['without an address', { email: undefined }],
    ['of an address that the provider has not verified', { email_verified: false }],
    ['that does not say whether the address is verified', { email_verified: undefined }],
  ])('refuses a token %s', async (_name, change) => {
    const token = await signed(change)
    await expect(own().verify('sso', token, nonce, now)).rejects.toThrow(Error)
  })

  it('refuses a token signed by another key, unsigned, or signed with a shared secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(keys.jwk))
    const hostile = [
      await signed({}, foreign),
      await signed({}, keys, { kid: 'unknown' }),
      new UnsecuredJWT(claimsOf({})).encode(),
      await new SignJWT(claimsOf({})).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      `${await signed()}x`,
      (await signed()).split('.').slice(0, 2).join('.'),
      'nonsense',
      '',
    ]
    for (const token of hostile)
      await expect(own().verify('sso', token, nonce, now), token).rejects.toThrow(Error)
  })

  it('refuses a token that hides parameters of the response behind its end', async () => {
    const token = `${await signed({ nonce: 'another' })}&id_token=${await signed()}`
    await expect(own().verify('sso', token, nonce, now)).rejects.toThrow(Error)
    await expect(own().verify('sso', `${await signed()}&state=x`, nonce, now)).rejects.toThrow(
      Error,
    )
  })

  it('refuses a provider that is not configured', async () => {
    await expect(own().verify('auth0', await signed(), nonce, now)).rejects.toThrow(Error)
  })
})

describe('discovery of a provider', () => {
  it('reads the documents of a provider once for several sign-ins', async () => {
    const identities = own()
    await identities.offered()
    await identities.verify('sso', await signed(), nonce, now)
    await expect(identities.verify('sso', 'nonsense', nonce, now)).rejects.toThrow(Error)
    await expect(identities.verify('sso', await signed({}, foreign), nonce, now)).rejects.toThrow(
      Error,
    )
    await identities.verify('sso', await signed({ jti: 'token-2' }), nonce, now)
    expect(asked).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  it('offers what the page needs, and omits a provider that does not respond', async () => {
    says = { authorization_response_iss_parameter_supported: true }
    const identities = makeIdentities([
      { idp: 'sso', issuer: `${issuer}/`, clientId },
      { idp: 'auth0', issuer: 'http://127.0.0.1:1', clientId },
    ])
    expect(await identities.offered()).toEqual([
      {
        idp: 'sso',
        clientId,
        issuer,
        checksIssuer: true,
        authorizationEndpoint: `${issuer}/auth`,
        tokenEndpoint: `${issuer}/token`,
        endSessionEndpoint: `${issuer}/logout`,
        scope: 'openid email profile',
      },
    ])
  })

  it('omits a provider whose document is larger than any real one', async () => {
    says = { more: 'x'.repeat(1_000_000) }
    expect(await own().offered()).toEqual([])
  })

  it('names the address that signs out there and returns', async () => {
    const address = new URL((await own().logoutAddress('sso', 'https://here.test/login')) ?? '')
    expect(address.pathname).toBe('/logout')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: clientId,
      post_logout_redirect_uri: 'https://here.test/login',
    })
    says = { end_session_endpoint: undefined }
    expect(await own().logoutAddress('sso', 'https://here.test/login')).toBeNull()
    isAway = true
    expect(await own().logoutAddress('sso', 'https://here.test/login')).toBeNull()
    expect(await own().logoutAddress('auth0', 'https://here.test/login')).toBeNull()
  })

  it('asks again once the provider is back', async () => {
    const identities = own()
    isAway = true
    expect(await identities.offered()).toEqual([])
    isAway = false
    expect(await identities.offered()).toHaveLength(1)
  })

  it('keeps the keys of two providers apart', async () => {
    const other = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
      response.end(
        JSON.stringify(
          request.url === '/keys'
            ? { keys: [foreign.jwk] }
            : {
                issuer: at,
                authorization_endpoint: `${at}/auth`,
                token_endpoint: `${at}/token`,
                jwks_uri: `${at}/keys`,
              },
        ),
      )
    })
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const identities = makeIdentities([
      { idp: 'sso', issuer, clientId },
      { idp: 'auth0', issuer: at, clientId },
    ])
    await identities.verify('auth0', await signed({ iss: at }, foreign), nonce, now)
    await identities.verify('sso', await signed(), nonce, now)
    await expect(identities.verify('sso', await signed({}, foreign), nonce, now)).rejects.toThrow(
      Error,
    )
    await expect(identities.verify('auth0', await signed({ iss: at }), nonce, now)).rejects.toThrow(
      Error,
    )
    other.close()
  })
})
