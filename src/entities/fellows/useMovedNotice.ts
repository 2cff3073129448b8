import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

export function useMovedNotice(): (moved: number | undefined, done: string) => void {
  const { t } = useTranslation('fellows')
  const dispatch = useDispatch()
  return (moved, done) => {
    if (moved !== undefined && moved > 0)
      dispatch(
        toastAdded({
          level: 'success',
          message: [done, t('wentAlong', { count: moved })].join('\n'),
        }),
      )
  }
}
