import { expect, it } from 'vitest'
import { authSlice, decodeToken, tokenStored } from '../entities/session/authSlice.ts'
import { rtlsSlice } from '../features/rtls/rtlsSlice.ts'
import { closedToaster, toastAdded, toasterSlice, toastRemoved } from '../ui/toaster/toasterSlice.ts'
import { loadingSlice, selectIsLoading } from './slices/loadingSlice.ts'
import { persistence, rootReducer, wholeStoreReset } from './store.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: object): string => `${part({ alg: 'HS256' })}.${part({ userId: 1, companyId: 1, permissions: [], ...claims })}.x`
const start = rootReducer(undefined, { type: 'start' })
const chooseFloor = rtlsSlice.actions.floorChosen(7)

it('stores a token with what it carries', () => {
  const state = rootReducer(start, tokenStored(tokenOf({ companyId: 4 })))
  expect(state.auth.claims?.companyId).toBe(4)
})

it('leaves everything as it is when a token cannot be decoded', () => {
  const before = rootReducer(start, tokenStored(tokenOf({})))
  expect(decodeToken('nonsense')).toBeNull()
  expect(authSlice.reducer(before.auth, tokenStored('nonsense'))).toEqual(before.auth)
})

it('keeps what one was doing when the token is renewed, and drops it when the company changes', () => {
  let state = rootReducer(start, tokenStored(tokenOf({ companyId: 1 })))
  state = rootReducer(state, chooseFloor)
  state = rootReducer(state, tokenStored(tokenOf({ companyId: 1, jti: 'renewed' })))
  expect(state.rtls.floorId).toBe(7)
  state = rootReducer(state, tokenStored(tokenOf({ companyId: 2 })))
  expect(state.rtls.floorId).toBeNull()
  expect(state.auth.claims?.companyId).toBe(2)
})

it('drops what belonged to another person too', () => {
  let state = rootReducer(rootReducer(start, tokenStored(tokenOf({ userId: 1 }))), chooseFloor)
  state = rootReducer(state, tokenStored(tokenOf({ userId: 2 })))
  expect(state.rtls.floorId).toBeNull()
})

it('resets the whole store', () => {
  const state = rootReducer(rootReducer(rootReducer(start, tokenStored(tokenOf({}))), chooseFloor), wholeStoreReset())
  expect(state).toEqual(start)
})

it('persists version 1, waits 5000 ms, and only what is named', () => {
  expect(persistence).toMatchObject({ version: 1, timeout: 5000, whitelist: ['auth', 'dashboards', 'rrules', 'rtls', 'automations'] })
})

it('opens the toaster with a fresh key each time, with the spec’s defaults', () => {
  const first = toasterSlice.reducer(closedToaster, toastAdded({ message: 'One' }))
  const second = toasterSlice.reducer(first, toastAdded({ message: 'One' }))
  expect(first).toMatchObject({ open: true, level: 'info', placement: 'bottomLeft', duration: 4, message: 'One' })
  expect(second.key).not.toBe(first.key)
  expect(toasterSlice.reducer(second, toastRemoved()).open).toBe(false)
})

it('counts what blocks the screen, and only that', () => {
  const call = (endpointName: string, requestStatus: string) => ({
    type: `api/executeMutation/${requestStatus}`, meta: { arg: { endpointName }, requestId: 'r', requestStatus },
  })
  const during = loadingSlice.reducer(undefined, call('setUp', 'pending'))
  expect(selectIsLoading({ loading: during })).toBe(true)
  expect(selectIsLoading({ loading: loadingSlice.reducer(during, call('setUp', 'fulfilled')) })).toBe(false)
  expect(selectIsLoading({ loading: loadingSlice.reducer(undefined, call('updateEquipment', 'pending')) })).toBe(false)
})
