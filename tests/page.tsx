/** A screen in a component test: its words, a store, a router and a session. `pretendServer` answers the calls. */
import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit'
import { cleanup, configure, render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { setupServer, type SetupServer } from 'msw/node'
import { Suspense, type ReactElement, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { TokenClaims } from '#contract/auth'
import type { Language } from '#contract/languages'
import { permissionGroups } from '#contract/permissions'
import { api } from '../src/api/api.ts'
import { handOverSession } from '../src/api/http.ts'
import { authSlice, noSession, tokenStored } from '../src/entities/session/authSlice.ts'
import { changeLanguage, i18n, startI18n } from '../src/lib/i18n/i18n.ts'
import { toasterSlice } from '../src/ui/toaster/toasterSlice.ts'

// A screen's words and code are fetched when it is first drawn; on a busy machine that takes its time.
configure({ asyncUtilTimeout: 8000 })

/** Answers what the test says, and fails it for any other call. */
export function pretendServer(): SetupServer {
  const server = setupServer()
  beforeAll(() => {
    furnishBrowser()
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(() => {
    cleanup()
    server.resetHandlers()
  })
  afterAll(() => server.close())
  return server
}

/** Someone who may do everything, unless the test says otherwise. */
const anyone = {
  userId: 7, companyId: 1, language: 'en', tz: 'UTC', ae: true, al: true, ap: true, permissions: permissionGroups, iat: 0, exp: 4_102_444_800, jti: 'test',
}
type Claims = Partial<Record<keyof TokenClaims, unknown>>

/** A token as the page reads it; nothing here checks a signature. */
export function tokenFor(claims: Claims = {}): string {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  return [part({ alg: 'none' }), part({ ...anyone, ...claims }), 'x'].join('.')
}

export interface Stage {
  /** The address the screen is opened at. */
  at?: string
  /** The path it stands under, when its parameters matter. */
  path?: string
  language?: Language
  /** Null: nobody is signed in. */
  token?: string | null
  namespaces?: readonly string[]
  /** Other screens one may get to. */
  also?: readonly { path: string; element: ReactNode }[]
  /** Slices of the feature under test. */
  reducers?: Record<string, Reducer>
}

export async function draw(screen: ReactElement, { at = '/', path = '*', language = 'en', token = tokenFor(), namespaces = [], also = [], reducers = {} }: Stage = {}) {
  furnishBrowser()
  if (i18n.isInitialized) await changeLanguage(language)
  else await startI18n(language, ['common'])
  await i18n.loadNamespaces([...namespaces])
  const store = configureStore({
    reducer: combineReducers({ ...reducers, auth: authSlice.reducer, toaster: toasterSlice.reducer, [api.reducerPath]: api.reducer }),
    preloadedState: { auth: noSession },
    middleware: (standard) => standard({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  })
  if (token !== null) store.dispatch(tokenStored(token))
  handOverSession({ readToken: () => store.getState().auth.token, storeToken: (next) => void store.dispatch(tokenStored(next)), endSession: () => undefined })
  const router = createMemoryRouter([...also, { path, element: screen }, ...(path === '*' ? [] : [{ path: '*', element: null }])], { initialEntries: [at] })
  const view = render(
    <Provider store={store}>
      <ConfigProvider theme={{ token: { motion: false } }}><App><Suspense fallback={null}><RouterProvider router={router} /></Suspense></App></ConfigProvider>
    </Provider>,
  )
  return { ...view, store, router }
}

/** What jsdom lacks and the screens ask for. */
function furnishBrowser(): void {
  window.matchMedia = (query: string) => ({
    matches: false, media: query, onchange: null, addEventListener: () => undefined, removeEventListener: () => undefined,
    addListener: () => undefined, removeListener: () => undefined, dispatchEvent: () => true,
  })
  globalThis.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }
  Element.prototype.scrollIntoView = () => undefined
}
