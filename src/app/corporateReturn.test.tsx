import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { pretendServer, tokenFor } from '#tests/drawing.tsx'
import { tokenStored } from '#entities/session/authSlice.ts'
import { returnFromProvider } from './corporateReturn.ts'
import { makeStore } from './store.ts'

const server = pretendServer()
const provider = {
  idp: 'auth0',
  issuer: 'https://id.example',
  clientId: 'plantroom',
  scope: 'openid',
  authorizationEndpoint: 'https://id.example/a',
  tokenEndpoint: 'https://id.example/token',
  checksIssuer: false,
}
const wanted = '/equipment?status=3&search=pump'
const answer = (given: object = {}) => ({
  state: 'begun',
  code: 'code',
  error: null,
  iss: null,
  ...given,
})

/** The tab on its return: its address, the session, and whether it started the sign-in. */
async function comesBack(
  at: string,
  {
    isSignedIn = false,
    isBegun = true,
    ...given
  }: { isSignedIn?: boolean; isBegun?: boolean; error?: string } = {},
) {
  window.history.replaceState(null, '', at)
  const { store, persistor } = makeStore()
  persistor.pause()
  if (isSignedIn) store.dispatch(tokenStored(tokenFor()))
  if (isBegun)
    sessionStorage.setItem(
      'plantroom.corporate.begun',
      JSON.stringify({
        provider,
        verifier: 'v',
        nonce: 'n',
        next: wanted,
        source: 'web',
        redirectUri: 'x',
      }),
    )
  await returnFromProvider(store, answer(given))
  return {
    address: window.location.pathname + window.location.search,
    next: new URLSearchParams(window.location.search).get('next'),
    isIn: store.getState().auth.token !== null,
  }
}

beforeEach(() => sessionStorage.clear())

describe('a sign-in that returns from its provider', () => {
  it('continues to the wanted page, with its filters', async () => {
    server.use(
      http.post('https://id.example/token', () => HttpResponse.json({ id_token: 'identity' })),
      http.post('*/api/public/login-auth0/', () => HttpResponse.json({ token: tokenFor() })),
    )
    expect(await comesBack('/auth0-callback')).toMatchObject({ address: wanted, isIn: true })
  })

  it('that was refused leads to sign-in, and from there to the wanted page', async () => {
    expect(await comesBack('/auth-callback', { error: 'access_denied' })).toMatchObject({
      next: wanted,
      isIn: false,
    })
  })

  it('that nobody began leaves a signed-in user where they are, filters and all', async () => {
    expect(await comesBack('/tickets?state=2', { isSignedIn: true, isBegun: false })).toMatchObject(
      { address: '/tickets?state=2', isIn: true },
    )
  })

  it('that nobody began leads from a page to sign-in and back to that page', async () => {
    expect(await comesBack('/tickets?state=2', { isBegun: false })).toMatchObject({
      next: '/tickets?state=2',
    })
  })

  it('that nobody began on the sign-in page leads to sign-in, and to nothing more', async () => {
    expect(await comesBack('/auth-callback', { isBegun: false })).toMatchObject({
      address: '/login',
    })
  })
})
