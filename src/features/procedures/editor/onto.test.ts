import { expect, it } from 'vitest'
import type { SurveyQuestion } from '#contract/survey'
import { blankQuestion } from '../../../../tests/blankQuestion.ts'
import { newProcedure } from './draft.ts'
import { onto, standingOf } from './onto.ts'

const yesNo = (id: number): SurveyQuestion => ({
  ...blankQuestion,
  id,
  kind: 'singleChoice',
  title: `Question ${id}`,
  // A choice may have the number of a question.
  answers: [
    { id: 1, title: 'Yes', score: 1 },
    { id: 2, title: 'No', score: 0 },
  ],
})
const text = (id: number, ...asks: number[]): SurveyQuestion => ({
  ...blankQuestion,
  id,
  kind: 'text',
  title: `Question ${id}`,
  visibility:
    asks.length === 0
      ? null
      : { mode: 'all', rules: [{ questionId: 1, operator: 'isAnyOf', answerIds: asks }] },
})
const draft = (...questions: SurveyQuestion[]) => ({ ...newProcedure(), questions })

it('makes anew what somebody else removed, and what names it follows', () => {
  const mine = draft(yesNo(1), text(2, 1, 2), text(-1))
  const withoutNo = { ...yesNo(1), answers: yesNo(1).answers.slice(0, 1) }
  expect(onto(mine, [withoutNo]).questions).toMatchObject([
    { id: 1, answers: [{ id: 1 }, { id: -3 }] },
    { id: -2, visibility: { rules: [{ questionId: 1, answerIds: [1, -3] }] } },
    { id: -1 },
  ])
  const none = onto(mine, [])
  expect(none.questions[1]?.visibility?.rules[0]?.questionId).toBe(none.questions[0]?.id)
  expect(new Set(none.questions.map(({ id }) => id)).size).toBe(3)
  expect(none.questions.every(({ id }) => id < 0)).toBe(true)
})

it('leaves as it is what is all there', () => {
  const mine = draft(yesNo(1), text(-1))
  expect(onto(mine, [yesNo(1), text(5)])).toBe(mine)
})

it('tells what stands in one version alone from what is asked otherwise', () => {
  const theirs = [yesNo(1), { ...text(2), required: false }]
  expect([yesNo(1), text(2), text(3)].map((one) => standingOf(one, theirs))).toEqual([
    'same',
    'other',
    'only',
  ])
})
