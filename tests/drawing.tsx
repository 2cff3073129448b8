/**
 * Draws a piece of the page with the app's own store, words and toaster, as the page is put
 * together. Calls go to MSW.
 */
import { act, cleanup, configure, render } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { ConfigProvider } from 'antd'
import { Suspense, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { permissionGroups } from '#contract/people/permissions.ts'
import { handOverSession } from '#api/http.ts'
import { reachedServer } from '#api/network.ts'
import { makeStore } from '../src/app/store.ts'
import { sessionEnded, tokenStored } from '#entities/session/authSlice.ts'
import { changeLanguage, startI18n } from '#lib/i18n/i18n.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { LeaveHost } from '#ui/dialog/leaving/LeaveHost.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import { loadAntdLocale } from '#ui/theme/antdLocale.ts'
import { Toaster } from '#ui/feedback/toaster/Toaster.tsx'
import { computeInlineStyles } from './inlineStyles.ts'

// The first piece a file draws waits for the language's words and the component library's.
configure({ asyncUtilTimeout: 10_000 })

const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=/g, '')

/**
 * A token as the server would sign it, of someone who may do everything unless the test says
 * otherwise; here only its contents count.
 */
export function tokenFor(claims: object = {}): string {
  return `${part({ alg: 'HS256' })}.${part({ userId: 1, companyId: 1, language: 'en', tz: 'UTC', ae: true, al: true, ap: true, permissions: permissionGroups, iat: 1, exp: 9e9, jti: 'j', ...claims })}.x`
}

let isNarrowNow = false
const widthHeardBy = new Set<unknown>()

/** As a phone that is turned, or a window that is made narrow: what is drawn stays. */
export const turnTo = (width: 'phone' | 'wide') =>
  act(() => {
    isNarrowNow = width === 'phone'
    for (const hear of widthHeardBy) if (typeof hear === 'function') hear()
  })

/** What jsdom lacks and the component library asks for. */
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

/** React says it and goes on, and what it drew under one key stays behind when the rest goes. */
const twins = /two children with the same key/

/**
 * One MSW server a file; a call nobody answers fails the test, and so do two neighbours drawn under
 * one key.
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
    reachedServer() // the next test's page begins without what this one's found
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
  /** As a reload would: what is drawn again knows only what was kept. */
  unmount(): void
  store: ReturnType<typeof makeStore>['store']
  router: ReturnType<typeof createMemoryRouter>
}

/**
 * As in the build, where the styles are a sheet: here nobody sees them, and each costs time. What
 * is closed goes at once: nothing ends a fading here.
 */
const withoutStyles = { zeroRuntime: true, token: { motion: false } }

interface Drawing {
  at?: string
  /** The route's path, when its parameters matter. */
  path?: string
  language?: Language
  token?: string | null
  namespaces?: string[]
  also?: { path: string; element: ReactNode }[]
  isPhone?: boolean
  /** The system asks for reduced motion. */
  isStill?: boolean
}

/** Draws `element` at an address. `also` are other places it may lead to. */
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
  persistor.pause() // one test leaves nothing to the next
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
  // What suspends on the first draw is waited for inside act, or React would never show it.
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
