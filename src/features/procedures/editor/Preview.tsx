import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scoreOf } from '#contract/rules/score.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import { ScoreGauge } from '#entities/score/ScoreGauge.tsx'
import { useFormat } from '#lib/format.tsx'
import { SurveyForm } from '../survey/SurveyForm.tsx'
import type { ProcedureDraft } from './draft.ts'
import styles from './editor.module.css'

export function Preview({ draft }: { draft: ProcedureDraft }) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const [answers, setAnswers] = useState<ReadonlyMap<number, GivenAnswer>>(new Map())
  const handleAnswer = (questionId: number, answer: GivenAnswer | null) => {
    const next = new Map(answers)
    if (answer === null) next.delete(questionId)
    else next.set(questionId, answer)
    setAnswers(next)
  }
  const { score, points, maximum } = scoreOf(draft.questions, answers)
  return (
    <aside className={styles.preview} aria-label={t('editor.preview')}>
      <header className={styles.previewHead}>
        <div>
          <h2>{t('editor.preview')}</h2>
          <p className="quiet">{t('editor.previewHint')}</p>
          {maximum > 0 && (
            <p className="numbers">
              {t('perform.pointsOf', {
                gained: format.number(points),
                reachable: format.number(maximum),
              })}
            </p>
          )}
        </div>
        <ScoreGauge score={answers.size === 0 ? null : score} size={72} />
      </header>
      <div className={styles.previewForm}>
        {draft.questions.length === 0 ? (
          <p className="quiet">{t('editor.previewEmpty')}</p>
        ) : (
          <SurveyForm questions={draft.questions} answers={answers} onAnswer={handleAnswer} />
        )}
      </div>
    </aside>
  )
}
