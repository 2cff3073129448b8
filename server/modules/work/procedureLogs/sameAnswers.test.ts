import { expect, it } from 'vitest'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import { areSameAnswers } from './sameAnswers.ts'

const given = (answers: object[]) => answers as GivenAnswer[]
const text = { kind: 'text', questionId: 1, text: 'ok' }
const photos = (...fileIds: number[]) => ({ kind: 'file', questionId: 2, fileIds })
const choices = (...answerIds: number[]) => ({ kind: 'multipleChoice', questionId: 3, answerIds })
const signature = (fileId: number) => ({ kind: 'signature', questionId: 4, fileId, name: 'Noa' })

it.each([
  ['nothing and nothing', [], [], true],
  ['the order in which they were given', [text, photos(5)], [photos(5), text], true],
  ['the order of what was ticked', [choices(1, 2)], [choices(2, 1)], true],
  ['photos brought twice', [photos(5, 6)], [photos(8, 9)], true],
  ['a signature brought twice', [signature(5)], [signature(9)], true],
  ['a photo more', [photos(5)], [photos(5, 6)], false],
  ['another text', [text], [{ ...text, text: 'no' }], false],
  ['an answer more', [text], [text, photos(5)], false],
  ['something else ticked', [choices(1)], [choices(2)], false],
])('areSameAnswers() compares %s', (_what, one, other, same) => {
  expect(areSameAnswers(given(one), given(other))).toBe(same)
})
