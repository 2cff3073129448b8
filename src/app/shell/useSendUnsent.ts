import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useClaims } from '#entities/session/useSession.ts'
import { useSendTicketWork } from '#entities/unsent/useTicketWork.ts'
import { useSendInBackground } from '#entities/unsent/useUnsent.ts'
import { untilLoaded } from '#lib/lateFiles.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

export function useSendUnsent(): void {
  const { t } = useTranslation('shell')
  const dispatch = useDispatch()
  const send = useSendInBackground()
  const sendTicketWork = useSendTicketWork()
  const claims = useClaims()
  const [companyId, userId] = [claims?.companyId, claims?.userId]
  useEffect(() => {
    if (companyId === undefined || userId === undefined) return
    let stop: (() => void) | null = null
    let isOver = false
    void untilLoaded(() => import('#entities/unsent/sendLoop.ts'), 'part').then((file) => {
      if (isOver) return
      stop = file.startSending({
        companyId,
        userId,
        send,
        sendTicketWork,
        onRecorded: (name) =>
          dispatch(toastAdded({ level: 'success', message: t('unsent.recorded', { name }) })),
      })
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [companyId, userId, send, sendTicketWork, dispatch, t])
}
