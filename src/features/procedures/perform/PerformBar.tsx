import { CheckOutlined, MobileOutlined, WarningOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../../../api/http.ts'
import { useFormat } from '../../../lib/format.tsx'
import { useConfirm } from '../../../ui/useConfirm.ts'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

interface Props {
  progress: { asked: number; answered: number }
  isKept: boolean
  hasAnswers: boolean
  isSending: boolean
  faultCount: number
  failure: ApiFailure | null
  onDiscard: () => void
}

/** Stays at the foot of the screen: how far, what is kept, what went wrong, and the way on. */
export function PerformBar({
  progress,
  isKept,
  hasAnswers,
  isSending,
  faultCount,
  failure,
  onDiscard,
}: Props) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const confirm = useConfirm()
  const handleDiscard = async () => {
    const isSure = await confirm({
      title: t('perform.discardTitle'),
      hint: t('perform.discardText'),
      okText: t('perform.discard'),
      danger: true,
    })
    if (isSure) onDiscard()
  }
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
        {hasAnswers && (
          <button
            type="button"
            className={`${surveyStyles.surveySoftButton} ${styles.performDiscard}`}
            onClick={() => void handleDiscard()}
          >
            {t('perform.discard')}
          </button>
        )}
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

function problemKey({ status }: ApiFailure) {
  if (status === 409) return 'perform.problem.changed' as const
  if (status === 400 || status === 404) return 'perform.problem.refused' as const
  return status === 403 ? ('perform.problem.denied' as const) : ('perform.problem.notSent' as const)
}
