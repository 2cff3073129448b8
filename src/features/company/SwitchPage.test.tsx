import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { SwitchPage } from './SwitchPage.tsx'

const server = pretendServer()
const asked: unknown[] = []

beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('http://localhost/api/companies/get-tiny', () =>
      HttpResponse.json([
        { id: null, uuid: null, name: '-' },
        { id: 1, uuid: 'a', name: 'St. Brigid' },
        { id: 2, uuid: 'b', name: 'North Mill' },
      ]),
    ),
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({
        user: { email: 'admin@plantroom.demo' },
        company: { id: 1, name: 'St. Brigid', logoFileId: null },
        language: 'en',
        permissions: [],
      }),
    ),
    http.post('http://localhost/api/session/company', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ token: tokenFor({ companyId: 2 }) })
    }),
  )
})

async function goTo(companyId: number, search = '') {
  const drawn = await draw('Before', {
    at: '/before',
    namespaces: ['company', 'auth'],
    also: [
      { path: '/switch-company/:companyId', element: <SwitchPage /> },
      { path: '/', element: 'Home' },
      { path: '/tickets/:id', element: 'Ticket' },
    ],
  })
  await act(() => drawn.router.navigate(`/switch-company/${companyId}${search}`))
  return drawn
}

it('the switch page asks once and keeps the token of the other company', async () => {
  const { store, router } = await goTo(2)
  await waitFor(() => expect(store.getState().auth.claims?.companyId).toBe(2))
  expect(asked).toEqual([{ companyId: 2 }])
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(router.state.location.pathname).toBe('/switch-company/2')
})

it('the switch page leads on a user who is in that company already', async () => {
  const { router } = await goTo(1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(asked).toEqual([])
})

it('the switch page leads on to the screen that a push message names, and to no other site', async () => {
  const { router } = await goTo(1, '?to=%2Ftickets%2F7')
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/7'))
  for (const foreign of ['//evil.test/', '/\\evil.test', 'https://evil.test']) {
    await act(() => router.navigate(`/switch-company/1?to=${encodeURIComponent(foreign)}`))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  }
})

it('the switch page offers the provider if nothing else gives access', async () => {
  server.use(
    http.post('http://localhost/api/session/company', () =>
      HttpResponse.json(
        {
          message: 'This company signs in through its own provider.',
          errors: [{ path: 'body.companyId', code: 'providerOnly', message: 'provider' }],
        },
        { status: 403 },
      ),
    ),
    http.post('http://localhost/api/public/login-options', () =>
      HttpResponse.json({
        password: true,
        otp: ['email'],
        allowSso: true,
        forceSso: false,
        idp: 'sso',
        providers: [
          {
            idp: 'sso',
            clientId: 'page',
            authorizationEndpoint: 'http://id/auth',
            tokenEndpoint: 'http://id/token',
            scope: 'openid',
            endSessionEndpoint: null,
          },
        ],
      }),
    ),
  )
  const { store } = await goTo(2)
  expect(
    await screen.findByRole('heading', { name: 'North Mill signs in through its own provider' }),
  ).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Corporate sign-in' })).toBeVisible()
  expect(store.getState().auth.claims?.companyId).toBe(1)
})
