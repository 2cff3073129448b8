import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statusWord } from '#contract/equipment/statusWords.ts'
import { isApiFailure } from '#api/http.ts'
import { askPasskey } from '#entities/passkey/passkey.ts'
import { useBeginPasskeySignInMutation, useLoginPasskeyMutation } from './calls.ts'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useRateLimitText } from './useRateLimitText.ts'
import styles from './auth.module.css'

export function PasskeySignIn({ next, source }: { next: string; source: string }) {
  const { t } = useTranslation(['auth', 'notices'])
  const [begin] = useBeginPasskeySignInMutation()
  const [login] = useLoginPasskeyMutation()
  const entered = useCompleteSignIn(next)
  const tooMany = useRateLimitText()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function enter(): Promise<void> {
    const { id, options } = await begin().unwrap()
    const response = await askPasskey(options)
    if (response === null) return
    const { token } = await login({ body: { id, response, source } }).unwrap()
    await entered(token)
  }
  async function handleClick(): Promise<void> {
    setFailure(null)
    setIsBusy(true)
    try {
      await enter()
    } catch (error) {
      const status = isApiFailure(error) ? error.status : null
      setFailure(
        status === 429
          ? tooMany
          : status === 400 || status === 410
            ? t('passkeyRefused')
            : t(`notices:${statusWord(status)}`),
      )
    }
    setIsBusy(false)
  }

  return (
    <>
      {failure !== null && (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {failure}
        </p>
      )}
      <button
        type="button"
        className={`${styles.authPlain} ${styles.authWide}`}
        disabled={isBusy}
        onClick={() => void handleClick()}
      >
        {t('withPasskey')}
      </button>
    </>
  )
}
