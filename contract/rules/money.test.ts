import { expect, it } from 'vitest'
import { currencies, decimalsOf, fitsCurrency, isCurrency } from './money.ts'

it('currencies are those of ISO 4217, each once and known to Intl', () => {
  expect(new Set(currencies).size).toBe(currencies.length)
  const known = new Set(Intl.supportedValuesOf('currency'))
  expect(currencies.filter((code) => !known.has(code))).toEqual([])
  expect([isCurrency('CZK'), isCurrency('czk'), isCurrency('XXX')]).toEqual([true, false, false])
})

it.each([
  ['JPY', 0],
  ['EUR', 2],
  ['HUF', 2],
  ['KWD', 3],
])('an amount in %s has %i decimals', (code, digits) => {
  expect(decimalsOf(code)).toBe(digits)
})

it.each([
  [0.1, 'EUR', true],
  [1234567.89, 'CZK', true],
  [0.001, 'EUR', false],
  [12.5, 'JPY', false],
  [12.345, 'KWD', true],
  [999_999_999.99, 'EUR', true],
])('%f %s fits the precision of its currency: %s', (amount, code, fits) => {
  expect(fitsCurrency(amount, code)).toBe(fits)
})
