import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { uuid } from '#lib/uuid.ts'
import { signedLogCalls } from './calls.ts'
import styles from './signedLogs.module.css'

/** Adds a correction, sealed beside the record. Retries record it only once. */
export function Correct({ logId, onSealed }: { logId: number; onSealed: () => void }) {
  const { t } = useTranslation('signedLogs')
  const [add, { isLoading, isError }] = signedLogCalls.useAddAddendumMutation()
  const [text, setText] = useState('')
  const [clientKey, setClientKey] = useState(uuid)
  const id = useId()
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const answer = await add({ params: { id: logId }, body: { clientKey, text: text.trim() } })
    if ('error' in answer) return
    setText('')
    setClientKey(uuid())
    onSealed()
  }
  return (
    <form
      className={`${styles.signedLogCorrect} screen-only`}
      onSubmit={(event) => void handleSubmit(event)}
    >
      <label htmlFor={id}>{t('addendumLabel')}</label>
      <span className="quiet">{t('addendumHint')}</span>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isError && <span role="alert">{t('sealFailed')}</span>}
      <button
        type="submit"
        className={styles.signedLogButton}
        disabled={isLoading || text.trim() === ''}
      >
        {t(isLoading ? 'sealing' : 'seal')}
      </button>
    </form>
  )
}
