import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAddressQuery } from '#lib/addressState.ts'
import { passwordFaults } from '#contract/rules/password.ts'
import { isApiFailure } from '#api/http.ts'
import { pathTo } from '#lib/paths.ts'
import { refusedChoice } from '#entities/password/refusedChoice.ts'
import { PasswordRules } from '#entities/password/PasswordRules.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { useSetNewPasswordMutation } from './calls.ts'
import { Field } from './Field.tsx'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

export function NewPasswordPage() {
  const { t } = useTranslation(['auth', 'notices'])
  const search = useAddressQuery()
  const [change, { isLoading, isSuccess }] = useSetNewPasswordMutation()
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const tooMany = useRateLimitText()
  const [failure, setFailure] = useState<string | null>(null)
  const [isDead, setIsDead] = useState(false)
  // The address was opened without a link's token.
  const isBare = !search.has('token')
  const weak = passwordFaults(password)

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsChecked(true)
    if (weak.length > 0) return
    setFailure(null)
    try {
      await change({ body: { token: search.get('token') ?? '', password } }).unwrap()
    } catch (error) {
      const status = isApiFailure(error) ? error.status : null
      const refused = refusedChoice(error)
      if (status === 410) setIsDead(true)
      else
        setFailure(
          refused !== null
            ? t(`fault_${refused}`)
            : status === 429
              ? tooMany
              : status === 409
                ? t('notices:refused.signInInstead')
                : t('notices:newPasswordFailed'),
        )
    }
  }

  return (
    <AuthFrame title={t('newPasswordTitle')}>
      {isSuccess ? (
        <p className={styles.authNote} role="status">
          {t('notices:passwordChanged')}
        </p>
      ) : isBare ? (
        <p className={styles.authNote} role="status">
          {t('newPasswordBare')}
        </p>
      ) : isDead ? (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {t('notices:linkExpired')}
        </p>
      ) : (
        <form className={styles.authForm} noValidate onSubmit={(event) => void handleSubmit(event)}>
          {failure !== null && (
            <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
              {failure}
            </p>
          )}
          <Field
            label={t('newPassword')}
            name="password"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            below={<PasswordRules broken={weak} isChecked={isChecked} />}
          />
          <button type="submit" className={styles.authSubmit} disabled={isLoading}>
            {t('newPasswordSubmit')}
          </button>
        </form>
      )}
      <p className={styles.authLinks}>
        {/* An expired link leads to a request for a new one. */}
        {(isDead || isBare) && !isSuccess && (
          <Link to={pathTo('login', undefined, { way: 'reset' })}>{t('resetSubmit')}</Link>
        )}
        <Link to={pathTo('login')}>{t('backToSignIn')}</Link>
      </p>
    </AuthFrame>
  )
}
