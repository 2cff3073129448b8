/** The global loading flag: up while a call that blocks the whole screen is under way (spec section 4). */
import { createSlice, isFulfilled, isPending, isRejected, type UnknownAction } from '@reduxjs/toolkit'

/** Calls after which everything on screen is different. All others show their own skeleton or button. */
const blockingEndpoints: readonly string[] = ['setUp', 'switchCompany']

export interface LoadingState { running: number }

function isBlocking(action: UnknownAction): boolean {
  const meta = 'meta' in action ? action.meta : null
  const arg = typeof meta === 'object' && meta !== null && 'arg' in meta ? meta.arg : null
  return typeof arg === 'object' && arg !== null && 'endpointName' in arg && blockingEndpoints.includes(String(arg.endpointName))
}

export const loadingSlice = createSlice({
  name: 'loading',
  initialState: { running: 0 } satisfies LoadingState as LoadingState,
  reducers: {
    loadingStarted: (state) => { state.running += 1 },
    loadingEnded: (state) => { state.running = Math.max(0, state.running - 1) },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher((action: UnknownAction) => isPending(action) && isBlocking(action), (state) => { state.running += 1 })
      .addMatcher((action: UnknownAction) => (isFulfilled(action) || isRejected(action)) && isBlocking(action), (state) => { state.running = Math.max(0, state.running - 1) })
  },
})

export const { loadingStarted, loadingEnded } = loadingSlice.actions
export const selectIsLoading = (state: { loading: LoadingState }): boolean => state.loading.running > 0
