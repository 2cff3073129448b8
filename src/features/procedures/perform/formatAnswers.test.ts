import { expect, it } from 'vitest'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { formatAnswers } from './formatAnswers.ts'
import { beginPerformDraft } from './performDraft.ts'

const words = {
  number: (value: number) => `#${value}`,
  date: (day: string) => `on ${day}`,
  person: (userId: number) => `person ${userId}`,
  list: (titles: readonly string[]) => titles.join(' + '),
}
const choices = [
  { id: 10, title: 'Left', score: 1 },
  { id: 11, title: 'Right', score: 0 },
]
const kinds = ['multipleChoice', 'number', 'date', 'user', 'file'] as const
const titles = ['Which?', 'Temperature', 'When?', 'Who?', 'Photos']
const questions = kinds.map((kind, index): SurveyQuestion => ({
  ...blankQuestion,
  id: index + 1,
  kind,
  title: titles[index] ?? '',
  help: 'As on the label',
  unit: kind === 'number' ? '°C' : null,
  answers: kind === 'multipleChoice' ? choices : [],
}))
const asked = {
  ...beginPerformDraft({ version: 1, questions }, new Date(0), 'key').asked,
  6: 'not json',
  // Stored in the format of an older release.
  7: JSON.stringify(['singleChoice', 'Is it whole?', [[52, 'Yes']]]),
}
const files = [{ id: -1, key: 'a', name: 'a.png', mime: 'image/png' }]

it('answers as text follow the question as it was asked', () => {
  const given = formatAnswers(
    { asked, files },
    [
      { kind: 'file', questionId: 5, fileIds: [-1] },
      { kind: 'user', questionId: 4, userId: 7 },
      { kind: 'date', questionId: 3, date: '2026-11-20' },
      { kind: 'number', questionId: 2, value: 4.5 },
      { kind: 'multipleChoice', questionId: 1, answerIds: [10, 11] },
    ],
    words,
  )
  expect(given.map(({ question, answer }) => [question, answer])).toEqual([
    ['Photos', 'a.png'],
    ['Who?', 'person 7'],
    ['When?', 'on 2026-11-20'],
    ['Temperature', '#4.5'],
    ['Which?', 'Left + Right'],
  ])
  expect(given[0]?.files).toEqual(files)
})

it('answers as text include a choice that an older release stored', () => {
  const given = formatAnswers(
    { asked, files: [] },
    [{ kind: 'singleChoice', questionId: 7, answerId: 52 }],
    words,
  )
  expect(given).toMatchObject([{ question: 'Is it whole?', answer: 'Yes' }])
})

it('answers as text stand alone if the question is unknown', () => {
  const text = (questionId: number) => ({ kind: 'text', questionId, text: 'Torn' }) as const
  expect(formatAnswers({ asked, files: [] }, [text(6), text(9)], words)).toMatchObject([
    { question: null, answer: 'Torn' },
    { question: null, answer: 'Torn' },
  ])
})
