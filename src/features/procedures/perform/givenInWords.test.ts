import { expect, it } from 'vitest'
import { givenInWords } from './givenInWords.ts'

const words = {
  number: (value: number) => `#${value}`,
  date: (day: string) => `on ${day}`,
  person: (userId: number) => `person ${userId}`,
  list: (titles: readonly string[]) => titles.join(' + '),
}
const asked = {
  1: JSON.stringify([
    'multipleChoice',
    'Which?',
    'Both if both',
    null,
    [
      [10, 'Left'],
      [11, 'Right'],
    ],
  ]),
  2: JSON.stringify(['number', 'Temperature', []]),
  3: JSON.stringify(['date', 'When?', []]),
  4: JSON.stringify(['user', 'Who?', []]),
  5: JSON.stringify(['file', 'Photos', []]),
  6: 'not json',
}
const files = [{ id: -1, key: 'a', name: 'a.png', mime: 'image/png' }]

it('reads every kind of answer by the question as it was asked', () => {
  const given = givenInWords(
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

it('gives the answer alone where it is not known what was asked', () => {
  const text = (questionId: number) => ({ kind: 'text', questionId, text: 'Torn' }) as const
  expect(givenInWords({ asked, files: [] }, [text(6), text(9)], words)).toMatchObject([
    { question: null, answer: 'Torn' },
    { question: null, answer: 'Torn' },
  ])
})
