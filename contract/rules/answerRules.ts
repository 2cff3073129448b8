/** What may be asked of the answer of an earlier question: for its visibility, and by an automation. */
import type { QuestionKind, Visibility } from '#contract/procedures/survey.ts'

export type AnswerRule = Visibility['rules'][number]
export type AnswerOperator = AnswerRule['operator']

export const isChoice = (kind: QuestionKind): boolean =>
  kind === 'singleChoice' || kind === 'multipleChoice'

/** What can be asked of a question of this kind, the likeliest first. */
export function operatorsFor(kind: QuestionKind): readonly AnswerOperator[] {
  if (isChoice(kind)) return ['isAnyOf', 'isNoneOf', 'answered', 'notAnswered']
  return kind === 'number'
    ? ['lessThan', 'equal', 'greaterThan', 'range', 'answered', 'notAnswered']
    : ['answered', 'notAnswered']
}

/** Has all that its operator compares with; one that has not would hold for nothing. */
export function isWhole(rule: AnswerRule): boolean {
  switch (rule.operator) {
    case 'answered':
    case 'notAnswered':
      return true
    case 'isAnyOf':
    case 'isNoneOf':
      return (rule.answerIds?.length ?? 0) > 0
    case 'range':
      return rule.value !== undefined && rule.to !== undefined && rule.value <= rule.to
    default:
      return rule.value !== undefined
  }
}
