/** Ten codes, shown only once: to copy, save or print. */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '#lib/download.ts'
import styles from '../account.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

export function RecoveryCodesDialog({
  codes,
  onKept,
}: {
  codes: readonly string[]
  onKept(): void
}) {
  const { t } = useTranslation('secondStep')
  const [isCopied, setIsCopied] = useState(false)
  const text = `Plantroom: ${t('recoveryCodes')}\n\n${codes.join('\n')}\n`
  async function handleCopy(): Promise<void> {
    // If the clipboard is refused, the user can still save or print.
    setIsCopied(
      await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    )
  }
  return (
    <Dialog
      open
      title={t('codesTitle')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={460}
      rootClassName={styles.recoveryDialog}
      footer={
        <Button type="primary" onClick={onKept}>
          {t('codesKept')}
        </Button>
      }
    >
      <p>
        <strong>{t('codesOnce')}</strong> {t('codesHint')}
      </p>
      <ol className={styles.recoveryCodes} aria-label={t('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.recoveryActions}>
        <Button onClick={() => void handleCopy()}>{t(isCopied ? 'copied' : 'copy')}</Button>
        <Button
          onClick={() =>
            download('plantroom-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))
          }
        >
          {t('download')}
        </Button>
        <Button onClick={() => window.print()}>{t('print')}</Button>
      </div>
    </Dialog>
  )
}
