import { Button, Input } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import { LABEL_TEXT_MAXIMUM } from '#contract/labelCodes/labelContent.ts'
import { readScanned, type Scanned } from '#contract/rules/scanned.ts'
import type { ScannedCode } from '#contract/search.ts'
import { injectContract } from '#api/api.ts'
import { Page } from '#ui/page/Page.tsx'
import { Found } from './Found.tsx'
import styles from './scan.module.css'
import { useCamera } from './useCamera.ts'

const { useGetSessionQuery } = injectContract(auth)

export function ScanPage() {
  const { t } = useTranslation(['scan', 'titles'])
  const publicUrl = useGetSessionQuery().data?.publicUrl ?? window.location.origin
  const [scanned, setScanned] = useState<Scanned | null>(null)
  const handleCodes = useCallback(
    (codes: readonly ScannedCode[]) =>
      setScanned(readScanned(codes, [window.location.origin, new URL(publicUrl).origin])),
    [publicUrl],
  )
  return (
    <Page title={t('titles:scan')} kind="read">
      <div className={styles.scan}>
        {scanned === null ? (
          <Camera onRead={handleCodes} />
        ) : (
          <>
            <Found scanned={scanned} />
            <Button onClick={() => setScanned(null)}>{t('again')}</Button>
          </>
        )}
        <TypedNumber onTyped={(text) => handleCodes([{ text, isTyped: true }])} />
      </div>
    </Page>
  )
}

function Camera({ onRead }: { onRead(codes: readonly ScannedCode[]): void }) {
  const { t } = useTranslation('scan')
  const { state, video } = useCamera(onRead)
  const isOn = state === 'on'
  const isWaiting = state === 'starting'
  return (
    <>
      <video
        ref={video}
        className={styles.picture}
        hidden={!isOn && !isWaiting}
        aria-label={t('picture')}
        autoPlay
        muted
        playsInline
      />
      <p role="status" className={isOn || isWaiting ? 'quiet' : undefined}>
        {isOn ? t('aim') : isWaiting ? t('starting') : t(state)}
      </p>
    </>
  )
}

function TypedNumber({ onTyped }: { onTyped(text: string): void }) {
  const { t } = useTranslation('scan')
  const [typed, setTyped] = useState('')
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') onTyped(typed)
      }}
    >
      <label>
        <span>{t('number')}</span>
        <Input
          size="large"
          dir="auto"
          maxLength={LABEL_TEXT_MAXIMUM}
          autoCapitalize="characters"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button size="large" htmlType="submit">
        {t('find')}
      </Button>
    </form>
  )
}
