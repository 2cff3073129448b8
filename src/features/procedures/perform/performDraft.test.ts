import { beforeEach, describe, expect, it } from 'vitest'
import { scoreOf } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { formatAnswers } from './formatAnswers.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import {
  dropPerformDraft,
  savePerformDraft,
  performDraft,
  type PerformDraftKey,
} from './performDrafts.ts'
import {
  answersOf,
  answersToSend,
  beginPerformDraft,
  carryOver,
  setAnswer,
  progressOf,
  type PerformDraft,
} from './performDraft.ts'
import { isUnderWay } from './usePerformDraft.ts'

const yesNo = (first: number) => [
  { id: first, title: 'Yes', score: 2 },
  { id: first + 1, title: 'No', score: 0 },
]
const questions: SurveyQuestion[] = [
  {
    ...blankQuestion,
    id: 1,
    kind: 'singleChoice',
    title: 'Is the seal intact?',
    answers: yesNo(10),
  },
  {
    ...blankQuestion,
    id: 2,
    kind: 'singleChoice',
    title: 'Was it reported?',
    answers: yesNo(20),
    visibility: { mode: 'all', rules: [{ questionId: 1, operator: 'isAnyOf', answerIds: [11] }] },
  },
  { ...blankQuestion, id: 3, kind: 'text', title: 'Remark', required: false },
]
const procedure = { version: 4, questions }
const start = () =>
  beginPerformDraft(
    procedure,
    new Date('2026-11-20T08:00:00Z'),
    '5f0c8a52-8f0f-4a3e-9d0a-111111111111',
  )
const answer = (given: unknown) => given as GivenAnswer
const choose = (questionId: number, answerId: number) =>
  answer({ kind: 'singleChoice', questionId, answerId })

describe('the progress of a perform draft', () => {
  it('counts what is asked now, and follows visibility', () => {
    const intact = setAnswer(start(), 1, choose(1, 10))
    expect(progressOf(questions, answersOf(intact))).toEqual({ asked: 2, answered: 1 })
    const broken = setAnswer(intact, 1, choose(1, 11))
    expect(progressOf(questions, answersOf(broken))).toEqual({ asked: 3, answered: 1 })
  })

  it('does not count an emptied text', () => {
    const emptied = setAnswer(start(), 3, answer({ kind: 'text', questionId: 3, text: '  ' }))
    expect(progressOf(questions, answersOf(emptied)).answered).toBe(0)
    expect(answersToSend(questions, emptied)).toEqual([])
  })
})

describe('hidden questions of a perform draft', () => {
  it('leave the maximum, and their answers are not sent', () => {
    let draft = setAnswer(start(), 1, choose(1, 11))
    draft = setAnswer(draft, 2, choose(2, 20))
    expect(scoreOf(questions, answersOf(draft))).toMatchObject({
      points: 2,
      maximum: 4,
      score: 50,
    })
    draft = setAnswer(draft, 1, choose(1, 10))
    expect(scoreOf(questions, answersOf(draft))).toMatchObject({
      points: 2,
      maximum: 2,
      score: 100,
    })
    expect(answersToSend(questions, draft).map(({ questionId }) => questionId)).toEqual([1])
  })
})

