import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { api } from '#api/api.ts'
import { cacheTag } from '#api/fromContract.ts'
import { startLive, type LiveState } from '#api/live.ts'
import { tagTypes } from '#contract/endpoint.ts'
import type { RootState } from '../store.ts'

export function useLive(): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const store = useStore<RootState>()
  useEffect(
    () =>
      startLive({
        readToken: () => store.getState().auth.token,
        onTags: (tags) => store.dispatch(api.util.invalidateTags(tags.map(cacheTag))),
        onStale: () => store.dispatch(api.util.invalidateTags([...tagTypes])),
        onState: setState,
      }),
    [store],
  )
  return state
}
