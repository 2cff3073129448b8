import { expect, it } from 'vitest'
import { parseReport } from './reportText.ts'

it.each([
  ['{"a":NaN,"b":[1, -Infinity ,nan]}', { a: null, b: [1, null, null] }],
  ['{"t": nan}', { t: null }],
  ['{"t": -inf, "say": "NaN, inf: \\"nan\\""}', { t: null, say: 'NaN, inf: "nan"' }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['{"a":1}', { a: 1 }],
])('a report is read although a number of it is missing: %s', (text, value) => {
  expect(parseReport(text)).toEqual({ value })
})

it.each(['', '{"a":', 'nan', '{nan:1}', '{"a":nano}', 'online', '{"a":1,}'])(
  'a text that is not a report stays unread: %s',
  (text) => {
    expect(parseReport(text)).toBe(undefined)
  },
)
