import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PendingStep, SecondStepWay } from '#contract/auth/auth.ts'
import type { PasskeyAnswer } from '#contract/auth/passkey.ts'
import { statusWord } from '#contract/equipment/statusWords.ts'
import { isApiFailure } from '#api/http.ts'
import { askPasskey, canUsePasskeys } from '#entities/passkey/passkey.ts'
import { useFinishSecondStepMutation } from './calls.ts'
import { Field } from './Field.tsx'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

type Failure =
  | 'wrong'
  | 'tookTooLong'
  | 'noAnswer'
  | 'tooMany'
  | { word: ReturnType<typeof statusWord> }

const other = {
  passkey: 'usePasskey',
  authenticator: 'withAuthenticator',
  recovery: 'withRecovery',
} as const

export function SecondStep({
  step,
  next,
  onStartAgain,
}: {
  step: PendingStep
  next: string
  onStartAgain(): void
}) {
  const { t } = useTranslation(['secondStep', 'notices'])
  const ways = step.ways.filter((way) => way !== 'passkey' || canUsePasskeys())
  const [way, setWay] = useState<SecondStepWay>(ways[0] ?? 'recovery')
  const { finish, failure, setFailure, isLoading } = useFinish(step, next)
  const tooMany = useRateLimitText()

  async function handlePasskey(): Promise<void> {
    setFailure(null)
    const response = await askPasskey(step.passkey ?? {})
    if (response === null) return setFailure('noAnswer')
    await finish({ kind: 'passkey', response })
  }
  function handleOther(chosen: SecondStepWay): void {
    setWay(chosen)
    setFailure(null)
  }

  const words =
    failure === null
      ? null
      : failure === 'tooMany'
        ? tooMany
        : typeof failure === 'object'
          ? t(`notices:${failure.word}`)
          : t(failure)
  return (
    <>
      {words !== null && (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {words}
        </p>
      )}
      {failure !== 'tookTooLong' &&
        (way === 'passkey' ? (
          <div className={styles.authForm}>
            <button
              type="button"
              className={styles.authSubmit}
              disabled={isLoading}
              onClick={() => void handlePasskey()}
            >
              {t('usePasskey')}
            </button>
          </div>
        ) : (
          <CodeForm
            key={way}
            way={way}
            isLoading={isLoading}
            onSubmit={(code) => void finish({ kind: way, code })}
          />
        ))}
      <p className={styles.authLinks}>
        {failure !== 'tookTooLong' &&
          ways
            .filter((each) => each !== way)
            .map((each) => (
              <button
                key={each}
                type="button"
                className={styles.authLink}
                onClick={() => handleOther(each)}
              >
                {t(other[each])}
              </button>
            ))}
        <button type="button" className={styles.authLink} onClick={onStartAgain}>
          {t('startAgain')}
        </button>
      </p>
    </>
  )
}

function CodeForm({
  way,
  isLoading,
  onSubmit,
}: {
  way: 'authenticator' | 'recovery'
  isLoading: boolean
  onSubmit(code: string): void
}) {
  const { t } = useTranslation('secondStep')
  const [code, setCode] = useState('')
  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    onSubmit(code.trim())
  }
  return (
    <form className={styles.authForm} noValidate onSubmit={handleSubmit}>
      <Field
        label={t(way === 'authenticator' ? 'code' : 'recoveryCode')}
        name="code"
        value={code}
        onChange={setCode}
        autoComplete={way === 'authenticator' ? 'one-time-code' : 'off'}
        isNumeric={way === 'authenticator'}
      />
      <button
        type="submit"
        className={styles.authSubmit}
        disabled={isLoading || code.trim() === ''}
      >
        {t('goOn')}
      </button>
    </form>
  )
}

type Answer =
  | { kind: 'authenticator' | 'recovery'; code: string }
  | { kind: 'passkey'; response: PasskeyAnswer }

function useFinish(step: PendingStep, next: string) {
  const [send, { isLoading }] = useFinishSecondStepMutation()
  const [failure, setFailure] = useState<Failure | null>(null)
  const entered = useCompleteSignIn(next)
  async function finish(answer: Answer): Promise<void> {
    setFailure(null)
    try {
      const { token } = await send({ body: { id: step.id, answer } }).unwrap()
      await entered(token)
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return { finish, failure, setFailure, isLoading }
}

function failureOf(error: unknown): Failure {
  const status = isApiFailure(error) ? error.status : null
  if (status === 400) return 'wrong'
  if (status === 410) return 'tookTooLong'
  return status === 429 ? 'tooMany' : { word: statusWord(status) }
}
