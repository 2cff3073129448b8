/**
 * Tests the answer to one question. If it was not answered, only the operator for "not answered"
 * matches.
 */
import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { ruleHolds } from '#contract/rules/score.ts'
import type { FilterOf } from './kind.ts'

export const answerOperators = [
  'isAnyOf',
  'isNoneOf',
  'answered',
  'notAnswered',
  'lessThan',
  'equal',
  'greaterThan',
  'range',
] as const
export const comparesNumbers = (operator: string): boolean =>
  ['lessThan', 'equal', 'greaterThan', 'range'].includes(operator)
const number = z.number().min(-1e12).max(1e12)
export const answer = z
  .strictObject({
    kind: z.literal('answer'),
    questionId: id('surveyQuestion'),
    operator: z.enum(answerOperators),
    answerIds: ids('surveyAnswer').max(200),
    value: number.nullable(),
    to: number.nullable(),
  })
  .refine(
    ({ operator, answerIds }) =>
      (operator === 'isAnyOf' || operator === 'isNoneOf') === answerIds.length > 0,
    'Answers are named where one of them is asked for, and only there',
  )
  .refine(
    ({ operator, value }) => comparesNumbers(operator) === (value !== null),
    'A comparison needs a number, and nothing else does',
  )
  .refine(
    ({ operator, value, to }) =>
      (operator === 'range') === (to !== null) && (to === null || value === null || to >= value),
    'A range needs both ends in order',
  )

export const answerKind: FilterOf<z.infer<typeof answer>> = {
  names: { questionId: 'surveyQuestion', answerIds: 'surveyAnswer' },
  fresh: () => ({
    kind: 'answer',
    questionId: null,
    operator: 'answered',
    answerIds: [],
    value: null,
    to: null,
  }),
  faults({ questionId, operator, answerIds, value, to }) {
    if (questionId === null) return ['questionMissing']
    if ((operator === 'isAnyOf' || operator === 'isNoneOf') && answerIds.length === 0)
      return ['answersMissing']
    return operator === 'range' && (to ?? 0) < (value ?? 0) ? ['rangeReversed'] : []
  },
  judge({ questionId, operator, answerIds, value, to }, { answers }) {
    const given = answers.find((one) => one.questionId === questionId)
    const rule = {
      questionId,
      operator,
      answerIds,
      ...(value === null ? {} : { value }),
      ...(to === null ? {} : { to }),
    }
    return {
      expected: { questionId, operator, answerIds, value, to },
      saw: given ?? null,
      passed: ruleHolds(rule, given),
    }
  },
}
