import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellNumber, decimalSignIn, readNumber, readTyped, writtenNumber } from './readNumber.ts'

it.each([
  ['36.6', 36.6],
  ['36,6', 36.6],
  ['1 204', 1204],
  ['-4', -4],
  ['−4', -4],
  ['٣٦٫٦', 36.6],
  ['5.', 5],
  ['.5', 0.5],
  ['', null],
  ['4-5', null],
  ['1.2.3', null],
  ['ten', null],
  ['1e400', null],
  ['9999999999999', null],
])('readNumber() reads %s as %s', (raw, value) => expect(readNumber(raw, '.')).toBe(value))

it.each([
  ['1,500', '.', 1500],
  ['1,234,567.5', '.', 1_234_567.5],
  ['1,5', '.', 1.5],
  ['1,500', ',', 1.5],
  ['1.500', ',', 1.5],
  ['$ 12', '.', 12],
])('readNumber() reads %s, with the decimal sign %s, as %d', (raw, decimal, value) =>
  expect(readNumber(raw, decimal)).toBe(value),
)

it.each([
  [0.0000001, '.', '0.0000001'],
  [-1234567.5, ',', '-1234567,5'],
  [1e12, '.', '1000000000000'],
  [0.1, '.', '0.1'],
])('the number writer writes %d, with the decimal sign %s, as %s', (value, decimal, written) => {
  expect(writtenNumber(value, decimal)).toBe(written)
  expect(readNumber(written, decimal)).toBe(value)
})

it.each([
  ['50.5', 50.5],
  ['50,5', 50.5],
  ['-0.25', -0.25],
  ['1.2E+05', 120_000],
  ['٥٠٫٥', 50.5],
  ['۵۰٫۵', 50.5],
  ['\u061c-٥٠٫٥', -50.5],
  ['−٥', -5],
  ['١٬٢٣٤٫٥', 1234.5],
  ['١٬٢٣٤', 1234],
  ['1 234,5', 1234.5],
  ['1\u00a0234\u00a0567', 1_234_567],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1_234_567],
  // Ambiguous: a cell of a file reads one separator as a decimal sign, whatever the language.
  ['48,123', 48.123],
  ['48.123', 48.123],
  ['١٬٥', null],
  ['12 13', null],
  ['12;13', null],
  ['1,2,3', null],
  ['1.2.3', null],
  ['12 %', null],
  ['$ 12', null],
  ['0x10', null],
  ['1e400', null],
  ['NaN', null],
  ['', null],
])('readNumber() reads %s in a cell of a file as %s', (raw, value) =>
  expect(cellNumber(raw)).toBe(value),
)

it.each([
  ['12,5', ','],
  ['1.234,50 €', ','],
  ['1.234.567', ','],
  ['1 234,567', ','],
  ['1234,567', ','],
  ['0,125', ','],
  ['-12.5 kg', '.'],
  ['$1,234.50', '.'],
  ['١٢٫٥', '.'],
  ['12.345', null],
  ['12,345 kg', null],
  ['12345', null],
  ['1.2.3', null],
  ['12.05.2026', null],
  ['', null],
])('decimalSignIn() finds in %s the sign %s', (raw, sign) => expect(decimalSignIn(raw)).toBe(sign))

it('a number that reads two ways follows the sign that its column shows', () => {
  expect(cellNumber('12.345', ',')).toBe(12_345)
  expect(cellNumber('-12,345', '.')).toBe(-12_345)
  expect(cellNumber('12.345', '.')).toBe(12.345)
  expect(cellNumber('12.345')).toBe(12.345)
  expect(cellNumber('0.125', ',')).toBe(0.125)
})

it('each number that a language writes with decimals is read again from its column', () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((value) => value / 100)
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1 }),
      fc.constantFrom('en', 'de', 'cs'),
      (all, tag) => {
        const cells = all.map((value) => value.toLocaleString(tag, { maximumFractionDigits: 2 }))
        const [sign = null] = cells.flatMap((cell) => decimalSignIn(cell) ?? [])
        fc.pre(sign !== null)
        expect(cells.map((cell) => cellNumber(cell, sign))).toEqual(all)
      },
    ),
  )
})

const beside = ['$', '€', '£', '₪', '₽', '₿', '%', '٪', '‰', '؉', '％', '°', '℃', '℉']
const gaps = ['', ' ', '\u00a0', '\u202f', '\u200f', '\u200e', '\u061c', '\u2068', '\u200f ']

it('readNumber() reads a number alike with a sign before it, behind it, or none', () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
  const gap = fc.constantFrom(...gaps)
  fc.assert(
    fc.property(
      cents.map((value) => value / 100),
      fc.constantFrom(...beside),
      fc.constantFrom('before', 'behind', 'before the minus'),
      gap,
      gap,
      gap,
      (value, sign, place, start, middle, end) => {
        const digits = Math.abs(value).toLocaleString('en', { maximumFractionDigits: 2 })
        const minus = value < 0 ? '-' : ''
        const typed =
          place === 'before'
            ? `${minus}${sign}${middle}${digits}`
            : place === 'behind'
              ? `${minus}${digits}${middle}${sign}`
              : `${sign}${middle}${minus}${digits}`
        expect(readNumber(`${start}${typed}${end}`, '.')).toBe(value)
      },
    ),
  )
})

it('readNumber() keeps each typed digit, or says that it cannot', () => {
  const digits = fc.stringMatching(/^[0-9]{1,30}(\.[0-9]{0,30})?$/)
  fc.assert(
    fc.property(digits, (text) => {
      const typed = readTyped(text, '.')
      if (typed.is !== 'number') return
      const [whole = '', fraction = ''] = text.split('.')
      const [keptWhole = '', kept = ''] = writtenNumber(typed.value, '.').split('.')
      expect(keptWhole).toBe(whole.replace(/^0+/, '') || '0')
      expect(kept).toBe(fraction.replace(/0+$/, ''))
    }),
    { numRuns: 1_000 },
  )
})

it.each([
  ['9007199254740991', 'number'],
  ['9007199254740993', 'unheld'],
  ['99999999999999999999', 'unheld'],
  ['0.1', 'number'],
  ['0.30000000000000004', 'number'],
  ['0.300000000000000041', 'unheld'],
  ['0.00000000000000000001', 'number'],
  ['0.000000000000000000001', 'unheld'],
  ['9'.repeat(400), 'unheld'],
  ['1e400', 'noNumber'],
  ['1e5', 'noNumber'],
  ['0x1F', 'noNumber'],
  ['½', 'noNumber'],
  ['1½', 'noNumber'],
  ['5²', 'noNumber'],
  ['1/2', 'noNumber'],
  ['1:30', 'noNumber'],
  ['(5)', 'noNumber'],
  ['Infinity', 'noNumber'],
  ['∞', 'noNumber'],
  ['5 mm', 'noNumber'],
  ['5 мм', 'noNumber'],
  ['$', 'noNumber'],
  ['-', 'noNumber'],
  ['', 'nothing'],
  [' \u200f', 'nothing'],
])('readNumber() takes %s for %s', (text, is) => expect(readTyped(text, '.').is).toBe(is))

it.each([
  ['–5', '.', -5],
  ['١،٥', '٫', 1.5],
  ['١٬٢٠٠', '٫', 1200],
  ["1'234.5", '.', 1234.5],
  ['1’234’567', ',', 1_234_567],
  ['1 200,50 €', ',', 1200.5],
])(
  'readNumber() reads %s, as other keyboards write it, with the decimal sign %s',
  (text, decimal, value) => expect(readNumber(text, decimal)).toBe(value),
)
