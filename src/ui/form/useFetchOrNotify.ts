import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { isApiFailure } from '#api/http.ts'
import { changeNotice } from '#api/notices.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

/** Like `useFetchNow`, but reports a failure and keeps the input. */
export function useFetchOrNotify() {
  const dispatch = useDispatch()
  const readNow = useFetchNow()
  return useCallback(
    async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E> | null> => {
      try {
        return await readNow(endpoint, input)
      } catch (error) {
        if (!isApiFailure(error)) throw error
        const notice = changeNotice(error, {})
        if (notice !== null) dispatch(toastAdded(notice))
        return null
      }
    },
    [dispatch, readNow],
  )
}
