import { useDispatch } from 'react-redux'
import { failureNotice } from '#api/notices.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import type { LivePositions } from './livePositions.ts'

export function useRefresh(positions: LivePositions | null): () => void {
  const dispatch = useDispatch()
  return () =>
    void positions?.reload().then((failure) => {
      const said = failure === null ? null : failureNotice(failure, {})
      if (said !== null) dispatch(toastAdded(said))
    })
}
