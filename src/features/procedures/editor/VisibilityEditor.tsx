import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AnswerRule } from '#contract/rules/answerRules.ts'
import type { SurveyQuestion, Visibility } from '#contract/procedures/survey.ts'
import { newRule, possibleSources } from './draft.ts'
import { VisibilitySentence } from './VisibilitySentence.tsx'
import { useVisibilityLabels } from './visibilityLabels.ts'
import styles from './editor.module.css'

interface Props {
  questions: readonly SurveyQuestion[]
  question: SurveyQuestion
  value: Visibility | null
  onChange: (visibility: Visibility | null) => void
}

/** Sentences whose blanks are controls. A condition may refer only to earlier questions. */
export function VisibilityEditor({ questions, question, value, onChange }: Props) {
  const { t } = useTranslation('procedures')
  const words = useVisibilityLabels(questions)
  const sources = possibleSources(questions, question.id)
  const last = sources.at(-1)
  if (last === undefined) return <p className="quiet">{t('visibility.noSources')}</p>

  const rules = value?.rules ?? []
  const setRules = (next: AnswerRule[]) =>
    onChange(next.length === 0 ? null : { mode: value?.mode ?? 'all', rules: next })
  return (
    <div className={styles.visibility}>
      {value === null ? (
        <p>{t('visibility.always')}</p>
      ) : (
        <>
          <div className={styles.visibilityMode}>
            <span>{t('visibility.shownWhenColon')}</span>
            {rules.length > 1 && (
              <Segmented
                size="small"
                value={value.mode}
                aria-label={t('visibility.modeLabel')}
                onChange={(mode) => onChange({ ...value, mode })}
                options={[
                  { value: 'all' as const, label: t('visibility.all') },
                  { value: 'any' as const, label: t('visibility.any') },
                ]}
              />
            )}
          </div>
          <ul className={styles.visibilityRules}>
            {rules.map((rule, index) => (
              <li key={index}>
                <VisibilitySentence
                  rule={rule}
                  sources={sources}
                  onChange={(next) => setRules(rules.with(index, next))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('visibility.removeRule')}
                  onClick={() => setRules(rules.toSpliced(index, 1))}
                />
              </li>
            ))}
          </ul>
          <p className={styles.visibilityWords} aria-live="polite" dir="auto">
            {words(value)}
          </p>
        </>
      )}
      <Button
        icon={<PlusOutlined aria-hidden />}
        size="small"
        disabled={rules.length >= 20}
        onClick={() => setRules([...rules, newRule(last)])}
      >
        {value === null ? t('visibility.addFirst') : t('visibility.addRule')}
      </Button>
    </div>
  )
}
