/** Before each file of components: a file leaves the page to the next as it found it. */
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { setFormOwner } from '../src/lib/interruptedForms.ts'

// Registered here, as the library does so only once for all the files of a worker.
afterEach(() => cleanup())

beforeAll(() => {
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
})
