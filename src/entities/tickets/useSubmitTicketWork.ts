import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { failureNotice } from '#api/notices.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useClaims } from '#entities/session/useSession.ts'
import type { DevicePhoto, TicketWork } from '#entities/unsent/device.ts'
import { sendOff, type SentOff } from '#entities/unsent/ticketWork.ts'
import { useSendTicketWork } from '#entities/unsent/useTicketWork.ts'

interface Done {
  title: string
  work: TicketWork
  photos?: readonly DevicePhoto[]
  clientKey?: string
}

/**
 * Sends ticket work at once, or when the network returns. Reports refusals; the caller shows both
 * versions of a conflict.
 */
export function useSubmitTicketWork(): (done: Done) => Promise<SentOff> {
  const dispatch = useDispatch()
  const send = useSendTicketWork()
  const claims = useClaims()
  const [companyId, userId] = [claims?.companyId ?? 0, claims?.userId ?? 0]
  return useCallback(
    async (done) => {
      const sent = await sendOff({ companyId, userId, ...done }, send)
      const notice = sent.kind === 'refused' ? failureNotice(sent.failure, {}) : null
      if (notice !== null) dispatch(toastAdded(notice))
      return sent
    },
    [companyId, userId, send, dispatch],
  )
}
