import { expect, it } from 'vitest'
import { hasVisible } from './visible.ts'

it.each([
  '',
  ' \t\n',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u115f',
])('hasVisible() sees nothing in %j', (text) => expect(hasVisible(text)).toBe(false))
it.each(['\u061c', '\u034f', '\u180e', '\u2800', '\u3164', '\uffa0', '\ufe0f', '\u{e0020}'])(
  'hasVisible() sees nothing in %j',
  (text) => expect(hasVisible(`${text} ${text}`)).toBe(false),
)
it.each(['a', '\u200bא', 'می\u200cخواهم', '👩\u200d🔧', '-', '0', '\u0301', '한'])(
  'hasVisible() sees %j',
  (text) => expect(hasVisible(text)).toBe(true),
)
