import { MobileOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import type { Unsent } from '#entities/unsent/device.ts'
import { dropFiles } from '#entities/unsent/deviceFiles.ts'
import { sendNow } from '#entities/unsent/sendLoop.ts'
import { dropUnsent, keepUnsent, readUnsent } from '#entities/unsent/unsent.ts'
import { useUnsent } from '#entities/unsent/useUnsent.ts'
import { isPastSending, useWhyRefused, refusalReason } from '#entities/unsent/useWhyRefused.ts'
import { When } from '#ui/page/marks.tsx'
import { DiscardAnswers } from './DiscardAnswers.tsx'
import { CopyAnswers, GivenAnswers } from './GivenAnswers.tsx'
import { dropPerformDraft, readPerformDraft } from './performDrafts.ts'
import { filesOnDevice } from './performDraftFiles.ts'
import { ToTicket } from './ToTicket.tsx'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

/**
 * A submission stored on this device; the result replaces it once it was sent. If the server
 * refused it, the user can read, copy, reopen or discard the answers. `isUnreachable`: the form
 * cannot be opened.
 */
export function PerformWaiting({
  clientKey,
  procedureId,
  ticketId = null,
  isUnreachable = false,
}: {
  clientKey: string
  procedureId: number
  ticketId?: number | null
  isUnreachable?: boolean
}) {
  const { t } = useTranslation('procedures')
  const { unsent, recorded } = useUnsent()
  const one = unsent.find((each) => each.clientKey === clientKey)
  useEffect(() => void readUnsent(), [])
  const logId = recorded[clientKey]
  if (logId !== undefined)
    return (
      <Navigate
        to={pathTo(
          'procedurePerform',
          { procedureId },
          { logId, ...(ticketId !== null && { ticketId }) },
        )}
        replace
      />
    )
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
            {isRefused ? (
              <Decision one={one} isUnreachable={isUnreachable} />
            ) : (
              <>
                <p>{t('perform.waiting.hint')}</p>
                <button type="button" className={surveyStyles.surveySoftButton} onClick={sendNow}>
                  {t('perform.waiting.sendNow')}
                </button>
              </>
            )}
          </>
        )}
      </section>
      {isRefused && <GivenAnswers draft={draftOf(one)} answers={one.submission.answers} />}
      <nav className={styles.performWays}>
        <ToTicket ticketId={ticketId} />
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

const draftOf = ({ draft }: Unsent) => readPerformDraft(draft) ?? { asked: {}, files: [] }

function Decision({ one, isUnreachable }: { one: Unsent; isUnreachable: boolean }) {
  const { t } = useTranslation('procedures')
  const why = useWhyRefused()
  const isPast = isUnreachable || isPastSending(refusalReason(one))
  const draft = draftOf(one)
  // The equipment may have become visible to the user again.
  const handleAgain = async () => {
    await keepUnsent({ ...one, refused: null })
    sendNow()
  }
  const handleDiscard = async () => {
    const { companyId, userId, clientKey, submission } = one
    const { procedureId, equipmentId, locationId } = submission
    const place =
      equipmentId === null || equipmentId === undefined
        ? ({ kind: 'location', id: locationId ?? 0 } as const)
        : ({ kind: 'equipment', id: equipmentId } as const)
    // A draft may exist if the user reopened the submission in the form earlier.
    dropPerformDraft({ companyId, userId, procedureId, place, again: clientKey })
    await dropUnsent(clientKey)
    await dropFiles(filesOnDevice(draft.files).map(({ key }) => key))
  }
  return (
    <>
      <p>{why(refusalReason(one))}</p>
      <p>{t(isPast ? 'perform.waiting.cannot' : 'perform.waiting.refusedHint')}</p>
      <div className={styles.performWays}>
        {isPast ? (
          <button
            type="button"
            className={surveyStyles.surveySoftButton}
            onClick={() => void handleAgain()}
          >
            {t('perform.waiting.sendNow')}
          </button>
        ) : (
          <Link
            className={`${surveyStyles.surveySoftButton} ${surveyStyles.surveyStrong}`}
            to={one.address}
          >
            {t('perform.waiting.look')}
          </Link>
        )}
        <CopyAnswers
          head={`${one.procedureName} · ${one.placeName}`}
          draft={draft}
          answers={one.submission.answers}
        />
        <DiscardAnswers onDiscard={() => void handleDiscard()} />
      </div>
    </>
  )
}
