import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { InvitationWay } from '#contract/auth/invitations.ts'
import { passwordFaults } from '#contract/rules/password.ts'
import { isApiFailure } from '#api/http.ts'
import { PasswordRules } from '#entities/password/PasswordRules.tsx'
import { refusedChoice } from '#entities/password/refusedChoice.ts'
import { useAddressQuery } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { AuthFrame } from './AuthFrame.tsx'
import {
  useAcceptInvitationMutation,
  useReadInvitationQuery,
  useRefuseInvitationMutation,
} from './calls.ts'
import { Field } from './Field.tsx'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

export function InvitationPage() {
  const { t } = useTranslation(['auth', 'notices'])
  const token = useAddressQuery().get('token') ?? ''
  const [ended, setEnded] = useState<'accepted' | 'refused' | 'dead' | null>(null)
  // The answer used up the link; reading again would report it as expired.
  const query = useReadInvitationQuery(
    { body: { token } },
    { skip: token === '' || ended !== null },
  )
  const { data, error } = query
  const isDead =
    token === '' ||
    ended === 'dead' ||
    (ended === null && isApiFailure(error) && error.status === 410)
  return (
    <AuthFrame title={t('invitationTitle')}>
      {isDead ? (
        <Note isBad text={t('invitationExpired')} />
      ) : ended !== null ? (
        <Note text={t(ended === 'accepted' ? 'invitationAccepted' : 'invitationRefused')} />
      ) : error !== undefined ? (
        <>
          <Note isBad text={t('notices:internalError')} />
          <button type="button" className={styles.authSubmit} onClick={() => void query.refetch()}>
            {t('invitationRetry')}
          </button>
        </>
      ) : data === undefined ? (
        <p className={`quiet ${styles.authNote}`} role="status">
          {t('invitationReading')}
        </p>
      ) : (
        <>
          <p>{t('invitationText', { company: data.company, email: data.email })}</p>
          <Answer token={token} way={data.way} onEnd={setEnded} />
        </>
      )}
      <p className={styles.authLinks}>
        <Link to={pathTo('login')}>{t(ended === 'accepted' ? 'signIn' : 'backToSignIn')}</Link>
      </p>
    </AuthFrame>
  )
}

function Note({ text, isBad = false }: { text: string; isBad?: boolean }) {
  return (
    <p
      className={`${styles.authNote} ${isBad ? styles.authNoteBad : ''}`}
      role={isBad ? 'alert' : 'status'}
    >
      {text}
    </p>
  )
}

interface AnswerProps {
  token: string
  way: InvitationWay
  onEnd(ended: 'accepted' | 'refused' | 'dead'): void
}

function Answer({ token, way, onEnd }: AnswerProps) {
  const { t } = useTranslation(['auth', 'notices'])
  const [accept, { isLoading: isAccepting }] = useAcceptInvitationMutation()
  const [refuse, { isLoading: isRefusing }] = useRefuseInvitationMutation()
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const tooMany = useRateLimitText()
  const weak = passwordFaults(password)
  const choosesPassword = way === 'choosePassword'

  /** Reports the failure. Only an accepted answer uses up the link. */
  function handleFailure(error: unknown): void {
    const status = isApiFailure(error) ? error.status : null
    const refused = refusedChoice(error)
    if (status === 410) onEnd('dead')
    else if (refused !== null) setFailure(t(`fault_${refused}`))
    else if (status === 429) setFailure(tooMany)
    else if (status === 409 && isApiFailure(error)) setFailure(t('notices:refused.signInInstead'))
    else setFailure(t('notices:internalError'))
  }

  async function handleAccept(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsChecked(true)
    if (choosesPassword && weak.length > 0) return
    setFailure(null)
    try {
      await accept({ body: choosesPassword ? { token, password } : { token } }).unwrap()
      onEnd('accepted')
    } catch (error) {
      handleFailure(error)
    }
  }

  async function handleRefuse(): Promise<void> {
    setFailure(null)
    try {
      await refuse({ body: { token } }).unwrap()
      onEnd('refused')
    } catch (error) {
      handleFailure(error)
    }
  }

  return (
    <form className={styles.authForm} noValidate onSubmit={(event) => void handleAccept(event)}>
      {failure !== null && <Note isBad text={failure} />}
      <p className="quiet">{t(`invitationWay_${way}`)}</p>
      {choosesPassword && (
        <Field
          label={t('newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          below={<PasswordRules broken={weak} isChecked={isChecked} />}
        />
      )}
      <button type="submit" className={styles.authSubmit} disabled={isAccepting || isRefusing}>
        {t('invitationAccept')}
      </button>
      <button
        type="button"
        className={`${styles.authPlain} ${styles.authWide}`}
        disabled={isAccepting || isRefusing}
        onClick={() => void handleRefuse()}
      >
        {t('invitationRefuse')}
      </button>
    </form>
  )
}
