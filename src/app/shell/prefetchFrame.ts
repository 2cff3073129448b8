import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { prefetch, type Dispatch } from '#api/prefetch.ts'
import { alertCalls } from '#entities/alerts/calls.ts'
import { NEWEST_ALERTS } from './Bell.tsx'

export function prefetchFrame(dispatch: Dispatch): void {
  prefetch(
    dispatch(injectContract(auth).endpoints.getSession.initiate()),
    dispatch(alertCalls.endpoints.listAlerts.initiate(NEWEST_ALERTS)),
  )
}