describe('a perform draft whose procedure changed meanwhile', () => {
  it('keeps the answers that fit and names what reads differently', () => {
    let draft = setAnswer(start(), 1, choose(1, 11))
    draft = setAnswer(draft, 2, choose(2, 21))
    draft = setAnswer(draft, 3, answer({ kind: 'text', questionId: 3, text: 'ok' }))
    const next = {
      version: 5,
      questions: [
        questions[0],
        { ...questions[1], answers: yesNo(20).slice(0, 1) },
        questions[2],
        { ...blankQuestion, id: 4, kind: 'date', title: 'When?' },
      ] as SurveyQuestion[],
    }
    const carried = carryOver(draft, next)
    expect(carried.answers.map(({ questionId }) => questionId)).toEqual([1, 3])
    expect(carried).toMatchObject({ changed: [2], added: [4] })
    expect(carried).toMatchObject({ procedureVersion: 5, clientKey: draft.clientKey })
    const later = carryOver(carried, { ...next, version: 6 })
    expect(later).toMatchObject({ changed: [2], added: [4] })
    expect(setAnswer(later, 2, choose(2, 20))).toMatchObject({ changed: [], added: [4] })
    const dated = answer({ kind: 'date', questionId: 4, date: '2026-11-20' })
    expect(setAnswer(later, 4, dated)).toMatchObject({ changed: [2], added: [] })
  })

  it('puts aside what no longer fits under the name of its question, until that is answered anew', () => {
    let draft = setAnswer(start(), 2, choose(2, 21))
    draft = setAnswer(draft, 3, answer({ kind: 'text', questionId: 3, text: 'Leaks' }))
    const without = {
      version: 5,
      questions: [{ ...questions[1], answers: yesNo(20).slice(0, 1) }] as SurveyQuestion[],
    }
    const carried = carryOver(draft, without)
    expect(carried.answers).toEqual([])
    const words = { number: String, date: String, person: String, list: String }
    const named = (of: PerformDraft) =>
      (of.noLonger ?? []).flatMap(({ asked, answer: former }) =>
        formatAnswers({ asked: { [former.questionId]: asked }, files: [] }, [former], words).map(
          (given) => [given.question, given.answer],
        ),
      )
    expect(named(carried)).toEqual([
      ['Was it reported?', 'No'],
      ['Remark', 'Leaks'],
    ])
    expect(isUnderWay(carried)).toBe(true)
    const later = carryOver(carried, { ...without, version: 6 })
    expect(named(later)).toEqual(named(carried))
    expect(named(setAnswer(later, 2, choose(2, 20)))).toEqual([['Remark', 'Leaks']])
  })

  it('marks a question whose unit or help was changed: its number means another thing now', () => {
    const asked = (unit: string, help: string | null) => ({
      ...blankQuestion,
      id: 1,
      kind: 'number' as const,
      title: 'Pressure',
      unit,
      help,
    })
    const draft = beginPerformDraft(
      { version: 4, questions: [asked('bar', null)] },
      new Date('2026-11-20T08:00:00Z'),
      '5f0c8a52-8f0f-4a3e-9d0a-111111111111',
    )
    for (const now of [asked('kPa', null), asked('bar', 'At the outlet')])
      expect(carryOver(draft, { version: 5, questions: [now] }).changed).toEqual([1])
  })

  it('changes nothing where the version is the same', () => {
    const draft = setAnswer(start(), 1, choose(1, 11))
    expect(carryOver(draft, procedure)).toEqual(draft)
  })
})

describe('the answers of a perform draft', () => {
  const key: PerformDraftKey = {
    companyId: 1,
    userId: 2,
    procedureId: 3,
    place: { kind: 'equipment', id: 4 },
  }
  beforeEach(() => localStorage.clear())

  it('survive a reload, for this person and place alone', () => {
    const draft = setAnswer(start(), 1, choose(1, 11))
    expect(savePerformDraft(key, draft)).toBe(true)
    expect(performDraft(key)).toEqual(draft)
    expect(performDraft({ ...key, userId: 9 })).toBeNull()
    expect(performDraft({ ...key, place: { kind: 'location', id: 4 } })).toBeNull()
    dropPerformDraft(key)
    expect(performDraft(key)).toBeNull()
  })

  it('passes over what it does not know', () => {
    const name = 'plantroom.draft.1.2.performances.3:equipment:4'
    localStorage.setItem(name, '{"at":1,"draft":{"answers":7}}')
    expect(performDraft(key)).toBeNull()
    localStorage.setItem(name, 'not json')
    expect(performDraft(key)).toBeNull()
  })
})
