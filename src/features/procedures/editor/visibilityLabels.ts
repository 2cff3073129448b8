/**
 * Formats a condition: 'Shown when “Is the seal intact?” is “No”'. Each pattern is a whole
 * translated sentence, never assembled from parts.
 */
import { useTranslation } from 'react-i18next'
import type { AnswerRule } from '#contract/rules/answerRules.ts'
import type { SurveyQuestion, Visibility } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'

export function useVisibilityLabels(
  questions: readonly SurveyQuestion[],
): (visibility: Visibility) => string {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const ruleWords = (rule: AnswerRule): string => {
    const source = questions.find(({ id }) => id === rule.questionId)
    const chosen =
      source?.answers
        .filter(({ id }) => rule.answerIds?.includes(id))
        .map(({ title }) => `“${title}”`) ?? []
    const values = {
      source:
        source?.title === undefined || source.title === '' ? t('editor.untitled') : source.title,
      answers: format.list(chosen, 'disjunction'),
      value: format.number(rule.value ?? 0),
      to: format.number(rule.to ?? 0),
    }
    return t(`rule.${rule.operator}`, values)
  }
  return ({ mode, rules }) =>
    t('visibility.shownWhen', {
      rules: format.list(rules.map(ruleWords), mode === 'all' ? 'conjunction' : 'disjunction'),
    })
}
