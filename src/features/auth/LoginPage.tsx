import { Suspense, useLayoutEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { Link, Navigate } from 'react-router-dom'
import { useAddressQuery } from '#lib/addressState.ts'
import type { PendingStep } from '#contract/auth/auth.ts'
import { isEmail } from '#contract/rules/email.ts'
import { statusWord } from '#contract/equipment/statusWords.ts'
import { isApiFailure } from '#api/http.ts'
import { pathTo, routes, safeNext } from '#lib/paths.ts'
import { codeSent, loginTyped, sessionEnded, type AuthState } from '#entities/session/authSlice.ts'
import { forgetHandedStep, handedStep } from '#entities/session/handoff.ts'
import { canUsePasskeys } from '#entities/passkey/passkey.ts'
import type { CorporateProvider } from '#entities/session/corporate.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { companyInAddress } from './companyInAddress.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { useGetInstallationQuery, useLoginMutation } from './calls.ts'
import { DemoSignIns } from './DemoSignIns.tsx'
import { Field } from './Field.tsx'
import { keptSentCode } from './sentCode.ts'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useRateLimitText } from './useRateLimitText.ts'
import { useWaysOf } from './useWaysOf.ts'
import styles from './auth.module.css'

// Rare sign-in methods load on use, to keep the page light.
const OtpForm = loadPartLater(() =>
  import('./OtpForm.tsx').then((file) => ({ default: file.OtpForm })),
)
const SecondStep = loadPartLater(() =>
  import('./SecondStep.tsx').then((file) => ({ default: file.SecondStep })),
)
const PasskeySignIn = loadPartLater(() =>
  import('./PasskeySignIn.tsx').then((file) => ({ default: file.PasskeySignIn })),
)
const ResetRequest = loadPartLater(() =>
  import('./ResetRequest.tsx').then((file) => ({ default: file.ResetRequest })),
)
export const prefetchSignInForm = async (way: string | null): Promise<void> => {
  if (way === 'otp') await OtpForm.fetch()
  if (way === 'reset') await ResetRequest.fetch()
}
const redirectToProvider = async (provider: CorporateProvider, next: string, source: string) =>
  (await import('#entities/session/corporate.ts')).redirectToProvider(provider, next, source)

type Faults = { email?: string; password?: string }

/**
 * All sign-in methods on one page. The address has the method, so that Back works: `?way=otp`,
 * `?way=reset`.
 */
