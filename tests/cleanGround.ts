/** Before each file of components: a file leaves the page to the next as it found it. */
import { cleanup } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { setFormOwner } from '#lib/interruptedForms.ts'

// Registered here, as the library does so only once for all the files of a worker.
afterEach(() => cleanup())

/**
 * React takes the stack of each element that it makes, for its warnings to say who made it: a tenth
 * of the time in which components are tried. It does so for the first ten thousand in a second.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {}, // reset every second
    configurable: true,
  })

/**
 * What a file left waiting, such as the end of a fading, may come when its page is gone and the next
 * one's is not there yet.
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
// A session that a test ended is over for that test alone.
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
