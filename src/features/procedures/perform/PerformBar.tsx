import { CheckOutlined, MobileOutlined, WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '#api/http.ts'
import { useFormat } from '#lib/format.tsx'
import { isPastSending, useWhyRefused } from '#entities/unsent/useWhyRefused.ts'
import { DiscardAnswers } from './DiscardAnswers.tsx'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

interface Props {
  progress: { asked: number; answered: number }
  isKept: boolean
  hasAnswers: boolean
  isSending: boolean
  faultCount: number
  failure: ApiFailure | null
  copy: ReactNode
  onDiscard: () => void
}

export function PerformBar({
  progress,
  isKept,
  hasAnswers,
  isSending,
  faultCount,
  failure,
  copy,
  onDiscard,
}: Props) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const why = useWhyRefused()
  const isPast = failure !== null && isRefusal(failure) && isPastSending(failure)
  const words = t('perform.progress', {
    answered: format.number(progress.answered),
    asked: format.number(progress.asked),
  })
  return (
    <footer className={styles.performBar}>
      <progress
        className={styles.performProgress}
        value={progress.answered}
        max={Math.max(1, progress.asked)}
        aria-label={words}
      />
      {failure !== null && (
        <p className={styles.performProblem} role="alert">
          <WarningOutlined aria-hidden /> {t(problemKey(failure))}
          {isRefusal(failure) && <> {why(failure)}</>}
          {isPast && <> {t('perform.waiting.cannot')}</>}
        </p>
      )}
      {faultCount > 0 && (
        <p className={styles.performProblem} role="alert">
          {t('perform.faults', { count: faultCount })}
        </p>
      )}
      <div className={styles.performBarRow}>
        <div className={styles.performStanding}>
          <span className="numbers">{words}</span>
          {hasAnswers && (
            <span
              className={
                isKept
                  ? `quiet ${styles.performKept}`
                  : `${styles.performKept} ${styles.performNotKept}`
              }
            >
              {isKept ? <MobileOutlined aria-hidden /> : <WarningOutlined aria-hidden />}{' '}
              {isKept ? t('perform.kept') : t('perform.notKept')}
            </span>
          )}
        </div>
        {copy}
        {hasAnswers && <DiscardAnswers onDiscard={onDiscard} />}
        <button
          type="submit"
          className={`${surveyStyles.surveySoftButton} ${surveyStyles.surveyStrong} ${styles.performSubmit}`}
          disabled={isSending}
        >
          <CheckOutlined aria-hidden />{' '}
          {isSending
            ? t('perform.sending')
            : failure === null
              ? t('perform.submit')
              : t('perform.tryAgain')}
        </button>
      </div>
    </footer>
  )
}

/**
 * The form shows what changed in the procedure, so the message says that and not why it was
 * refused.
 */
const isStaleProcedure = ({ errors }: ApiFailure): boolean =>
  errors.length === 0 || errors.some(({ code }) => code === 'staleVersion')

/** Says nothing about saved drafts: the foot of the bar shows that. */
function problemKey(failure: ApiFailure) {
  const { status } = failure
  if (status === 409 && isStaleProcedure(failure)) return 'perform.problem.changed' as const
  if (isRefusal(failure)) return 'perform.problem.refused' as const
  return status === 403 ? ('perform.problem.denied' as const) : ('perform.problem.notSent' as const)
}

const isRefusal = (failure: ApiFailure): boolean =>
  failure.status === 400 ||
  failure.status === 404 ||
  (failure.status === 409 && !isStaleProcedure(failure))
