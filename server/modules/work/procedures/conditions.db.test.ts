import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

it('a condition names its question though a choice had the same id in the request', async () => {
  const admin = await testApp.signIn('administrator')
  const { id: typeId } = await testApp.ok(admin, contract.referenceLists.createProcedureType, {
    body: { name: 'Round', isTracer: false },
  })
  const whole: SurveyQuestion = {
    ...blankQuestion,
    id: -1,
    kind: 'singleChoice',
    title: 'Is it whole?',
    answers: [
      { id: -1, title: 'Yes', score: 1 },
      { id: -2, title: 'No', score: 0 },
    ],
  }
  const why: SurveyQuestion = {
    ...blankQuestion,
    id: -2,
    kind: 'text',
    title: 'What is wrong?',
    visibility: { mode: 'all', rules: [{ questionId: -1, operator: 'isAnyOf', answerIds: [-2] }] },
  }
  const { questions } = await testApp.ok(admin, contract.procedures.createProcedure, {
    body: { name: 'Round of the ward', typeId, target: 'either', questions: [whole, why] },
  })
  const [first, second] = questions
  expect(second?.visibility?.rules).toEqual([
    { questionId: first?.id, operator: 'isAnyOf', answerIds: [first?.answers[1]?.id] },
  ])
})
