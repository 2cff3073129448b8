import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#contract/rules/email.ts'
import { isApiFailure } from '#api/http.ts'
import { useGetInstallationQuery, useRequestResetMutation } from './calls.ts'
import { Field } from './Field.tsx'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

/** Requests a reset link. The answer is the same for unknown addresses. */
export function ResetRequest({ email, onEmail }: { email: string; onEmail(email: string): void }) {
  const { t } = useTranslation(['auth', 'notices'])
  const [request, { isLoading, isSuccess }] = useRequestResetMutation()
  const tooMany = useRateLimitText()
  const [failure, setFailure] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const isOff = useGetInstallationQuery().data?.sends.email === false

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isEmail(email.trim())) return setFault(t('emailInvalid'))
    setFault(null)
    setFailure(null)
    try {
      await request({ body: { email: email.trim() } }).unwrap()
    } catch (error) {
      const isBusy = isApiFailure(error) && error.status === 429
      setFailure(isBusy ? tooMany : t('notices:loginFailed'))
    }
  }

  if (isOff)
    return (
      <p className={styles.authNote} role="status">
        {t('resetOff')}
      </p>
    )
  return (
    <form className={styles.authForm} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {failure !== null && (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {failure}
        </p>
      )}
      {isSuccess && failure === null && (
        <p className={styles.authNote} role="status">
          {t('notices:resetSent')}
        </p>
      )}
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
        fault={fault}
      />
      <button type="submit" className={styles.authSubmit} disabled={isLoading}>
        {t('resetSubmit')}
      </button>
    </form>
  )
}
