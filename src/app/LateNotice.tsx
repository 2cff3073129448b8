import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { createBrowserRouter } from 'react-router-dom'
import { lateFiles, onLateFiles, tryLateFilesNow } from '#lib/lateFiles.ts'
import { isNavigating } from './router.tsx'
import statesStyles from '#ui/feedback/states.module.css'
import styles from './LateNotice.module.css'

interface Props {
  router: ReturnType<typeof createBrowserRouter>
  onLoad(): void
}

/**
 * Explains why a part does not load, over any content. Stands outside the screens, because any
 * screen may be the missing part.
 */
export function LateNotice({ router, onLoad }: Props) {
  const { t } = useTranslation('common')
  const late = useSyncExternalStore(onLateFiles, lateFiles)
  const isAwaited = useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => isNavigating(router),
  )
  // An abandoned screen still loads, without a notice.
  const wanted = late.findLast(({ kind }) => kind === 'part' || isAwaited)
  if (wanted === undefined) return null
  const isRelease = wanted.why === 'release'
  return (
    <div className={styles.notice} role="status">
      <span>{t(`late.${wanted.why}`)}</span>
      <button
        type="button"
        className={statesStyles.plainButton}
        onClick={isRelease ? onLoad : tryLateFilesNow}
      >
        {t(isRelease ? 'late.load' : 'late.tryNow')}
      </button>
    </div>
  )
}
