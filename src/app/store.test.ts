import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import { expect, it } from 'vitest'
import {
  authSlice,
  codeSent,
  decodeToken,
  loginTyped,
  noSession,
  sessionEnded,
  tokenStored,
} from '#entities/session/authSlice.ts'
import { rtlsSlice } from '../features/positions/rtlsSlice.ts'
import {
  closedToaster,
  toastAdded,
  toasterSlice,
  toastRemoved,
} from '#ui/feedback/toaster/toasterSlice.ts'
import { listenForBlocking, loadingSlice, selectIsLoading } from './slices/loadingSlice.ts'
import { persistence, rootReducer, wholeStoreReset } from './store.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: object): string =>
  `${part({ alg: 'HS256' })}.${part({ userId: 1, companyId: 1, permissions: [], ...claims })}.x`
const start = rootReducer(undefined, { type: 'start' })
const chooseFloor = rtlsSlice.actions.floorChosen(7)

it('the store keeps a token with what it carries', () => {
  const state = rootReducer(start, tokenStored(tokenOf({ companyId: 4 })))
  expect(state.auth.claims?.companyId).toBe(4)
})

it('the store changes nothing when a token cannot be decoded', () => {
  const before = rootReducer(start, tokenStored(tokenOf({})))
  expect(decodeToken('nonsense')).toBeNull()
  expect(authSlice.reducer(before.auth, tokenStored('nonsense'))).toEqual(before.auth)
})

it('the store keeps the user’s work when the token is renewed, and drops it when the company changes', () => {
  let state = rootReducer(start, tokenStored(tokenOf({ companyId: 1 })))
  state = rootReducer(state, chooseFloor)
  state = rootReducer(state, tokenStored(tokenOf({ companyId: 1, jti: 'renewed' })))
  expect(state.rtls.floorId).toBe(7)
  state = rootReducer(state, tokenStored(tokenOf({ companyId: 2 })))
  expect(state.rtls.floorId).toBeNull()
  expect(state.auth.claims?.companyId).toBe(2)
})

it('the store drops what belonged to another user too', () => {
  let state = rootReducer(rootReducer(start, tokenStored(tokenOf({ userId: 1 }))), chooseFloor)
  state = rootReducer(state, tokenStored(tokenOf({ userId: 2 })))
  expect(state.rtls.floorId).toBeNull()
})

it('the store can be reset whole', () => {
  const state = rootReducer(
    rootReducer(rootReducer(start, tokenStored(tokenOf({}))), chooseFloor),
    wholeStoreReset(),
  )
  expect(state).toEqual(start)
})

it('the store persists version 1, waits 5000 ms, and saves named slices only', () => {
  expect(persistence).toMatchObject({
    version: 1,
    timeout: 5000,
    whitelist: ['auth', 'rtls'],
  })
})

it('the store restores nothing that an older page stored and this one does not name', async () => {
  const stored = { auth: {}, dashboards: { draft: 'somebody’s' }, _persist: { version: 1 } }
  expect(Object.keys((await persistence.migrate(stored as never)) ?? {})).toEqual([
    'auth',
    '_persist',
  ])
})

it('the store keeps a sign-in under way until it is done, through a session that ended meanwhile', () => {
  let state = rootReducer(
    rootReducer(start, loginTyped('ada@example.org')),
    codeSent({ to: 'ada@example.org', againAt: 60_000 }),
  )
  state = rootReducer(state, sessionEnded('expired'))
  expect(state.auth.login).toEqual({
    email: 'ada@example.org',
    codeSentTo: 'ada@example.org',
    codeAgainAt: 60_000,
  })
  expect(rootReducer(state, tokenStored(tokenOf({}))).auth.login).toEqual(noSession.login)
})

it('the store leaves nothing of a sign-in on the device, and reads what an older page kept', () => {
  const [transform] = persistence.transforms
  const typed = authSlice.reducer(noSession, loginTyped('ada@example.org'))
  expect(JSON.stringify(transform?.in(typed, 'auth', {}))).not.toContain('ada')
  expect(transform?.out({ token: null, claims: null, ended: null }, 'auth', {})).toEqual(noSession)
})

it('the store opens the toaster with a fresh key each time, with the specification’s defaults', () => {
  const first = toasterSlice.reducer(closedToaster, toastAdded({ message: 'One' }))
  const second = toasterSlice.reducer(first, toastAdded({ message: 'One' }))
  expect(first).toMatchObject({
    open: true,
    level: 'info',
    placement: 'bottomLeft',
    duration: 4,
    message: 'One',
  })
  expect(second.key).not.toBe(first.key)
  expect(toasterSlice.reducer(second, toastRemoved()).open).toBe(false)
})

it.each(['fulfilled', 'rejected'])(
  'the store raises the global loading flag for what blocks the screen, and only that, until it is %s',
  (end) => {
    const listener = createListenerMiddleware()
    listenForBlocking(listener)
    const store = configureStore({
      reducer: { loading: loadingSlice.reducer },
      middleware: (standard) => standard().prepend(listener.middleware),
    })
    const call = (endpointName: string, requestStatus: string) =>
      store.dispatch({
        type: `api/executeMutation/${requestStatus}`,
        meta: { arg: { endpointName, type: 'mutation' }, requestId: 'r', requestStatus },
      })
    call('updateEquipment', 'pending')
    expect(selectIsLoading(store.getState())).toBe(false)
    call('setUp', 'pending')
    expect(selectIsLoading(store.getState())).toBe(true)
    call('setUp', end)
    expect(selectIsLoading(store.getState())).toBe(false)
  },
)
