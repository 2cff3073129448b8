import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { FLUSH } from 'redux-persist'
import { api } from '#api/api.ts'
import { sessionEnded } from '#entities/session/authSlice.ts'
import { readTicketWork } from '#entities/unsent/ticketWork.ts'
import { readUnsent } from '#entities/unsent/unsent.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { useUnsent } from '#entities/unsent/useUnsent.ts'
import { useFormat } from '#lib/format.tsx'
import { whenDraftsSealed } from '#lib/draftSeal.ts'
import { pathTo } from '#lib/paths.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { useLogoutMutation } from './calls.ts'
import styles from './auth.module.css'

/** Milliseconds. An unresponsive server must not prevent the sign-out. */
const PATIENCE_MS = 5_000
const AGAIN_MS = 3_000
const noAnswer = (): Promise<{ data?: undefined }> =>
  new Promise((resolve) => setTimeout(() => resolve({}), PATIENCE_MS))

export function LogoutPage() {
  const waiting = useWaiting()
  const [hasAsked, setHasAsked] = useState(false)
  const [isSure, setIsSure] = useState(false)
  if (waiting === null) return <p className={styles.authWait} role="status" />
  // Once the user was asked, only the user's answer signs out: another tab may have sent the work.
  if (waiting > 0 && !hasAsked) setHasAsked(true)
  return isSure || !(hasAsked || waiting > 0) ? (
    <Leaving />
  ) : (
    <StillWaiting count={waiting} onLeave={() => setIsSure(true)} />
  )
}

const look = () => Promise.all([readUnsent(), readTicketWork()])

function useWaiting(): number | null {
  const count = useUnsent().unsent.length + useTicketWork().unsent.length
  const [hasLooked, setHasLooked] = useState(false)
  useEffect(() => {
    void look().then(() => setHasLooked(true))
  }, [])
  return hasLooked ? count : null
}

function StillWaiting({ count, onLeave }: { count: number; onLeave(): void }) {
  const { t } = useTranslation('auth')
  const { number } = useFormat()
  const navigate = useNavigate()
  useLooksAgain()
  const words =
    count === 0
      ? { title: t('waits.nothing'), hint: t('waits.nothingHint'), leave: t('waits.leaveNow') }
      : {
          title: t('waits.title', { count, n: number(count) }),
          hint: t('waits.hint'),
          leave: t('waits.leave'),
        }
  return (
    <AuthFrame title={words.title} hint={words.hint}>
      <div className={styles.waits}>
        <button
          type="button"
          className={styles.authSubmit}
          onClick={() => void navigate(pathTo('home'), { replace: true })}
        >
          {t('waits.stay')}
        </button>
        <button type="button" className={styles.authLink} onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </AuthFrame>
  )
}

/** Refreshes the list, because another tab may send or add entries. */
function useLooksAgain(): void {
  useEffect(() => {
    const handleLook = () => void look()
    const timer = setInterval(handleLook, AGAIN_MS)
    document.addEventListener('visibilitychange', handleLook)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', handleLook)
    }
  }, [])
}

function Leaving() {
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
      // The provider redirects to the login page; before that, this browser must not hold any part
      // of the session.
      const writes: unknown[] = []
      dispatch({ type: FLUSH, result: (write: unknown) => writes.push(write) })
      await Promise.all([...writes, whenDraftsSealed()])
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
