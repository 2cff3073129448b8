/** Renders a part of the page with the app's own store, texts and toaster. Calls go to MSW. */
import { act, cleanup, configure, render } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { ConfigProvider } from 'antd'
import { Suspense, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { permissionGroups } from '#contract/people/permissions.ts'
import { handOverSession } from '#api/http.ts'
import { reportServerReached } from '#api/network.ts'
import { makeStore } from '../src/app/store.ts'
import { sessionEnded, tokenStored } from '#entities/session/authSlice.ts'
import { changeLanguage, startI18n } from '#lib/i18n/i18n.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { LeaveHost } from '#ui/dialog/leaving/LeaveHost.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import { loadAntdLocale } from '#ui/theme/antdLocale.ts'
import { Toaster } from '#ui/feedback/toaster/Toaster.tsx'
import { computeInlineStyles } from './inlineStyles.ts'

// The first render of a file waits for the texts of the language and the component library.
configure({ asyncUtilTimeout: 10_000 })

const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=/g, '')

/**
 * A token with the server's claims, with every permission unless the test says otherwise. Only its
 * content counts here.
 */
export function tokenFor(claims: object = {}): string {
  return `${part({ alg: 'HS256' })}.${part({ userId: 1, companyId: 1, language: 'en', tz: 'UTC', ae: true, al: true, ap: true, permissions: permissionGroups, iat: 1, exp: 9e9, jti: 'j', ...claims })}.x`
}

let isNarrowNow = false
const widthHeardBy = new Set<unknown>()

/** Simulates turning a phone or narrowing a window: what is rendered stays. */
export const turnTo = (width: 'phone' | 'wide') =>
  act(() => {
    isNarrowNow = width === 'phone'
    for (const hear of widthHeardBy) if (typeof hear === 'function') hear()
  })

function installBrowserApis(isPhone = false, isStill = false): void {
  computeInlineStyles()
  isNarrowNow = isPhone
  window.matchMedia = (query) => ({
    get matches() {
      return (
        (isNarrowNow && query.includes('max-width')) ||
        (isStill && query.includes('reduced-motion'))
      )
    },
    media: query,
    onchange: null,
    addEventListener: (_kind: string, hear: unknown) => void widthHeardBy.add(hear),
    removeEventListener: (_kind: string, hear: unknown) => void widthHeardBy.delete(hear),
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  })
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Element.prototype.scrollIntoView = () => undefined
}

/** React only warns, and elements with duplicate keys stay in the page afterwards. */
const twins = /two children with the same key/

/**
 * One MSW server per file. An unhandled call fails the test, and so do duplicate keys of siblings.
 */
export function pretendServer() {
  const server = setupServer()
  const consoleError = console.error
  const doubled: string[] = []
  beforeAll(() => {
    installBrowserApis()
    console.error = (...words: unknown[]) => {
      if (twins.test(String(words[0]))) doubled.push(words.slice(1, 2).join())
      consoleError(...words)
    }
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
    server.resetHandlers()
    reportServerReached() // marks the server as reachable for the next test
    expect(doubled.splice(0), 'keys that two neighbours share').toEqual([])
  })
  afterAll(() => {
    console.error = consoleError
    server.close()
  })
  return server
}

export interface Drawn {
  container: HTMLElement
  /** Simulates a reload: a new render knows only what was stored. */
  unmount(): void
  store: ReturnType<typeof makeStore>['store']
  router: ReturnType<typeof createMemoryRouter>
}

/**
 * Without generated styles, as in the build: here they only cost time. Without motion, because
 * nothing would end a fade here.
 */
const withoutStyles = { zeroRuntime: true, token: { motion: false } }

interface Drawing {
  at?: string
  /** The route's path, if its parameters matter. */
  path?: string
  language?: Language
  token?: string | null
  namespaces?: string[]
  also?: { path: string; element: ReactNode }[]
  isPhone?: boolean
  isStill?: boolean
}

/** Renders `element` at an address. `also`: other screens that it may navigate to. */
export async function draw(
  element: ReactNode,
  {
    at = '/',
    path = new URL(at, 'http://localhost').pathname,
    language = 'en',
    token = tokenFor(),
    namespaces = [],
    also = [],
    isPhone = false,
    isStill = false,
  }: Drawing = {},
): Promise<Drawn> {
  installBrowserApis(isPhone, isStill)
  await startI18n(language, ['common', 'notices', 'titles', ...namespaces])
  await changeLanguage(language)
  const { store, persistor } = makeStore()
  persistor.pause() // isolates the tests
  if (token === null) store.dispatch(sessionEnded('signedOut'))
  else store.dispatch(tokenStored(token))
  handOverSession({
    readToken: () => store.getState().auth.token,
    storeToken: (next) => store.dispatch(tokenStored(next)),
    endSession: () => store.dispatch(sessionEnded('expired')),
  })
  const router = createMemoryRouter(
    [
      {
        path,
        element: (
          <>
            <LeaveHost />
            {element}
          </>
        ),
      },
      ...also,
      { path: '*', element: null },
    ],
    {
      initialEntries: [at],
    },
  )
  // A suspended first render must be awaited inside act, or React never shows it.
  const container = document.body.appendChild(document.createElement('div'))
  let unmount: Drawn['unmount'] = () => undefined
  await act(async () => {
    ;({ unmount } = render(
      <Provider store={store}>
        <Suspense fallback={null}>
          <ConfigProvider theme={withoutStyles}>
            <AntdProvider>
              <RouterProvider router={router} />
            </AntdProvider>
          </ConfigProvider>
          <Toaster />
        </Suspense>
      </Provider>,
      { container },
    ))
    await loadAntdLocale(language)
  })
  return { container, unmount: () => unmount(), store, router }
}
