/**
 * What stands on the server at this moment, for a save that came too late. Neither an answer that is
 * kept, here or on the device, nor one that was asked for before: both may be older than what the
 * server refused the save for. Throws an `ApiFailure`.
 */
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { api } from './api.ts'
import { ask } from './ask.ts'
import { cacheTag } from './fromContract.ts'

export type FetchNow = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>

export function useFetchNow(): FetchNow {
  const dispatch = useDispatch()
  return useCallback<FetchNow>(
    async (endpoint, input) => {
      const response = await ask(endpoint, input)
      // halves the endpoint may lack
      const { params, body } = input as { params?: unknown; body?: unknown }
      // What shows it beside the form is as old as what was saved too late.
      dispatch(api.util.invalidateTags(endpoint.tags({ params, body, response }).map(cacheTag)))
      return response
    },
    [dispatch],
  )
}
