import { Button, Input } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import { readScanned, type Scanned } from '#contract/rules/scanned.ts'
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
  const handleText = useCallback(
    (text: string, isCode39 = false) =>
      setScanned(readScanned(text, [window.location.origin, new URL(publicUrl).origin], isCode39)),
    [publicUrl],
  )
  return (
    <Page title={t('titles:scan')} kind="read">
      <div className={styles.scan}>
        {scanned === null ? (
          <Camera onRead={handleText} />
        ) : (
          <>
            <Found scanned={scanned} />
            <Button onClick={() => setScanned(null)}>{t('again')}</Button>
          </>
        )}
        <TypedNumber onTyped={handleText} />
      </div>
    </Page>
  )
}

function Camera({ onRead }: { onRead(text: string, isCode39: boolean): void }) {
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
          maxLength={200}
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
