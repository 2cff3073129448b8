import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './procedures.module.css'
import editorStyles from './editor/editor.module.css'

export function QuestionWords({ question }: { question: SurveyQuestion }) {
  const { t } = useTranslation(['procedures', 'survey'])
  const format = useFormat()
  return (
    <>
      <span className={editorStyles.questionTitle} dir="auto">
        {question.title}
        {question.required && (
          <span className={editorStyles.questionRequired} aria-label={t('editor.required')}>
            {' '}
            *
          </span>
        )}
      </span>
      <span className={`${editorStyles.questionFacts} quiet`}>
        {t(`survey:kind.${question.kind}`)}
        {question.unit !== null && (
          <>
            {' '}
            · <bdi>{question.unit}</bdi>
          </>
        )}
        {question.validation !== undefined && (
          <>
            {' '}
            · <bdi>{question.validation.name}</bdi>
          </>
        )}
      </span>
      {question.answers.length > 0 && (
        <ul className={styles.panelAnswers}>
          {question.answers.map((answer) => (
            <li key={answer.id}>
              <bdi>{answer.title}</bdi>{' '}
              <span className="quiet numbers">{format.number(answer.score)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
