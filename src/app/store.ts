/**
 * The store: slices hold the user's intent, RTK Query holds server data. Only `kept` survives a
 * reload.
 */
import {
  combineReducers,
  configureStore,
  createAction,
  createListenerMiddleware,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import {
  createTransform,
  FLUSH,
  PAUSE,
  PERSIST,
  PURGE,
  REGISTER,
  REHYDRATE,
  persistReducer,
  persistStore,
  type PersistedState,
} from 'redux-persist'
import { api } from '#api/api.ts'
import { listenForNotices } from '#api/notices.ts'
import { authSlice, noSession, tokenStored, type AuthState } from '#entities/session/authSlice.ts'
import { automationsSlice } from '../features/automations/automationsSlice.ts'
import { dashboardsSlice } from '../features/dashboards/dashboardsSlice.ts'
import { rrulesSlice } from '../features/rrules/rrulesSlice.ts'
import { rtlsSlice } from '../features/positions/rtlsSlice.ts'
import { toastAdded, toasterSlice } from '#ui/feedback/toaster/toasterSlice.ts'
import { browserStorage } from './browserStorage.ts'
import { listenForBlocking, loadingSlice } from './slices/loadingSlice.ts'

/** Clears everything, for sign-out and as a recovery from a broken state. */
export const wholeStoreReset = createAction('store/reset')

const slices = combineReducers({
  auth: authSlice.reducer,
  dashboards: dashboardsSlice.reducer,
  rrules: rrulesSlice.reducer,
  rtls: rtlsSlice.reducer,
  automations: automationsSlice.reducer,
  toaster: toasterSlice.reducer,
  loading: loadingSlice.reducer,
  [api.reducerPath]: api.reducer,
})
type Slices = ReturnType<typeof slices>

/** A reset, or a token of another company or person, clears the former owner's state. */
export function rootReducer(state: Slices | undefined, action: UnknownAction): Slices {
  if (wholeStoreReset.match(action)) return slices(keepPersistence(state, {}), action)
  if (
    state !== undefined &&
    tokenStored.match(action) &&
    changesOwner(state, action.payload.claims)
  ) {
    return slices(
      keepPersistence(state, { auth: noSession, toaster: state.toaster, loading: state.loading }),
      action,
    )
  }
  return slices(state, action)
}

function changesOwner(state: Slices, next: { companyId: number; userId: number } | null): boolean {
  const before = state.auth.claims
  return (
    next !== null &&
    before !== null &&
    (before.companyId !== next.companyId || before.userId !== next.userId)
  )
}

/** redux-persist keeps its own mark beside the slices and stops writing without it. */
function keepPersistence(state: Slices | undefined, kept: Partial<Slices>): Slices {
  const mark = state !== undefined && '_persist' in state ? { _persist: state._persist } : {}
  // Missing slices get their initial state in the same pass.
  return { ...kept, ...mark } as Slices
}

/** A sign-in in progress belongs to its tab alone, not to the device's next user. */
const withoutLogin = createTransform(
  ({ login: _login, ...session }: AuthState) => session,
  (session: Omit<AuthState, 'login'>): AuthState => ({ ...noSession, ...session }),
  { whitelist: ['auth'] },
)

const storedSlices = ['auth', 'rtls'] satisfies (keyof Slices)[]

export const persistence = {
  key: 'plantroom',
  version: 1,
  timeout: 5000,
  storage: browserStorage,
  transforms: [withoutLogin],
  /**
   * Other slices are never stored, nor the query cache, positions and toasts. drafts.ts stores
   * drafts.
   */
  whitelist: storedSlices,
  migrate: (stored: PersistedState): Promise<PersistedState> =>
    Promise.resolve(
      stored === undefined
        ? stored
        : // Only listed slices remain
          (Object.fromEntries(
            Object.entries(stored).filter(([name]) => [...storedSlices, '_persist'].includes(name)),
          ) as NonNullable<PersistedState>),
    ),
}

export function makeStore() {
  const listener = createListenerMiddleware()
  listenForNotices(listener, (notice) => toastAdded(notice))
  listenForBlocking(listener)
  const store = configureStore({
    reducer: persistReducer<Slices>(persistence, rootReducer),
    middleware: (standard) =>
      standard({
        serializableCheck: {
          ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER],
          ignoredActionPaths: ['meta.arg', 'meta.baseQueryMeta', 'payload.register'],
          ignoredPaths: [api.reducerPath],
        },
      })
        .prepend(listener.middleware)
        .concat(api.middleware),
  })
  setupListeners(store.dispatch)
  return { store, persistor: persistStore(store) }
}

export type Store = ReturnType<typeof makeStore>['store']
export type RootState = ReturnType<Store['getState']>

/** The session's owner: a person in a company. Null without a session. */
export function ownerOf(store: Store): string | null {
  const { claims } = store.getState().auth
  return claims === null ? null : `${claims.companyId}/${claims.userId}`
}
