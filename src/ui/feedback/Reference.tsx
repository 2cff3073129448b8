/**
 * The server's request id of a failure, small and copied whole. Plain, so that the toaster can show
 * it before antd loads.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Reference.module.css'
import { truncate } from '#contract/rules/truncate.ts'

const SHOWN = 8

export function Reference({ reference }: { reference: string }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  async function handleCopy(): Promise<void> {
    // Without https there is no clipboard; the title shows the whole id.
    await navigator.clipboard?.writeText(reference).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }
  const short = `\u2066${truncate(reference, SHOWN + 1)}\u2069`
  return (
    <button
      type="button"
      className={styles.reference}
      title={reference}
      aria-label={`${t('copyReference')}: ${reference}`}
      onClick={() => void handleCopy()}
    >
      {isCopied ? t('copied') : t('reference', { reference: short })}
    </button>
  )
}
