import { expect, it } from 'vitest'
import { yesNo } from '#tests/fixtures.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import { compareAnswers } from './compareAnswers.ts'

const text = (questionId: number, said: string) =>
  ({ kind: 'text', questionId, text: said }) as GivenAnswer
const choices = (questionId: number, answerIds: number[]) =>
  ({ kind: 'multipleChoice', questionId, answerIds }) as GivenAnswer
const questions = [yesNo(1, 'Clean?'), yesNo(2, 'Sealed?'), yesNo(3, 'Note')]

it('sideBySide() puts different answers first, each part in the order of the questions', () => {
  const compared = compareAnswers(
    { questions, answers: [text(1, 'yes'), text(2, 'no'), text(3, 'a')] },
    { questions, answers: [text(1, 'yes'), text(2, 'yes')] },
  )
  expect(compared.map(({ question, isSame }) => [question.id, isSame])).toEqual([
    [2, false],
    [3, false],
    [1, true],
  ])
})

it('sideBySide() takes the same choices in another order for the same answer', () => {
  const [compared] = compareAnswers(
    { questions: [yesNo(1, 'Which?')], answers: [choices(1, [5, 4])] },
    { questions: [yesNo(1, 'Which?')], answers: [choices(1, [4, 5])] },
  )
  expect(compared?.isSame).toBe(true)
})

it('sideBySide() keeps a question that only one log was asked', () => {
  const compared = compareAnswers(
    { questions: questions.slice(0, 1), answers: [] },
    { questions, answers: [text(3, 'new')] },
  )
  expect(compared.map(({ question }) => question.id)).toEqual([3, 1, 2])
})