export function LoginPage() {
  const { t } = useTranslation(['auth', 'notices'])
  const dispatch = useDispatch()
  const search = useAddressQuery()
  const next = safeNext(search.get('next'))
  // Where the sign-in came from, stored with the session: `backoffice`, `mobile` … (decisions,
  // 'Session').
  const source = search.get('source')?.slice(0, 40) || 'web'
  const way = search.get('way')
  const isSignedIn = useSelector((state: { auth: AuthState }) => state.auth.token !== null)
  const { data: installation } = useGetInstallationQuery()
  const [pending, setPending] = useState<PendingStep | null>(handedStep)
  const { signIn, failure, isLoading } = useSignIn(next, source, setPending)
  const { email, codeSentTo } = useSelector((state: { auth: AuthState }) => state.auth.login)
  const setEmail = (typed: string) => void dispatch(loginTyped(typed))
  useSentBefore(way === 'otp' && email === '' && codeSentTo === null)
  const {
    ways,
    isLoaded,
    failure: optionsFailure,
    handleLeave,
  } = useWaysOf(email, companyInAddress(search))

  if (isSignedIn && !isLoading) return <Navigate to={next} replace />
  if (pending !== null)
    return (
      <WithSecondStep
        step={pending}
        next={next}
        onStartAgain={() => {
          forgetHandedStep()
          setPending(null)
        }}
      />
    )
  const isPassword = way !== 'otp' && way !== 'reset'
  return (
    <AuthFrame
      title={t(way === 'reset' ? 'resetTitle' : 'title')}
      hint={t(way === 'reset' ? 'resetHint' : way === 'otp' ? 'otpHint' : 'tagline')}
      beside={
        installation?.demo === true && isPassword && installation.signIns.length > 0 ? (
          <DemoSignIns
            signIns={installation.signIns}
            disabled={isLoading}
            onChoose={(one) => void signIn(one.email, one.password)}
          />
        ) : undefined
      }
    >
      {installation?.needsSetup === true && (
        <p className={styles.authNote} role="status">
          {t('setUpNeeded')}
        </p>
      )}
      {installation?.needsSetup !== true && source === 'backoffice' && (
        <p className={styles.authNote} role="status">
          {t('backOffice')}
        </p>
      )}
      {installation?.needsSetup !== true && (
        <>
          {optionsFailure !== null && (
            <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
              {optionsFailure}
            </p>
          )}
          <Suspense fallback={null}>
            {way === 'otp' && (
              <OtpForm
                email={email}
                onEmail={setEmail}
                onLeave={handleLeave}
                ways={ways.otp}
                next={next}
                source={source}
                onSecondStep={setPending}
              />
            )}
            {way === 'reset' && <ResetRequest email={email} onEmail={setEmail} />}
          </Suspense>
          {isPassword && (
            <PasswordForm
              email={email}
              onEmail={setEmail}
              onLeave={handleLeave}
              next={next}
              source={source}
              isProviderOnly={ways.forceSso}
              failure={failure}
              isLoading={isLoading}
              onSubmit={(password) => void signIn(email.trim(), password)}
            />
          )}
          {isPassword && isLoaded && canUsePasskeys() && !ways.forceSso && (
            <Suspense fallback={null}>
              <PasskeySignIn next={next} source={source} />
            </Suspense>
          )}
          {ways.allowSso &&
            ways.providers.map((provider) => (
              <button
                key={provider.idp}
                type="button"
                className={`${styles.authPlain} ${styles.authWide}`}
                onClick={() =>
                  void redirectToProvider(provider, next, source).catch(() =>
                    dispatch(sessionEnded('corporateFailed')),
                  )
                }
              >
                {t(`provider_${provider.idp}`)}
              </button>
            ))}
          <OtherWays
            way={way}
            isProviderOnly={ways.forceSso}
            isDemo={installation?.demo === true}
          />
        </>
      )}
    </AuthFrame>
  )
}

/** Restores the recipient and the waiting time of a code requested before a reload. */
function useSentBefore(isAsked: boolean): void {
  const dispatch = useDispatch()
  useLayoutEffect(() => {
    const sent = isAsked ? keptSentCode(Date.now()) : null
    if (sent === null) return
    dispatch(loginTyped(sent.email))
    dispatch(codeSent({ to: sent.email, againAt: sent.againAt }))
  }, [isAsked, dispatch])
}

function WithSecondStep({
  step,
  next,
  onStartAgain,
}: {
  step: PendingStep
  next: string
  onStartAgain(): void
}) {
  const { t } = useTranslation('secondStep')
  return (
    <AuthFrame title={t('title')} hint={t('hint')}>
      <Suspense fallback={null}>
        <SecondStep step={step} next={next} onStartAgain={onStartAgain} />
      </Suspense>
    </AuthFrame>
  )
}

interface PasswordFormProps {
  email: string
  onEmail(email: string): void
  onLeave(): void
  next: string
  source: string
  isProviderOnly: boolean
  failure: string | null
  isLoading: boolean
  onSubmit(password: string): void
}

