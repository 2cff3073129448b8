/** What the frame of every screen needs, asked for before it is drawn. */
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { askAhead, type Dispatch } from '#api/askAhead.ts'
import { alertCalls } from '#entities/alerts/calls.ts'
import { NEWEST_ALERTS } from './Bell.tsx'

export function askFrame(dispatch: Dispatch): void {
  askAhead(
    dispatch(injectContract(auth).endpoints.getSession.initiate()),
    dispatch(alertCalls.endpoints.listAlerts.initiate(NEWEST_ALERTS)),
  )
}
