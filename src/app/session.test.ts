import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { send } from '#api/http.ts'
import { sessionEnded, tokenStored } from '#entities/session/authSlice.ts'
import { tokenFor } from '#tests/drawing.tsx'
import {
  areInterrupted,
  saveForm,
  loadInterruptedForm,
  onInterruption,
  setFormOwner,
} from '#lib/interruptedForms.ts'
import { wireSession } from './session.ts'
import { makeStore } from './store.ts'

class Channel {
  static readonly open: Channel[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    Channel.open.push(this)
  }
  postMessage(data: unknown): void {
    const send = (): void => {
      for (const other of Channel.open) if (other !== this) other.onmessage?.({ data })
    }
    if (Channel.onTheWay === null) send()
    else Channel.onTheWay.push(send)
  }
  /** Messages under way. Null means immediate delivery. */
  static onTheWay: (() => void)[] | null = null
  static arrive(): void {
    const sent = Channel.onTheWay ?? []
    Channel.onTheWay = null
    for (const send of sent) send()
  }
}

const arrival = { token: null, language: null, isEmbedded: false, callback: null, email: '' }

beforeEach(() => {
  setFormOwner(null)
  vi.stubGlobal('BroadcastChannel', Channel)
})
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
afterEach(() => {
  Channel.open.length = 0
  Channel.onTheWay = null
  vi.unstubAllGlobals()
})

function openTab(token: string | null, kept = token) {
  const { store, persistor } = makeStore()
  persistor.pause()
  if (token !== null) store.dispatch(tokenStored(token))
  const moves = {
    goToLogin: vi.fn<() => void>(),
    loadAfresh: vi.fn<() => void>(),
    goToSetUp: vi.fn<() => void>(),
  }
  wireSession(store, arrival, kept, moves)
  return { store, ...moves }
}

const hospital = tokenFor({ companyId: 1, jti: 'first' })
const factory = tokenFor({ companyId: 2, jti: 'second' })

it('the session reloads this tab and the others when the company changes', () => {
  const [here, there] = [openTab(hospital), openTab(hospital)]
  here.store.dispatch(tokenStored(factory))
  expect(there.store.getState().auth.claims?.companyId).toBe(2)
  expect(here.loadAfresh).toHaveBeenCalledOnce()
  expect(there.loadAfresh).toHaveBeenCalledOnce()
})

it('the session keeps typed text for its user, and asks nobody to stay, when the company changes', () => {
  sessionStorage.clear()
  const there = openTab(hospital)
  const stop = onInterruption(() => saveForm(['name'], { values: { name: 'Half a name' } }))
  expect(areInterrupted()).toBe(false)
  there.store.dispatch(tokenStored(factory))
  stop()
  expect(areInterrupted()).toBe(true)
  expect(loadInterruptedForm(['name'])).toBeNull()
  there.store.dispatch(sessionEnded('signedOut'))
  there.store.dispatch(tokenStored(hospital))
  expect(areInterrupted()).toBe(false)
  expect(loadInterruptedForm(['name'])).toEqual({ values: { name: 'Half a name' } })
})

it('the session accepts a renewed token without a word', () => {
  const [here, there] = [openTab(hospital), openTab(hospital)]
  const renewed = tokenFor({ companyId: 1, jti: 'renewed' })
  here.store.dispatch(tokenStored(renewed))
  expect(there.store.getState().auth.token).toBe(renewed)
  expect(here.loadAfresh).not.toHaveBeenCalled()
  expect(there.loadAfresh).not.toHaveBeenCalled()
})

it('the session signs the other tabs out, and in again', () => {
  const [here, there] = [openTab(hospital), openTab(hospital)]
  here.store.dispatch(sessionEnded('signedOut'))
  expect(there.store.getState().auth).toMatchObject({ token: null, ended: 'signedOut' })
  expect(there.goToLogin).toHaveBeenCalledOnce()
  here.store.dispatch(tokenStored(factory))
  expect(there.store.getState().auth.claims?.companyId).toBe(2)
  expect(there.loadAfresh).toHaveBeenCalledOnce()
})

it('the session continues in another company though the other tab was refused before it knew of it', async () => {
  const [here, there] = [openTab(hospital), openTab(hospital)]
  Channel.onTheWay = []
  here.store.dispatch(tokenStored(factory))
  server.use(http.get('*/api/session', () => HttpResponse.json({ errors: [] }, { status: 401 })))
  await expect(
    send({ method: 'GET', url: '/api/session', needsSession: true }),
  ).rejects.toMatchObject({ status: 401 })
  expect(there.goToLogin).toHaveBeenCalledOnce()
  Channel.arrive()
  for (const tab of [here, there]) {
    expect(tab.store.getState().auth.claims?.companyId).toBe(2)
    expect(tab.loadAfresh).toHaveBeenCalledOnce()
  }
  expect(here.goToLogin).not.toHaveBeenCalled()
})

it('the session tells the other tabs of a token that came with the address', () => {
  const there = openTab(hospital)
  const here = openTab(factory, hospital)
  expect(there.store.getState().auth.claims?.companyId).toBe(2)
  expect(there.loadAfresh).toHaveBeenCalledOnce()
  expect(here.loadAfresh).not.toHaveBeenCalled()
})

it('the session stays as it is when a token is malformed', () => {
  const [here, there] = [openTab(hospital), openTab(hospital)]
  here.store.dispatch(tokenStored('nonsense'))
  expect(here.store.getState().auth.token).toBe(hospital)
  expect(there.store.getState().auth.token).toBe(hospital)
})
