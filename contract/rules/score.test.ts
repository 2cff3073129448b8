import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { answerFaults, compare, scoreOf, visibleQuestions } from './score.ts'

const question = (id: number, facts: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  id,
  kind: 'singleChoice',
  title: `Question ${id}`,
  help: null,
  required: false,
  unit: null,
  minimum: null,
  maximum: null,
  numberScore: null,
  visibility: null,
  answers: [
    { id: id * 10, title: 'Yes', score: 10 },
    { id: id * 10 + 1, title: 'No', score: 0 },
  ],
  ...facts,
})
// Ids here are plain numbers; the brand only matters on the wire.
const chose = (questionId: number, answerId: number) =>
  ({ kind: 'singleChoice', questionId, answerId }) as GivenAnswer
const numberAnswer = (questionId: number, value: number) =>
  ({ kind: 'number', questionId, value }) as GivenAnswer
const given = (...answers: GivenAnswer[]) =>
  new Map<number, GivenAnswer>(answers.map((answer) => [answer.questionId, answer]))
const after = (questionId: number, answerId: number): SurveyQuestion['visibility'] => ({
  mode: 'all',
  rules: [{ questionId, operator: 'isAnyOf', answerIds: [answerId] }],
})

describe('a score', () => {
  it('is points gained over points reachable, in percent', () => {
    expect(scoreOf([question(1), question(2)], given(chose(1, 10), chose(2, 21)))).toMatchObject({
      points: 10,
      maximum: 20,
      score: 50,
    })
  })
  it('leaves hidden questions out of the maximum', () => {
    const questions = [question(1), question(2, { visibility: after(1, 11) })]
    expect(scoreOf(questions, given(chose(1, 10)))).toMatchObject({
      points: 10,
      maximum: 10,
      score: 100,
    })
    expect(scoreOf(questions, given(chose(1, 11), chose(2, 20)))).toMatchObject({
      points: 10,
      maximum: 20,
      score: 50,
    })
  })
  it('does not count an answer to a question that is hidden now', () => {
    expect(
      scoreOf(
        [question(1), question(2, { visibility: after(1, 11) })],
        given(chose(1, 10), chose(2, 20)),
      ),
    ).toMatchObject({ points: 10, maximum: 10 })
  })
  it('counts a visible question without an answer as zero', () => {
    expect(scoreOf([question(1), question(2)], given(chose(1, 10)))).toMatchObject({
      maximum: 20,
      score: 50,
    })
  })
  it('does not exist if nothing visible is scored', () => {
    expect(scoreOf([question(1, { kind: 'text', answers: [] })], given()).score).toBeNull()
  })
  it('takes a number by its range, both ends belonging to it', () => {
    const battery = question(1, {
      kind: 'number',
      answers: [],
      numberScore: { from: 80, to: 100, points: 20 },
    })
    expect(
      [79.9, 80, 100, 100.1].map(
        (value) => scoreOf([battery], given(numberAnswer(1, value))).points,
      ),
    ).toEqual([0, 20, 20, 0])
  })
  it('takes several choices by what each is worth', () => {
    const many = question(1, {
      kind: 'multipleChoice',
      answers: [
        { id: 1, title: 'a', score: 5 },
        { id: 2, title: 'b', score: 3 },
        { id: 3, title: 'c', score: -4 },
      ],
    })
    expect(
      scoreOf(
        [many],
        given({
          kind: 'multipleChoice',
          questionId: 1,
          answerIds: [1, 3],
        } as unknown as GivenAnswer),
      ),
    ).toMatchObject({ points: 1, maximum: 8 })
  })
  it('stays between 0 and 100 for any points and any answers', () => {
    const arbitrary = fc.array(
      fc.record({
        yes: fc.integer({ min: -50, max: 50 }),
        no: fc.integer({ min: -50, max: 50 }),
        pick: fc.option(fc.boolean()),
        hiddenAfter: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(arbitrary, (list) => {
        const questions = list.map(({ yes, no, hiddenAfter }, index) =>
          question(index + 1, {
            answers: [
              { id: (index + 1) * 10, title: 'Yes', score: yes },
              { id: (index + 1) * 10 + 1, title: 'No', score: no },
            ],
            visibility: hiddenAfter && index > 0 ? after(index, index * 10) : null,
          }),
        )
        const answers = given(
          ...list.flatMap(({ pick }, index) =>
            pick === null ? [] : [chose(index + 1, (index + 1) * 10 + (pick ? 0 : 1))],
          ),
        )
        const { score, breakdown, points, maximum } = scoreOf(questions, answers)
        const visible = new Set(visibleQuestions(questions, answers).map(({ id }) => id))
        expect(breakdown.every(({ questionId }) => visible.has(questionId))).toBe(true)
        expect(breakdown.reduce((sum, line) => sum + line.gained, 0)).toBeCloseTo(points)
        if (score === null) expect(maximum).toBe(0)
        else expect(score >= 0 && score <= 100).toBe(true)
      }),
    )
  })
})

describe('visibility', () => {
  it('needs all rules, or any of them', () => {
    const rules = [
      { questionId: 1, operator: 'isAnyOf' as const, answerIds: [10] },
      { questionId: 2, operator: 'isAnyOf' as const, answerIds: [20] },
    ]
    const questions = (mode: 'all' | 'any') => [
      question(1),
      question(2),
      question(3, { visibility: { mode, rules } }),
    ]
    const answers = given(chose(1, 10), chose(2, 21))
    expect(visibleQuestions(questions('all'), answers)).toHaveLength(2)
    expect(visibleQuestions(questions('any'), answers)).toHaveLength(3)
  })
  it('never follows from a comparison with a missing answer', () => {
    for (const operator of [
      'isAnyOf',
      'isNoneOf',
      'lessThan',
      'equal',
      'greaterThan',
      'range',
    ] as const) {
      const questions = [
        question(1),
        question(2, {
          visibility: {
            mode: 'all',
            rules: [{ questionId: 1, operator, answerIds: [10], value: 1, to: 2 }],
          },
        }),
      ]
      expect(visibleQuestions(questions, given()), operator).toHaveLength(1)
    }
  })
  it('follows a chain: a question that depends on a hidden one is hidden too', () => {
    const questions = [
      question(1),
      question(2, { visibility: after(1, 10) }),
      question(3, { visibility: after(2, 20) }),
    ]
    expect(
      visibleQuestions(questions, given(chose(1, 11), chose(2, 20))).map(({ id }) => id),
    ).toEqual([1])
  })
})

describe('the check of answers', () => {
  it('names what is missing, out of bounds, unknown, of a wrong kind or not asked', () => {
    const questions = [
      question(1, { required: true }),
      question(2, { kind: 'number', answers: [], minimum: 0, maximum: 10 }),
      question(3),
      question(4),
      question(5, { visibility: after(3, 30) }),
      question(6, { kind: 'text', answers: [], required: true }),
    ]
    const answers = given(numberAnswer(2, 11), chose(3, 99), numberAnswer(4, 1), chose(5, 50), {
      kind: 'text',
      questionId: 6,
      text: ' \u200b',
    } as unknown as GivenAnswer)
    expect(
      answerFaults(questions, answers).map(({ questionId, code }) => `${questionId} ${code}`),
    ).toEqual([
      '1 required',
      '2 aboveMaximum',
      '3 unknownAnswer',
      '4 wrongKind',
      '6 required',
      '5 hidden',
    ])
  })
})

describe('a comparison', () => {
  it.each([
    ['lessThan', 4, 5, undefined, true],
    ['lessThan', 5, 5, undefined, false],
    ['equal', 5, 5, undefined, true],
    ['greaterThan', 6, 5, undefined, true],
    ['range', 5, 5, 7, true],
    ['range', 7, 5, 7, true],
    ['range', 8, 5, 7, false],
    ['range', 6, 5, undefined, false],
    ['equal', 5, undefined, undefined, false],
  ] as const)('%s of %s with %s to %s is %s', (operator, value, operand, to, holds) =>
    expect(compare(operator, value, operand, to)).toBe(holds),
  )
})
