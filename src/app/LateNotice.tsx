import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { createBrowserRouter } from 'react-router-dom'
import { lateFiles, onLateFiles, tryLateFilesNow } from '#lib/lateFiles.ts'
import { isOnTheWay } from './router.tsx'
import statesStyles from '#ui/feedback/states.module.css'
import styles from './LateNotice.module.css'

interface Props {
  router: ReturnType<typeof createBrowserRouter>
  onTakeUp(): void
}

/**
 * Why what was opened does not come, over whatever stands. Outside the screens: any of them may be
 * what is missing.
 */
export function LateNotice({ router, onTakeUp }: Props) {
  const { t } = useTranslation('common')
  const late = useSyncExternalStore(onLateFiles, lateFiles)
  const isAwaited = useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => isOnTheWay(router),
  )
  // A screen that nobody waits for any more is fetched all the same, and nothing is said of it.
  const wanted = late.findLast(({ kind }) => kind === 'part' || isAwaited)
  if (wanted === undefined) return null
  const isRelease = wanted.why === 'release'
  return (
    <div className={styles.notice} role="status">
      <span>{t(`late.${wanted.why}`)}</span>
      <button
        type="button"
        className={statesStyles.plainButton}
        onClick={isRelease ? onTakeUp : tryLateFilesNow}
      >
        {t(isRelease ? 'late.load' : 'late.tryNow')}
      </button>
    </div>
  )
}
