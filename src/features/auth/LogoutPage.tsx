import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { api } from '../../api/api.ts'
import { pathTo } from '../../app/paths.ts'
import { sessionEnded } from '../../entities/session/authSlice.ts'
import { useLogoutMutation } from './calls.ts'

/** Ends the session on the server and here; here it ends even when the server cannot be reached. */
export function LogoutPage() {
  const { t } = useTranslation('auth')
  const [logout] = useLogoutMutation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void logout().finally(() => {
      dispatch({ type: 'store/reset' })
      dispatch(api.util.resetApiState())
      dispatch(sessionEnded('signedOut'))
      void navigate(pathTo('login'), { replace: true })
    })
  }, [logout, dispatch, navigate])
  return <p className="auth-wait" role="status">{t('signingOut')}</p>
}
