import { expect, it } from 'vitest'
import { email } from './auth/auth.ts'
import { phone } from './people/people.ts'
import { identifier, name, readingAnswer, text } from './shapes.ts'

const stray = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00']

it.each(stray)('text, names, addresses and phones refuse %j', (character) => {
  expect(text(100).safeParse(`a${character}b`).success).toBe(false)
  expect(name.safeParse(`a${character}b`).success).toBe(false)
  expect(email.safeParse(`a${character}b@sample.test`).success).toBe(false)
  expect(phone.safeParse(`+420 601${character} 000 000`).success).toBe(false)
})

it('text keeps its lines and tabs, and a name is one line', () => {
  expect(text(100).safeParse('one\r\n\ttwo').success).toBe(true)
  expect(name.safeParse('one\ntwo').success).toBe(false)
  expect(name.safeParse('Žofie 🐎 \u200fעברית').success).toBe(true)
})

it.each(['Žebřík', 'Lůžko', 'Straße'])(
  'names and texts store %s in one form, however its marks were typed',
  (word) => {
    for (const typed of [word.normalize('NFC'), word.normalize('NFD')]) {
      expect(name.parse(typed)).toBe(word.normalize('NFC'))
      expect(text(100).parse(typed)).toBe(word.normalize('NFC'))
    }
  },
)

it('a name loses the marks that reverse the text around it', () => {
  expect(name.parse('\u2067משאבה\u2069 4\u202e ')).toBe('משאבה 4')
  expect(name.safeParse('\u202e \u2069').success).toBe(false)
})

it.each(['\u200b', '\u2060\ufeff', '\u00ad', ' \u3000', '\u200d'])(
  'names and required texts refuse %j alone',
  (unseen) => {
    const refused = { success: false, error: { issues: [{ params: { code: 'required' } }] } }
    expect(text(100, 1).safeParse(unseen)).toMatchObject(refused)
    expect(name.safeParse(`${unseen}\u200b`)).toMatchObject(refused)
    expect(text(100).safeParse(unseen).success).toBe(true)
    expect(readingAnswer(() => text(100, 1).safeParse(unseen)).success).toBe(true)
  },
)

it.each(['می\u200cخواهم', '👩\u200d🔧', 'Kranken\u00adhaus'])(
  'names and texts keep what joins %s',
  (word) => {
    expect(name.parse(word)).toBe(word)
    expect(text(100, 1).parse(word)).toBe(word)
  },
)

it.each([
  ['\u202eSN-1\u202c', 'SN-1'],
  ['\ufeff SN\u200e-\u200f1\u061c ', 'SN-1'],
  ['\u2066\u2069', ''],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('an identifier loses the marks that nobody sees: %j', (written, stored) => {
  expect(identifier(100).parse(written)).toBe(stored)
})

it('an empty name has one fault, its length', () =>
  expect(name.safeParse(' ').error?.issues).toMatchObject([{ code: 'too_small' }]))
