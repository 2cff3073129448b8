import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import type { PendingStep } from '#contract/auth/auth.ts'
import { isEmail } from '#contract/rules/email.ts'
import { OTP_PAUSE_SECONDS } from '#contract/auth/waysIn.ts'
import { statusWord } from '#contract/equipment/statusWords.ts'
import { isApiFailure } from '#api/http.ts'
import { codePaused, codeSent, type AuthState } from '#entities/session/authSlice.ts'
import { useLoginOtpMutation, useRequestOtpMutation } from './calls.ts'
import { Field } from './Field.tsx'
import { forgetSentCode, saveSentCode } from './sentCode.ts'
import { secondsFromNow, useCountdown } from './useCountdown.ts'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

interface Props {
  email: string
  onEmail(email: string): void
  onLeave(): void
  ways: readonly ('email' | 'sms')[]
  next: string
  source: string
  onSecondStep(step: PendingStep): void
}

export function OtpForm({ email, onEmail, onLeave, ways, next, source, onSecondStep }: Props) {
  const { t } = useTranslation(['auth', 'notices'])
  const [requestOtp, asking] = useRequestOtpMutation()
  const [loginOtp, entering] = useLoginOtpMutation()
  const entered = useCompleteSignIn(next)
  const tooMany = useRateLimitText()
  const dispatch = useDispatch()
  const { codeSentTo, codeAgainAt } = useSelector((state: { auth: AuthState }) => state.auth.login)
  const secondsLeft = useCountdown(codeAgainAt)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<'otpRequestFailed' | Failure | null>(null)
  const [isNoAddress, setIsNoAddress] = useState(false)

  async function ask(way: 'email' | 'sms'): Promise<void> {
    if (!isEmail(email.trim())) return setIsNoAddress(true)
    setIsNoAddress(false)
    setFailure(null)
    try {
      await requestOtp({ body: { email: email.trim(), way } }).unwrap()
      const againAt = secondsFromNow(OTP_PAUSE_SECONDS)
      dispatch(codeSent({ to: email.trim(), againAt }))
      saveSentCode(email.trim(), againAt)
    } catch (error) {
      const isBusy = isApiFailure(error) && error.status === 429
      if (isBusy) dispatch(codePaused(secondsFromNow(error.retryAfter ?? OTP_PAUSE_SECONDS)))
      setFailure(isBusy ? 'tooMany' : 'otpRequestFailed')
    }
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setFailure(null)
    try {
      const { token, secondStep } = await loginOtp({
        body: { email: email.trim(), code: code.trim(), source },
      }).unwrap()
      forgetSentCode()
      if (token !== null) await entered(token)
      else if (secondStep !== null) onSecondStep(secondStep)
    } catch (error) {
      setFailure(failureOf(error))
    }
  }

  const isBlocked = secondsLeft > 0 || asking.isLoading
  return (
    <form className={styles.authForm} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {failure !== null && (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {failure === 'tooMany' ? tooMany : t(`notices:${failure}`)}
        </p>
      )}
      {codeSentTo !== null && codeSentTo === email.trim() && failure === null && (
        <p className={styles.authNote} role="status">
          {t('notices:otpSent')}
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
        fault={isNoAddress ? t('emailInvalid') : null}
      />
      <div className={styles.authChoices}>
        {ways.map((way) => (
          <button
            key={way}
            type="button"
            className={styles.authPlain}
            disabled={isBlocked}
            onClick={() => void ask(way)}
          >
            {t(way === 'email' ? 'codeByEmail' : 'codeBySms')}
          </button>
        ))}
      </div>
      {secondsLeft > 0 && (
        <p className="quiet" role="timer">
          {t('codeAgainIn', { count: secondsLeft })}
        </p>
      )}
      <Field
        label={t('code')}
        name="code"
        autoComplete="one-time-code"
        isNumeric
        value={code}
        onChange={setCode}
      />
      <button
        type="submit"
        className={styles.authSubmit}
        disabled={entering.isLoading || code.trim() === ''}
      >
        {entering.isLoading ? t('signingIn') : t('signIn')}
      </button>
    </form>
  )
}

type Failure = 'tooMany' | 'wrongOtp' | ReturnType<typeof statusWord>

/** Only a refusal means a wrong code; server errors and network failures do not. */
function failureOf(error: unknown): Failure {
  const status = isApiFailure(error) ? error.status : null
  if (status === 429) return 'tooMany'
  return status === 400 || status === 401 || status === 410 ? 'wrongOtp' : statusWord(status)
}
