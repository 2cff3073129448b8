import { expect, it } from 'vitest'
import { readFullAscii } from './fullAscii.ts'

it.each([
  ['+V+A+V-+C1', 'vav-c1'],
  ['A+H+U/B2', 'Ahu"2'],
  ['VAV+C1', 'VAVc1'],
  ['/A/Z/O', '!:/'],
  ['%V%W%F%J%K%O%P%T', '@`;?[_{\u007f'],
  ['%U%A%E$A$Z%X%Y%Z', '\u0000\u001b\u001f\u0001\u001a\u007f\u007f\u007f'],
])('the Code 39 label %s is %j in Full ASCII', (printed, text) =>
  expect(readFullAscii(printed)).toBe(text),
)

it.each(['100001', 'AHU-2', 'PUMP 7', '5/8', '100%', '+123', 'A$', '%', '/P'])(
  'the Code 39 label %s cannot be Full ASCII',
  (printed) => expect(readFullAscii(printed)).toBeNull(),
)
