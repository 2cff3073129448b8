import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

export function useInvitationSent(): () => void {
  const { t } = useTranslation('notices')
  const dispatch = useDispatch()
  return () => void dispatch(toastAdded({ level: 'success', message: t('invitationSent') }))
}
