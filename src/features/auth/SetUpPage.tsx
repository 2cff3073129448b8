import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { Link, useNavigate } from 'react-router-dom'
import { useAddressQuery } from '#lib/addressState.ts'
import { isEmail } from '#contract/rules/email.ts'
import { passwordFaults } from '#contract/rules/password.ts'
import { statusWord } from '#contract/equipment/statusWords.ts'
import { isApiFailure } from '#api/http.ts'
import { refusalText } from '#api/notices.ts'
import { useZoneOptions, type ZoneOption } from '#entities/timeZones/useZoneOptions.ts'
import { afterSignIn, pathTo } from '#lib/paths.ts'
import { tokenStored } from '#entities/session/authSlice.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { refusedChoice } from '#entities/password/refusedChoice.ts'
import { PasswordRules } from '#entities/password/PasswordRules.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { useGetInstallationQuery, useSetUpMutation } from './calls.ts'
import { Field } from './Field.tsx'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

const empty = { companyName: '', firstName: '', lastName: '', email: '', password: '' }
type Values = typeof empty

export function SetUpPage() {
  const { t } = useTranslation('auth')
  const search = useAddressQuery()
  const token = search.get('token') ?? ''
  const { data: installation, isError } = useGetInstallationQuery(undefined, {
    skip: token === '',
  })
  const [isRefused, setIsRefused] = useState(false)
  // An installation with a company accepts no link.
  const isUsed = isRefused || installation?.needsSetup === false
  return (
    <AuthFrame title={t('setUpTitle')} hint={t('setUpHint')}>
      {token === '' ? (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {t('setUpLinkMissing')}
        </p>
      ) : isUsed ? (
        <UsedLink />
      ) : (
        (installation !== undefined || isError) && (
          <SetUpForm token={token} onUsed={() => setIsRefused(true)} />
        )
      )}
    </AuthFrame>
  )
}

function UsedLink() {
  const { t } = useTranslation(['auth', 'notices'])
  return (
    <>
      <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
        {t('notices:linkExpired')}
      </p>
      <p className={styles.authLinks}>
        <Link to={pathTo('login')}>{t('backToSignIn')}</Link>
      </p>
    </>
  )
}

function SetUpForm({ token, onUsed }: { token: string; onUsed(): void }) {
  const { t } = useTranslation(['auth', 'common', 'notices'])
  const [setUp, { isLoading }] = useSetUpMutation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>(empty)
  const [ownZone, setOwnZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { options: zones, current } = useZoneOptions(ownZone)
  const timezone = current ?? 'UTC'
  const [isChecked, setIsChecked] = useState(false)
  const tooMany = useRateLimitText()
  const [failure, setFailure] = useState<string | null>(null)
  const weak = passwordFaults(values.password)
  const change = (key: keyof Values) => (value: string) =>
    setValues((before) => ({ ...before, [key]: value }))
  const missing = (key: keyof Values): string | null =>
    isChecked && values[key].trim() === '' ? t('common:required') : null

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsChecked(true)
    if (
      weak.length > 0 ||
      !isEmail(values.email.trim()) ||
      Object.values(values).some((value) => value.trim() === '')
    )
      return
    setFailure(null)
    try {
      const made = await setUp({
        body: {
          ...values,
          email: values.email.trim(),
          token,
          timezone,
          language: currentLanguage(),
        },
      }).unwrap()
      dispatch(tokenStored(made.token))
      await navigate(afterSignIn, { replace: true })
    } catch (error) {
      const status = isApiFailure(error) ? error.status : null
      const refused = refusedChoice(error)
      if (status === 410) return onUsed()
      setFailure(
        refused !== null
          ? t(`fault_${refused}`)
          : status === 429
            ? tooMany
            : status === 409 && isApiFailure(error)
              ? refusalText(error)
              : t(`notices:${statusWord(status)}`),
      )
    }
  }

  return (
    <form className={styles.authForm} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {failure !== null && (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {failure}
        </p>
      )}
      <Field
        label={t('setUpCompany')}
        name="companyName"
        autoComplete="organization"
        value={values.companyName}
        onChange={change('companyName')}
        fault={missing('companyName')}
      />
      <TimezoneField zones={zones} value={timezone} onChange={setOwnZone} />
      <div className={styles.fieldPair}>
        <Field
          label={t('setUpFirstName')}
          name="firstName"
          autoComplete="given-name"
          value={values.firstName}
          onChange={change('firstName')}
          fault={missing('firstName')}
        />
        <Field
          label={t('setUpLastName')}
          name="lastName"
          autoComplete="family-name"
          value={values.lastName}
          onChange={change('lastName')}
          fault={missing('lastName')}
        />
      </div>
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        value={values.email}
        onChange={change('email')}
        fault={
          missing('email') ??
          (isChecked && !isEmail(values.email.trim()) ? t('emailInvalid') : null)
        }
      />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="new-password"
        value={values.password}
        onChange={change('password')}
        below={<PasswordRules broken={weak} isChecked={isChecked} />}
      />
      <button type="submit" className={styles.authSubmit} disabled={isLoading}>
        {t('setUpSubmit')}
      </button>
    </form>
  )
}

interface TimezoneFieldProps {
  zones: readonly ZoneOption[]
  value: string
  onChange(value: string): void
}

function TimezoneField({ zones, value, onChange }: TimezoneFieldProps) {
  const { t } = useTranslation('auth')
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('setUpTimezone')}</label>
      <select
        id={id}
        className={styles.fieldSelect}
        dir="ltr"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {zones.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
