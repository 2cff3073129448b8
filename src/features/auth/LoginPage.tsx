import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { isEmail } from '#contract/rules/email'
import { isApiFailure } from '../../api/http.ts'
import { safeNext } from '../../app/paths.ts'
import { decodeToken, tokenStored, type AuthState } from '../../entities/session/authSlice.ts'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { keptLanguage } from '../../lib/i18n/keptLanguage.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { useGetInstallationQuery, useLoginMutation } from './calls.ts'
import { DemoSignIns } from './DemoSignIns.tsx'
import { Field } from './Field.tsx'

type Faults = { email?: string; password?: string }

export function LoginPage() {
  const { t } = useTranslation(['auth', 'notices'])
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const isSignedIn = useSelector((state: { auth: AuthState }) => state.auth.token !== null)
  const ended = useSelector((state: { auth: AuthState }) => state.auth.ended)
  const { data: installation } = useGetInstallationQuery()
  const { signIn, failure, isLoading } = useSignIn(next)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})

  if (isSignedIn && !isLoading) return <Navigate to={next} replace />

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    const address = email.trim()
    const found: Faults = {
      ...(address === '' ? { email: t('emailRequired') } : isEmail(address) ? {} : { email: t('emailInvalid') }),
      ...(password === '' ? { password: t('passwordRequired') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) void signIn(address, password)
  }

  const message = failure ?? (ended === 'expired' ? t('notices:sessionExpired') : null)
  return (
    <AuthFrame
      title={t('title')} hint={t('tagline')}
      beside={installation?.demo === true && installation.signIns.length > 0
        ? <DemoSignIns signIns={installation.signIns} disabled={isLoading} onChoose={(one) => void signIn(one.email, one.password)} />
        : undefined}
    >
      {installation?.needsSetup === true
        ? <p className="auth-note" role="status">{t('setUpNeeded')}</p>
        : (
            <form className="auth-form" onSubmit={handleSubmit} noValidate>
              {message !== null && <p className={failure === null ? 'auth-note' : 'auth-note auth-note-bad'} role="alert">{message}</p>}
              <Field label={t('email')} name="email" type="email" autoComplete="username" value={email} onChange={setEmail} fault={faults.email} />
              <Field label={t('password')} name="password" type="password" autoComplete="current-password" value={password} onChange={setPassword} fault={faults.password} />
              <button type="submit" className="auth-submit" disabled={isLoading}>{isLoading ? t('signingIn') : t('signIn')}</button>
            </form>
          )}
    </AuthFrame>
  )
}

/** Signs in, stores the token and goes on; a refusal comes back in the words of the error catalogue. */
function useSignIn(next: string) {
  const { t } = useTranslation('notices')
  const [login, { isLoading }] = useLoginMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => { isHere.current = false }
  }, [])

  async function signIn(email: string, password: string): Promise<void> {
    setFailure(null)
    try {
      const { token } = await login({ body: { email, password, source: 'web' } }).unwrap()
      // A language chosen in this browser stands over the one kept with the person.
      const language = keptLanguage() === null ? decodeToken(token)?.language : undefined
      if (language !== undefined) await changeLanguage(language)
      dispatch(tokenStored(token))
      if (isHere.current) await navigate(next, { replace: true })
    } catch (error) {
      setFailure(refusal(isApiFailure(error) ? error.status : null))
    }
  }

  function refusal(status: number | null): string {
    if (status === 401 || status === 400) return t('wrongPassword')
    if (status === 429) return `${t('tooManyRequests')} ${t('pauseMinutes')}`
    return t('loginFailed')
  }
  return { signIn, failure, isLoading }
}
