import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { FLUSH } from 'redux-persist'
import { api } from '../../api/api.ts'
import { pathTo } from '../../lib/paths.ts'
import { sessionEnded } from '../../entities/session/authSlice.ts'
import { useLogoutMutation } from './calls.ts'
import styles from './auth.module.css'

/** A server that does not answer must not keep anybody in. */
const PATIENCE_MS = 5_000
const noAnswer = (): Promise<{ data?: undefined }> =>
  new Promise((resolve) => setTimeout(() => resolve({}), PATIENCE_MS))

/**
 * Ends the session on the server, here, and at the provider it came through; here it ends even when
 * the server cannot be reached.
 */
export function LogoutPage() {
  const { t } = useTranslation('auth')
  const [logout] = useLogoutMutation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    async function leave(): Promise<void> {
      const { data } = await Promise.race([logout(), noAnswer()])
      dispatch({ type: 'store/reset' })
      dispatch(api.util.resetApiState())
      dispatch(sessionEnded('signedOut'))
      if (data === undefined || data.providerLogout === null)
        return void navigate(pathTo('login'), { replace: true })
      // The provider sends back to the login page; until then nothing of the session may be left in
      // this browser.
      const writes: unknown[] = []
      dispatch({ type: FLUSH, result: (write: unknown) => writes.push(write) })
      await Promise.all(writes)
      window.location.assign(data.providerLogout)
    }
    void leave()
  }, [logout, dispatch, navigate])
  return (
    <p className={styles.authWait} role="status">
      {t('signingOut')}
    </p>
  )
}
