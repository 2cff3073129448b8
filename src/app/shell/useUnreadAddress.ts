import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { onUnread } from '#lib/unreadAddress.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

/** Seconds to read the notice and look at the address. */
const SECONDS = 12

export function useUnreadAddress(): void {
  const { t } = useTranslation('shell')
  const dispatch = useDispatch()
  useEffect(
    () =>
      onUnread((parts) => {
        const message = t('addressUnread', { part: parts.join(', ') })
        dispatch(toastAdded({ level: 'warning', message, duration: SECONDS }))
      }),
    [dispatch, t],
  )
}
