import { describe, expect, it } from 'vitest'
import { isPowerOnValue } from './powerOn.ts'

describe('85 °C of a 1-Wire probe', () => {
  it.each([
    ['first value ever', { value: null, isSilent: true, wasSetAside: false }, true],
    ['first value after silence', { value: 84, isSilent: true, wasSetAside: false }, true],
    ['a jump from a freezer', { value: -18, isSilent: false, wasSetAside: false }, true],
    ['a jump of more than 20 K', { value: 64.9, isSilent: false, wasSetAside: false }, true],
    ['a rise of 20 K', { value: 65, isSilent: false, wasSetAside: false }, false],
    ['hot water', { value: 84.5, isSilent: false, wasSetAside: false }, false],
    ['the second in a row', { value: -18, isSilent: false, wasSetAside: true }, false],
    ['the second after a restart', { value: null, isSilent: true, wasSetAside: true }, false],
  ])('is its power-on value: %s → %s', (_what, before, expected) =>
    expect(isPowerOnValue(85, before)).toBe(expected),
  )

  it('is a true value beside exactly 85', () =>
    expect(isPowerOnValue(85.06, { value: null, isSilent: true, wasSetAside: false })).toBe(false))
})
