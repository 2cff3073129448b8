import type { QuestionKind, Visibility } from '#contract/procedures/survey.ts'

export type AnswerRule = Visibility['rules'][number]
export type AnswerOperator = AnswerRule['operator']

export const isChoice = (kind: QuestionKind): boolean =>
  kind === 'singleChoice' || kind === 'multipleChoice'

export function operatorsFor(kind: QuestionKind): readonly AnswerOperator[] {
  if (isChoice(kind)) return ['isAnyOf', 'isNoneOf', 'answered', 'notAnswered']
  return kind === 'number'
    ? ['lessThan', 'equal', 'greaterThan', 'range', 'answered', 'notAnswered']
    : ['answered', 'notAnswered']
}

/** Returns false if an operand is missing. Such a rule would never hold. */
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