function PasswordForm({
  email,
  onEmail,
  onLeave,
  next,
  source,
  isProviderOnly,
  failure,
  isLoading,
  onSubmit,
}: PasswordFormProps) {
  const { t } = useTranslation(['auth', 'notices'])
  const ended = useSelector((state: { auth: AuthState }) => state.auth.ended)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    const address = email.trim()
    const found: Faults = {
      ...(address === ''
        ? { email: t('emailRequired') }
        : isEmail(address)
          ? {}
          : { email: t('emailInvalid') }),
      ...(password === '' ? { password: t('passwordRequired') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) onSubmit(password)
  }

  const tooMany = useRateLimitText()
  const why =
    ended === null || ended === 'signedOut'
      ? null
      : ended === 'expired'
        ? t('notices:sessionExpired')
        : ended === 'corporateTooMany'
          ? tooMany
          : t(ended)
  const message = failure ?? why
  const isBad = failure !== null || ended !== 'expired'
  return (
    // Method and action work before scripts load: the server answers the form.
    <form
      className={styles.authForm}
      method="post"
      action={routes.login.path}
      onSubmit={handleSubmit}
      noValidate
    >
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="source" value={source} />
      {/** language and company of the address, filled in by the server */}
      <input type="hidden" name="lang" value="" />
      <input type="hidden" name="company" value="" />
      {message !== null && (
        <p
          className={isBad ? `${styles.authNote} ${styles.authNoteBad}` : styles.authNote}
          role="alert"
        >
          {message}
        </p>
      )}
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
        onLeave={onLeave}
        fault={faults.email}
      />
      {isProviderOnly ? (
        <p className={styles.authNote} role="status">
          {t('providerOnly')}
        </p>
      ) : (
        <>
          <Field
            label={t('password')}
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            fault={faults.password}
          />
          <button type="submit" className={styles.authSubmit} disabled={isLoading}>
            {isLoading ? t('signingIn') : t('signIn')}
          </button>
        </>
      )}
    </form>
  )
}

function OtherWays({
  way,
  isProviderOnly,
  isDemo,
}: {
  way: string | null
  isProviderOnly: boolean
  isDemo: boolean
}) {
  const { t } = useTranslation('auth')
  const search = useAddressQuery()
  const next = search.get('next')
  const to = (other: string | undefined) =>
    pathTo('login', undefined, {
      next: next ?? undefined,
      source: search.get('source') ?? undefined,
      company: companyInAddress(search),
      way: other,
    })
  return (
    <p className={styles.authLinks}>
      {(way === 'otp' || way === 'reset') && <Link to={to(undefined)}>{t('withPassword')}</Link>}
      {way !== 'otp' && !isProviderOnly && <Link to={to('otp')}>{t('withCode')}</Link>}
      {way !== 'reset' && !isProviderOnly && <Link to={to('reset')}>{t('forgotPassword')}</Link>}
      {next !== null && /^\/r\/\w+$/.test(next) && (
        <a href={`${next}?guest`}>{t('reportWithoutAccount')}</a>
      )}
      {isDemo && (way === 'otp' || way === 'reset') && (
        <Link to={pathTo('outbox')}>{t('outboxTitle')}</Link>
      )}
    </p>
  )
}

function useSignIn(next: string, source: string, onSecondStep: (step: PendingStep) => void) {
  const { t } = useTranslation('notices')
  const tooMany = useRateLimitText()
  const [login, { isLoading }] = useLoginMutation()
  // The failure without its text, because the text depends on the language.
  const [failed, setFailed] = useState<{ status: number | null } | null>(null)
  const entered = useCompleteSignIn(next)

  async function signIn(email: string, password: string): Promise<void> {
    setFailed(null)
    try {
      const { token, secondStep } = await login({ body: { email, password, source } }).unwrap()
      if (token !== null) await entered(token)
      else if (secondStep !== null) onSecondStep(secondStep)
    } catch (error) {
      setFailed({ status: isApiFailure(error) ? error.status : null })
    }
  }

  function refusal(status: number | null): string {
    if (status === 401 || status === 400) return t('wrongPassword')
    if (status === 429) return tooMany
    return t(statusWord(status))
  }
  return { signIn, failure: failed === null ? null : refusal(failed.status), isLoading }
}
