import { describe, expect, it } from 'vitest'
import type { Automation } from '#contract/automation/automation.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { automationsLosing } from './LosingAutomations.tsx'

const question = (id: number, answers: number[]) =>
  ({
    id,
    answers: answers.map((answer) => ({ id: answer, title: '', score: 0 })),
  }) as unknown as SurveyQuestion
const rule = (id: number, filter: object, needsReview = false) =>
  ({ id, needsReview, filters: [filter], actions: [] }) as unknown as Automation
const asks = (questionId: number, answerIds: number[]) => ({
  kind: 'answer',
  questionId,
  operator: 'isAnyOf',
  answerIds,
  value: null,
  to: null,
})

describe('what a draft takes from automations', () => {
  const automations = [
    rule(1, asks(10, [11])),
    rule(2, asks(10, [12])),
    rule(3, { kind: 'score', operator: 'lessThan', value: 60 }),
  ]
  const lost = (questions: SurveyQuestion[], all = automations) =>
    automationsLosing(all, { questions }).map(({ id }) => id)

  it('is nothing while everything they name is there', () =>
    expect(lost([question(10, [11, 12])])).toEqual([]))
  it('is the rule that names a choice which is gone', () =>
    expect(lost([question(10, [11])])).toEqual([2]))
  it('is every rule that asks for a question which is gone', () => expect(lost([])).toEqual([1, 2]))
  it('leaves out what waits for a review already', () =>
    expect(lost([], [rule(4, asks(10, [11]), true)])).toEqual([]))
})
