import { describe, expect, it } from 'vitest'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import {
  addAnswer,
  addQuestion,
  changeQuestion,
  dependents,
  duplicateQuestion,
  questionBlockingMove,
  movableRange,
  moveQuestion,
  placeFor,
  newProcedure,
  newRule,
  possibleSources,
  removeAnswer,
  removeQuestion,
  type ProcedureDraft,
} from './draft.ts'
import { draftFaults } from './faults.ts'
import { isDirty, procedureBody } from './procedureBody.ts'

function sealAndPhoto(): { draft: ProcedureDraft; seal: number; photo: number; no: number } {
  const first = addQuestion({ ...newProcedure(), name: 'Round', typeId: 1 }, 'singleChoice', [
    'Yes',
    'No',
  ])
  const second = addQuestion(
    changeQuestion(first.draft, first.id, { title: 'Is the seal intact?' }),
    'file',
  )
  const no = second.draft.questions[0]?.answers[1]?.id ?? 0
  const draft = changeQuestion(second.draft, second.id, {
    title: 'Photo',
    visibility: {
      mode: 'all',
      rules: [{ questionId: first.id, operator: 'isAnyOf', answerIds: [no] }],
    },
  })
  return { draft, seal: first.id, photo: second.id, no }
}

const ids = (draft: ProcedureDraft) => draft.questions.map(({ id }) => id)

describe('new rows of a procedure’s draft', () => {
  it('have negative ids that no other row has', () => {
    const { draft } = sealAndPhoto()
    const copied = duplicateQuestion(addAnswer(draft, -1, 'Not there'), -1).draft
    const all = copied.questions.flatMap((question) => [
      question.id,
      ...question.answers.map(({ id }) => id),
    ])
    expect(all.every((id) => id < 0)).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  })

  it('keep their ids and the rules that name them in what is saved', () => {
    const { draft, seal, no } = sealAndPhoto()
    const saved = procedureBody(
      changeQuestion(draft, seal, { title: '  Is the seal intact? ', help: '  ' }),
    )
    expect(saved.questions[0]).toMatchObject({ id: seal, title: 'Is the seal intact?', help: null })
    expect(saved.questions[1]?.visibility?.rules).toEqual([
      { questionId: seal, operator: 'isAnyOf', answerIds: [no] },
    ])
    expect(draftFaults(draft)).toEqual([])
  })

  it('lose what does not belong to their kind', () => {
    const { draft, photo } = sealAndPhoto()
    const saved = procedureBody(
      changeQuestion(draft, photo, {
        unit: '°C',
        minimum: 3,
        numberScore: { from: 1, to: 2, points: 3 },
      }),
    )
    expect(saved.questions[1]).toMatchObject({ unit: null, minimum: null, numberScore: null })
  })
})

describe('visibility in a procedure’s draft', () => {
  it('looks only at earlier questions', () => {
    const { draft, seal, photo } = sealAndPhoto()
    expect(possibleSources(draft.questions, seal)).toEqual([])
    expect(possibleSources(draft.questions, photo).map(({ id }) => id)).toEqual([seal])
  })

  it('keeps a question below what it looks at and says which', () => {
    const { draft, seal, photo } = sealAndPhoto()
    expect(movableRange(draft.questions, photo)).toEqual({ first: 1, last: 1 })
    expect(ids(moveQuestion(draft, photo, 0))).toEqual([seal, photo])
    expect(ids(moveQuestion(draft, seal, 1))).toEqual([seal, photo])
    expect(placeFor(draft.questions, seal, 1)).toBe(0)
    expect(questionBlockingMove(draft.questions, photo, 0)?.id).toBe(seal)
    expect(questionBlockingMove(draft.questions, seal, 1)?.id).toBe(photo)
  })

  it('moves freely where nothing looks', () => {
    const { draft, seal, photo } = sealAndPhoto()
    const third = addQuestion(draft, 'text')
    expect(ids(moveQuestion(third.draft, third.id, 0))).toEqual([third.id, seal, photo])
  })

  it('goes with its source, and with its last choice', () => {
    const { draft, seal, no } = sealAndPhoto()
    expect(dependents(draft.questions, seal).map(({ title }) => title)).toEqual(['Photo'])
    expect(removeQuestion(draft, seal).questions).toMatchObject([
      { title: 'Photo', visibility: null },
    ])
    expect(removeAnswer(draft, seal, no).questions[1]?.visibility).toBeNull()
  })

  it('starts with a rule that fits the source', () => {
    const number: SurveyQuestion = { ...question(), kind: 'number', minimum: 2, maximum: 8 }
    expect(newRule(number)).toEqual({ questionId: 7, operator: 'lessThan', value: 2 })
    expect(newRule(number, 'range')).toEqual({ questionId: 7, operator: 'range', value: 2, to: 8 })
    expect(newRule({ ...question(), kind: 'text' })).toEqual({
      questionId: 7,
      operator: 'answered',
    })
  })
})

describe('faults of a procedure’s draft', () => {
  it('name the question they belong to', () => {
    const { draft, seal, photo } = sealAndPhoto()
    const broken = changeQuestion(changeQuestion(draft, seal, { title: ' ', answers: [] }), photo, {
      visibility: {
        mode: 'any',
        rules: [{ questionId: seal, operator: 'range', value: 5, to: 1 }],
      },
    })
    expect(draftFaults({ ...broken, name: '', typeId: null })).toEqual([
      { code: 'nameMissing', questionId: null },
      { code: 'typeMissing', questionId: null },
      { code: 'titleMissing', questionId: seal },
      { code: 'choicesMissing', questionId: seal },
      { code: 'ruleIncomplete', questionId: photo },
    ])
  })
})

it('a procedure’s draft is dirty only if a save would send something else', () => {
  const { draft, seal } = sealAndPhoto()
  expect(isDirty(changeQuestion(draft, seal, { title: 'Is the seal intact? ' }), draft)).toBe(false)
  expect(isDirty(changeQuestion(draft, seal, { required: false }), draft)).toBe(true)
})

function question(): SurveyQuestion {
  return {
    id: 7,
    kind: 'text',
    title: 'Q',
    help: null,
    required: false,
    answers: [],
    unit: null,
    minimum: null,
    maximum: null,
    numberScore: null,
    visibility: null,
  }
}
