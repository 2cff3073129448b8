/**
 * Fetches the server's present state after a save came too late. Skips caches and earlier requests,
 * which may be older than the conflict. Throws an `ApiFailure`.
 */
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { api } from './api.ts'
import { callEndpoint } from './callEndpoint.ts'
import { cacheTag } from './fromContract.ts'

export type FetchNow = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>

export function useFetchNow(): FetchNow {
  const dispatch = useDispatch()
  return useCallback<FetchNow>(
    async (endpoint, input) => {
      const response = await callEndpoint(endpoint, input)
      const { params, body } = input as { params?: unknown; body?: unknown }
      // What the page shows beside the form is outdated as well.
      dispatch(api.util.invalidateTags(endpoint.tags({ params, body, response }).map(cacheTag)))
      return response
    },
    [dispatch],
  )
}
