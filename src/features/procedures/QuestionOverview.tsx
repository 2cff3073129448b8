import { BranchesOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { QuestionWords } from './QuestionWords.tsx'
import { QuestionAutomations } from './QuestionAutomations.tsx'
import { useVisibilityLabels } from './editor/visibilityLabels.ts'
import styles from './procedures.module.css'
import editorStyles from './editor/editor.module.css'

export function QuestionOverview({
  questions,
  procedureId,
  automations,
}: {
  questions: readonly SurveyQuestion[]
  procedureId: number
  automations: readonly Automation[]
}) {
  const { t } = useTranslation(['procedures', 'survey'])
  const format = useFormat()
  const words = useVisibilityLabels(questions)
  const mayEdit = useMay('editor|procedures')
  if (questions.length === 0) return <p className="quiet">{t('perform.noQuestions')}</p>
  return (
    <ol className={styles.panelQuestions}>
      {questions.map((question, index) => (
        <li key={question.id}>
          <span className={`${editorStyles.questionNumber} numbers`} aria-hidden>
            {format.number(index + 1)}
          </span>
          <div className={`${editorStyles.questionWords} ${styles.panelWords}`}>
            <QuestionWords question={question} />
            {question.visibility !== null && (
              <span className={editorStyles.questionCondition}>
                <BranchesOutlined aria-hidden className="turns" />{' '}
                {mayEdit ? (
                  <Link
                    to={pathTo('logicDependency', { surveyQuestionId: question.id })}
                    dir="auto"
                  >
                    {words(question.visibility)}
                  </Link>
                ) : (
                  <span dir="auto">{words(question.visibility)}</span>
                )}
              </span>
            )}
            <QuestionAutomations
              questionId={question.id}
              procedureId={procedureId}
              automations={automations}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
