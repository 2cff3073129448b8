import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { faultsIn } from './faults.ts'

const blank = { ...blankQuestion, required: false }
const number: SurveyQuestion = {
  ...blank,
  id: 1,
  kind: 'number',
  title: 'Pressure',
  faultOutside: { from: 2, to: 3 },
}
const parts: SurveyQuestion = {
  ...blank,
  id: 2,
  kind: 'multipleChoice',
  title: 'Parts',
  answers: [
    { id: 21, title: 'Whole', score: 1 },
    { id: 22, title: 'Broken', score: 0, isFault: true },
  ],
}
const note: SurveyQuestion = {
  ...blank,
  id: 3,
  kind: 'text',
  title: 'Note',
  visibility: { mode: 'any', rules: [{ questionId: 2, operator: 'answered' }] },
}
const given = (...answers: object[]) => answers as GivenAnswer[]

it('a number is a fault outside of its range, and its ends are not', () => {
  const isFault = (value: number) =>
    faultsIn([number], given({ kind: 'number', questionId: 1, value })).length === 1
  expect([1.99, 2, 2.5, 3, 3.01].map(isFault)).toEqual([true, false, false, false, true])
})

it('a missing limit of the range allows any number on its side', () => {
  const open = { ...number, faultOutside: { from: null, to: 3 } }
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      const faults = faultsIn([open], given({ kind: 'number', questionId: 1, value }))
      expect(faults).toHaveLength(value > 3 ? 1 : 0)
    }),
  )
})

it('a fault names its question first, then the answered questions that depend on it', () => {
  const choice = { kind: 'multipleChoice', questionId: 2, answerIds: [21, 22] }
  const text = { kind: 'text', questionId: 3, text: 'Bent' }
  expect(faultsIn([number, parts, note], given(choice, text))).toEqual([
    { question: parts, questionIds: [2, 3] },
  ])
  expect(faultsIn([number, parts, note], given(choice))).toEqual([
    { question: parts, questionIds: [2] },
  ])
})

it('answers without a mark are not faults', () => {
  const whole = { kind: 'multipleChoice', questionId: 2, answerIds: [21] }
  expect(faultsIn([number, parts, note], given(whole))).toEqual([])
  expect(
    faultsIn(
      [{ ...number, faultOutside: null }],
      given({ kind: 'number', questionId: 1, value: 99 }),
    ),
  ).toEqual([])
})
