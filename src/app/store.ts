/**
 * The store: slices hold intent, RTK Query holds server truth. Only what is named in `kept`
 * survives a reload.
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

/** Forgets everything: sign-out, and a way out of a broken state. */
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

/** A reset, and a token of another company or person, drop what belonged to the one before. */
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

/** redux-persist keeps its own mark beside the slices; losing it would stop it from writing. */
function keepPersistence(state: Slices | undefined, kept: Partial<Slices>): Slices {
  const mark = state !== undefined && '_persist' in state ? { _persist: state._persist } : {}
  // missing slices fall back to their initial state in the same pass
  return { ...kept, ...mark } as Slices
}

/** A sign-in under way is of its tab alone, and not of the next person at this device. */
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
   * What is not named is not stored: never the query cache, never positions, never toasts. Drafts
   * are kept by drafts.ts.
   */
  whitelist: storedSlices,
  /** Nor taken up, where an older page stored more. */
  migrate: (stored: PersistedState): Promise<PersistedState> =>
    Promise.resolve(
      stored === undefined
        ? stored
        : // what is left is the part of it that is named
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

/** Whose session it is: a person in a company; null when it is nobody's. */
export function ownerOf(store: Store): string | null {
  const { claims } = store.getState().auth
  return claims === null ? null : `${claims.companyId}/${claims.userId}`
}
