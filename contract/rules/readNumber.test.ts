import { expect, it } from 'vitest'
import { cellNumber, readNumber, writtenNumber } from './readNumber.ts'

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
])('reads %s as %s', (raw, value) => expect(readNumber(raw, '.')).toBe(value))

it.each([
  ['1,500', '.', 1500],
  ['1,234,567.5', '.', 1_234_567.5],
  ['1,5', '.', 1.5],
  ['1,500', ',', 1.5],
  ['1.500', ',', 1.5],
  ['$ 12', '.', 12],
])('reads %s, where a fraction begins with %s, as %d', (raw, decimal, value) =>
  expect(readNumber(raw, decimal)).toBe(value),
)

it.each([
  [0.0000001, '.', '0.0000001'],
  [-1234567.5, ',', '-1234567,5'],
  [1e12, '.', '1000000000000'],
  [0.1, '.', '0.1'],
])('writes %d, where a fraction begins with %s, as %s', (value, decimal, written) => {
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
  // It might be either; so it stays what it was in files of every language.
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
])('reads %s in a cell of a file as %s', (raw, value) => expect(cellNumber(raw)).toBe(value))
