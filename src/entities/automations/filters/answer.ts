import type { BlankFilter } from '#contract/automation/filters.ts'
import { answerOperators } from '#contract/automation/filters/answer.ts'
import { asObject, idsOf, numberOf, memberOrUndefined, textOf, type Box } from '../storedVerdict.ts'
import type { FilterWords } from '../useWords.ts'
import type { FilterPage } from './kind.ts'

type Comparison = Pick<BlankFilter<'answer'>, 'operator' | 'answerIds' | 'value' | 'to'>

export const answer = {
  sentence: (filter, words) => ({
    question: words.naming.one('surveyQuestion', filter.questionId, 'question'),
    answer: {
      words: comparisonText(filter, words),
      isMissing: filter.answerIds.some((id) => words.names.isMissing('surveyAnswer', id)),
      isOpen: asksForChoices(filter) && filter.answerIds.length === 0,
    },
  }),
  blanks: { question: 'own', answer: 'own' },
  verdict({ expected, saw }, words) {
    const comparison = {
      operator: memberOrUndefined(answerOperators, expected['operator']) ?? 'answered',
      answerIds: idsOf(expected['answerIds']),
      value: numberOf(expected['value']),
      to: numberOf(expected['to']),
    }
    return {
      label: words.naming.nameOf('surveyQuestion', numberOf(expected['questionId']) ?? 0),
      wanted: comparisonText(comparison, words),
      saw: answerText(asObject(saw), words),
    }
  },
} satisfies FilterPage<'answer'>

const asksForChoices = ({ operator }: Comparison) =>
  operator === 'isAnyOf' || operator === 'isNoneOf'

function comparisonText(
  { operator, answerIds, value, to }: Comparison,
  { t, naming, phrases }: FilterWords,
): string {
  switch (operator) {
    case 'isAnyOf':
      return naming.many('surveyAnswer', answerIds, 'answer').words
    case 'isNoneOf':
      return t('answer.isNoneOf', {
        answers: naming.many('surveyAnswer', answerIds, 'answer').words,
      })
    case 'answered':
    case 'notAnswered':
      return t(`answer.${operator}`)
    default:
      return phrases.score({ operator, value: value ?? 0, ...(to === null ? {} : { to }) })
  }
}

function answerText(saw: Box, { t, format, naming }: FilterWords): string {
  if (typeof saw['kind'] !== 'string') return t('verdict.noAnswer')
  const ids = [...idsOf(saw['answerIds']), ...idsOf([saw['answerId']])]
  if (ids.length > 0) return naming.many('surveyAnswer', ids, 'answer', 'conjunction').words
  const userId = numberOf(saw['userId'])
  return userId !== null
    ? naming.nameOf('user', userId)
    : numberOf(saw['value']) !== null
      ? format.number(numberOf(saw['value']) ?? 0)
      : (textOf(saw['text']) ?? textOf(saw['date']) ?? t('answer.answered'))
}
