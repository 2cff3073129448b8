import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useGoBackLater } from './useGoBack.ts'

/**
 * A schedule that does not load says so, and the page goes back after three seconds (spec sections
 * 8 and 9).
 */
export function useLoadFailure(hasFailed: boolean): void {
  const { t } = useTranslation('notices')
  const dispatch = useDispatch()
  useEffect(() => {
    if (hasFailed) dispatch(toastAdded({ level: 'error', message: t('scheduleFailed') }))
  }, [hasFailed, dispatch, t])
  useGoBackLater(hasFailed)
}
