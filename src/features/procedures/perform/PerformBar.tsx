import { CheckOutlined, MobileOutlined, WarningOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../../../api/http.ts'
import { useFormat } from '../../../lib/format.tsx'
import { useConfirm } from '../../../ui/useConfirm.tsx'

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
    <footer className="perform-bar">
      <progress
        className="perform-progress"
        value={progress.answered}
        max={Math.max(1, progress.asked)}
        aria-label={words}
      />
      {failure !== null && (
        <p className="perform-problem" role="alert">
          <WarningOutlined aria-hidden /> {t(problemKey(failure))}
        </p>
      )}
      {faultCount > 0 && (
        <p className="perform-problem" role="alert">
          {t('perform.faults', { count: faultCount })}
        </p>
      )}
      <div className="perform-bar-row">
        <div className="perform-standing">
          <span className="numbers">{words}</span>
          {hasAnswers && (
            <span className={isKept ? 'quiet perform-kept' : 'perform-kept perform-not-kept'}>
              {isKept ? <MobileOutlined aria-hidden /> : <WarningOutlined aria-hidden />}{' '}
              {isKept ? t('perform.kept') : t('perform.notKept')}
            </span>
          )}
        </div>
        {hasAnswers && (
          <button
            type="button"
            className="survey-soft-button perform-discard"
            onClick={() => void handleDiscard()}
          >
            {t('perform.discard')}
          </button>
        )}
        <button
          type="submit"
          className="survey-soft-button survey-strong perform-submit"
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
