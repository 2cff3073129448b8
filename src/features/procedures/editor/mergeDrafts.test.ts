import { expect, it } from 'vitest'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { newProcedure, type ProcedureDraft } from './draft.ts'
import { mergeDrafts } from './mergeDrafts.ts'

const choice = (id: number, title: string, more: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  ...blankQuestion,
  id,
  kind: 'singleChoice',
  title,
  answers: [
    { id: id * 10, title: 'Yes', score: 1 },
    { id: id * 10 + 1, title: 'No', score: 0 },
  ],
  ...more,
})
const on = (questionId: number, answerId: number): SurveyQuestion['visibility'] => ({
  mode: 'all',
  rules: [{ questionId, operator: 'isAnyOf', answerIds: [answerId] }],
})
const from: ProcedureDraft = {
  ...newProcedure(),
  name: 'Round',
  typeId: 1,
  questions: [choice(1, 'Whole?'), choice(2, 'Clean?')],
}
const withQuestions = (...questions: SurveyQuestion[]): ProcedureDraft => ({ ...from, questions })

it('the merge of procedures saves what we changed, and leaves the rest as the other user made it', () => {
  const mine = { ...from, description: 'Every day' }
  const theirs = { ...from, name: 'Daily round', questions: [choice(1, 'Whole still?')] }
  expect(mergeDrafts(from, mine, theirs)).toEqual({ ...theirs, description: 'Every day' })
})

it('the merge of procedures keeps a choice that we renamed beside one that they added', () => {
  const renamed = choice(1, 'Whole?', {
    answers: [
      { id: 10, title: 'Indeed', score: 1 },
      { id: 11, title: 'No', score: 0 },
    ],
  })
  const longer = choice(1, 'Whole?', {
    answers: [...choice(1, '').answers, { id: 12, title: 'Partly', score: 0 }],
  })
  const [first] = mergeDrafts(from, withQuestions(renamed), withQuestions(longer)).questions
  expect(first?.answers.map(({ title }) => title)).toEqual(['Indeed', 'No', 'Partly'])
})

it('the merge of procedures creates again a question that they deleted and we changed, with what depends on it', () => {
  const mine = withQuestions(
    choice(1, 'Whole and sound?'),
    choice(2, 'Clean?', { visibility: on(1, 11) }),
  )
  const [first, second] = mergeDrafts(from, mine, withQuestions(choice(2, 'Clean?'))).questions
  expect(first?.title).toBe('Whole and sound?')
  expect([first, ...(first?.answers ?? [])].every((one) => (one?.id ?? 0) < 0)).toBe(true)
  expect(second?.visibility).toEqual(on(first?.id ?? 0, first?.answers[1]?.id ?? 0))
})

it('the merge of procedures keeps a question that they deleted if a condition of ours names it', () => {
  const mine = withQuestions(choice(1, 'Whole?'), choice(2, 'Clean?', { visibility: on(1, 10) }))
  const merged = mergeDrafts(from, mine, withQuestions(choice(2, 'Clean?'))).questions
  expect(merged.map(({ title }) => title)).toEqual(['Whole?', 'Clean?'])
  expect(merged[1]?.visibility?.rules[0]?.questionId).toBe(merged[0]?.id)
})

it('the merge of procedures keeps a choice that they deleted if a condition of ours names it', () => {
  const mine = withQuestions(choice(1, 'Whole?'), choice(2, 'Clean?', { visibility: on(1, 11) }))
  const fewer = choice(1, 'Whole?', { answers: choice(1, '').answers.slice(0, 1) })
  const [first, second] = mergeDrafts(
    from,
    mine,
    withQuestions(fewer, choice(2, 'Clean?')),
  ).questions
  const named = second?.visibility?.rules[0]?.answerIds?.[0] ?? 0
  expect(first?.answers.find(({ id }) => id === named)?.title).toBe('No')
  expect(named).toBeLessThan(0)
})

it('the merge of procedures drops a condition of theirs with the question that we deleted', () => {
  const mine = withQuestions(choice(2, 'Clean?'))
  const theirs = withQuestions(choice(1, 'Whole?'), choice(2, 'Clean?', { visibility: on(1, 11) }))
  expect(mergeDrafts(from, mine, theirs).questions).toEqual([choice(2, 'Clean?')])
})

it('the merge of procedures puts a question behind the one that it depends on, which they moved', () => {
  const mine = withQuestions(choice(1, 'Whole?'), choice(2, 'Clean?', { visibility: on(1, 11) }))
  const theirs = withQuestions(choice(2, 'Clean?'), choice(1, 'Whole?'))
  expect(mergeDrafts(from, mine, theirs).questions.map(({ id }) => id)).toEqual([1, 2])
})

it('the merge of procedures ends if two conditions would depend on each other', () => {
  const mine = withQuestions(choice(1, 'Whole?'), choice(2, 'Clean?', { visibility: on(1, 11) }))
  const theirs = withQuestions(choice(2, 'Clean?'), choice(1, 'Whole?', { visibility: on(2, 21) }))
  const merged = mergeDrafts(from, mine, theirs).questions
  expect(merged.filter(({ visibility }) => visibility !== null)).toHaveLength(1)
})
