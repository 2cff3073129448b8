import { expect, it } from 'vitest'
import { readNumber, writtenNumber } from './readNumber.ts'

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
