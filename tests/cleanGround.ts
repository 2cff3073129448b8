import { cleanup } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { setFormOwner } from '#lib/interruptedForms.ts'
import { fetchLateParts } from '#ui/lateParts.tsx'

// As in a browser that was idle before somebody presses.
await fetchLateParts()

// Registered here, because the library does so once per worker only.
afterEach(() => cleanup())

/**
 * React records the stack of each element for its warnings, which is a tenth of the time of
 * component tests. It does so for the first ten thousand elements in a second.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {}, // React resets this value every second, so writes are ignored
    configurable: true,
  })

/**
 * A pending callback of a file, such as the end of a transition, may run after its page is gone.
 */
const platform = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval }
type Later = (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => unknown
const whileThereIsAPage = (later: Later): Later =>
  Object.assign<Later, object>(
    (act, ms, ...given) =>
      later(() => {
        if (typeof document !== 'undefined') act(...given)
      }, ms),
    later,
  )

beforeAll(() => {
  Object.assign(globalThis, {
    setTimeout: whileThereIsAPage(platform.setTimeout),
    setInterval: whileThereIsAPage(platform.setInterval),
  })
  document.documentElement.removeAttribute('dir')
  document.documentElement.lang = ''
  document.title = ''
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})
// A session ended by one test counts as ended only in that test.
afterEach(() => {
  setFormOwner(null)
  setFormOwner('another')
  setFormOwner(null)
})
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Object.assign(globalThis, platform)
})
