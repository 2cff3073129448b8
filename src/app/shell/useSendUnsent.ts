import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useClaims } from '../../entities/session/useSession.ts'
import { keepSending } from '../../entities/unsent/keepSending.ts'
import { useSend } from '../../entities/unsent/useUnsent.ts'
import { toastAdded } from '../../ui/toaster/toasterSlice.ts'

/** While someone is signed in, what they did without a network is sent by itself. */
export function useSendUnsent(): void {
  const { t } = useTranslation('shell')
  const dispatch = useDispatch()
  const send = useSend()
  const claims = useClaims()
  const [companyId, userId] = [claims?.companyId, claims?.userId]
  useEffect(() => {
    if (companyId === undefined || userId === undefined) return
    return keepSending({
      companyId,
      userId,
      send,
      onRecorded: ({ procedureName }) =>
        dispatch(
          toastAdded({ level: 'success', message: t('unsent.recorded', { name: procedureName }) }),
        ),
    })
  }, [companyId, userId, send, dispatch, t])
}
