import { describe, expect, it } from 'vitest'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draftFaults, newFaults } from './draft.ts'

const question = (id: number, facts: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  id,
  kind: 'singleChoice',
  title: 'Q',
  ...blankQuestion,
  required: false,
  answers: [{ id: id * 10, title: 'A', score: 1 }],
  ...facts,
})
const codes = (...questions: SurveyQuestion[]) => draftFaults(questions).map(({ code }) => code)
const on = (questionId: number, answerIds?: number[]): SurveyQuestion['visibility'] => ({
  mode: 'all',
  rules: [{ questionId, operator: 'isAnyOf', ...(answerIds && { answerIds }) }],
})

describe('a list of questions', () => {
  it('is valid if each is complete and looks back only', () =>
    expect(codes(question(-1), question(-2, { visibility: on(-1, [-10]) }))).toEqual([]))
  it('may not depend on a later question, on itself or on one that is not there', () => {
    expect(codes(question(-1, { visibility: on(-2) }), question(-2))).toEqual(['notEarlier'])
    expect(codes(question(-1, { visibility: on(-1) }))).toEqual(['notEarlier'])
    expect(codes(question(1, { visibility: on(99) }))).toEqual(['notEarlier'])
  })
  it('may not depend on an answer of another question', () =>
    expect(codes(question(-1), question(-2, { visibility: on(-1, [-20]) }))).toEqual(['notThere']))
  it.each([
    ['a choice compared with a number', { operator: 'lessThan', value: 3 }, ['doesNotFit']],
    ['a choice of none of its answers', { operator: 'isAnyOf', answerIds: [] }, ['required']],
    ['an answer that is there', { operator: 'answered' }, []],
  ] as const)('may depend on what can be asked: %s', (_what, rule, found) => {
    const rules = [{ questionId: -1, ...rule, answerIds: [] }]
    expect(codes(question(-1), question(-2, { visibility: { mode: 'all', rules } }))).toEqual(found)
  })
  it.each([
    [{ operator: 'range', value: 1 }, ['required']],
    [{ operator: 'range', value: 3, to: 1 }, ['required']],
    [{ operator: 'greaterThan' }, ['required']],
    [{ operator: 'isNoneOf' }, ['doesNotFit']],
    [{ operator: 'range', value: 1, to: 1 }, []],
  ] as const)('may compare a number if all is given: %j', (rule, found) => {
    const number = question(-1, { kind: 'number', answers: [] })
    const rules = [{ questionId: -1, ...rule }]
    expect(codes(number, question(-2, { visibility: { mode: 'all', rules } }))).toEqual(found)
  })
  it('needs choices where the user chooses, and none elsewhere', () => {
    expect(codes(question(-1, { answers: [] }))).toEqual(['required'])
    expect(codes(question(-1, { kind: 'text' }))).toEqual(['unexpected'])
  })
  it('has no reversed bounds and no id twice', () => {
    expect(codes(question(-1, { kind: 'number', answers: [], minimum: 5, maximum: 1 }))).toEqual([
      'reversed',
    ])
    expect(
      codes(question(-1), question(-1, { answers: [{ id: -50, title: 'B', score: 1 }] })),
    ).toEqual(['duplicate'])
  })
})

describe('a stored question that would be refused now', () => {
  const lessThan = { questionId: 1, operator: 'lessThan', value: 3 } as const
  const odd = question(2, { visibility: { mode: 'all', rules: [lessThan] } })
  const before = [question(1), odd]
  // The database returns JSON keys in its own order.
  const stored = [question(1), { ...odd, visibility: { rules: [lessThan], mode: 'all' as const } }]
  const codesOf = (...wanted: SurveyQuestion[]) =>
    newFaults(stored, wanted).map(({ path, code }) => [path, code])

  it('does not prevent saving the others, wherever it is', () => {
    expect(draftFaults(before)).toHaveLength(1)
    expect(codesOf({ ...question(1), title: 'Mended' }, odd)).toEqual([])
    expect(codesOf(question(1), question(3), odd)).toEqual([])
  })
  it('is judged as soon as it is changed, or what it depends on is gone', () => {
    expect(codesOf(question(1), { ...odd, title: 'Other' })).toEqual([
      ['body.questions.1.visibility.rules.0.operator', 'doesNotFit'],
    ])
    expect(codesOf(odd)).toEqual([['body.questions.0.visibility.rules.0.questionId', 'notEarlier']])
  })
})
