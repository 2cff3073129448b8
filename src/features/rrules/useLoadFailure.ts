import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useGoBackLater } from './useGoBack.ts'

/**
 * If a schedule does not load, shows an error and goes back after three seconds (spec sections 8
 * and 9).
 */
export function useLoadFailure(hasFailed: boolean): void {
  const { t } = useTranslation('notices')
  const dispatch = useDispatch()
  useEffect(() => {
    if (hasFailed) dispatch(toastAdded({ level: 'error', message: t('scheduleFailed') }))
  }, [hasFailed, dispatch, t])
  useGoBackLater(hasFailed)
}
