/** The global loading flag, set while a call that blocks the whole screen runs (spec section 4). */
import {
  createSlice,
  isFulfilled,
  isPending,
  isRejected,
  type ListenerMiddlewareInstance,
  type UnknownAction,
} from '@reduxjs/toolkit'

/** Calls that change everything on screen. All others show their own skeleton or button. */
const blockingEndpoints: readonly string[] = ['setUp', 'switchCompany']

export interface LoadingState {
  running: number
}

export const loadingSlice = createSlice({
  name: 'loading',
  initialState: { running: 0 } satisfies LoadingState as LoadingState,
  reducers: {
    loadingStarted: (state) => {
      state.running += 1
    },
    loadingEnded: (state) => {
      state.running = Math.max(0, state.running - 1)
    },
  },
})

const { loadingStarted, loadingEnded } = loadingSlice.actions
export const selectIsLoading = (state: { loading: LoadingState }): boolean =>
  state.loading.running > 0

/** Sets the flag while a blocking call runs, and clears it however the call ends. */
export function listenForBlocking(listener: ListenerMiddlewareInstance): void {
  listener.startListening({
    predicate: (action) => isPending(action) && isBlocking(action),
    effect: (_action, { dispatch }) => void dispatch(loadingStarted()),
  })
  listener.startListening({
    predicate: (action) => (isFulfilled(action) || isRejected(action)) && isBlocking(action),
    effect: (_action, { dispatch }) => void dispatch(loadingEnded()),
  })
}

function isBlocking(action: UnknownAction): boolean {
  const meta = 'meta' in action ? action.meta : null
  const arg = typeof meta === 'object' && meta !== null && 'arg' in meta ? meta.arg : null
  return (
    typeof arg === 'object' &&
    arg !== null &&
    'endpointName' in arg &&
    blockingEndpoints.includes(String(arg.endpointName))
  )
}
