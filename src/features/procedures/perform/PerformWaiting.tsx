import { MobileOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { pathTo } from '../../../lib/paths.ts'
import { sendNow } from '../../../entities/unsent/keepSending.ts'
import { readUnsent } from '../../../entities/unsent/unsent.ts'
import { useUnsent } from '../../../entities/unsent/useUnsent.ts'
import { When } from '../../../ui/marks.tsx'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

/** It is done and lies on this device; it becomes the result by itself once it was sent. */
export function PerformWaiting({
  clientKey,
  procedureId,
}: {
  clientKey: string
  procedureId: number
}) {
  const { t } = useTranslation('procedures')
  const { unsent, recorded } = useUnsent()
  const one = unsent.find((each) => each.clientKey === clientKey)
  useEffect(() => void readUnsent(), [])
  const logId = recorded[clientKey]
  if (logId !== undefined)
    return <Navigate to={pathTo('procedurePerform', { procedureId }, { logId })} replace />
  const isRefused = one !== undefined && one.refused !== null
  return (
    <div className={styles.perform}>
      <section className={`${styles.performCard} ${styles.performDone}`} role="status">
        <MobileOutlined aria-hidden className={styles.performWaitingMark} />
        <h1>
          {t(
            one === undefined
              ? 'perform.waiting.none'
              : isRefused
                ? 'perform.waiting.refused'
                : 'perform.waiting.title',
          )}
        </h1>
        {one !== undefined && (
          <>
            <p className="quiet">
              <bdi>{one.procedureName}</bdi> · <bdi>{one.placeName}</bdi> ·{' '}
              <When at={one.submission.doneAt} as="dateTime" />
            </p>
            <p>{t(isRefused ? 'perform.waiting.refusedHint' : 'perform.waiting.hint')}</p>
            {isRefused ? (
              <Link
                className={`${surveyStyles.surveySoftButton} ${surveyStyles.surveyStrong}`}
                to={one.address}
              >
                {t('perform.waiting.look')}
              </Link>
            ) : (
              <button type="button" className={surveyStyles.surveySoftButton} onClick={sendNow}>
                {t('perform.waiting.sendNow')}
              </button>
            )}
          </>
        )}
      </section>
      <nav className={styles.performWays}>
        <Link
          className={surveyStyles.surveySoftButton}
          to={pathTo('procedurePerform', { procedureId })}
        >
          {t('perform.again')}
        </Link>
        <Link className={surveyStyles.surveySoftButton} to={pathTo('procedures')}>
          {t('perform.toProcedures')}
        </Link>
      </nav>
    </div>
  )
}
