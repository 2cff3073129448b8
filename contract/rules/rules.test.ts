import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail } from './email.ts'
import { passwordFaults } from './password.ts'
import { isPhone } from './phone.ts'

describe('a password', () => {
  it.each([
    ['Plantroom1', []],
    ['Aa345678', []],
    ['Aa34567', ['tooShort']],
    ['aa345678', ['noUppercase']],
    ['AA345678', ['noLowercase']],
    ['Aaaaaaaa', ['noNumber']],
    ['', ['tooShort', 'noUppercase', 'noLowercase', 'noNumber']],
    ['Žluťoučký1', []],
    // the length counts composed characters, even if the text is decomposed
    ['Žlu1'.normalize('NFD') + 'ť'.normalize('NFD') + 'č'.normalize('NFD'), ['tooShort']],
    [`Aa1${'x'.repeat(198)}`, ['tooLong']],
  ])('%s → %j', (password, faults) => expect(passwordFaults(password)).toEqual(faults))
})

describe('an e-mail address', () => {
  const label = (length: number) => 'a'.repeat(length)
  it.each([
    'a@b.co',
    'first.last+tag@sub.example.org',
    `${label(64)}@example.org`,
    `a@${label(63)}.org`,
    `a@${label(61)}.${label(63)}.${label(63)}.${label(63)}.de`.replace(label(61), label(60)),
    "o'neil@example.com",
  ])('%s is one', (address) => expect(isEmail(address)).toBe(true))
  it.each([
    '',
    'a',
    '@b.co',
    'a@',
    'a@@b.co',
    'a@b@c.co',
    'a@b',
    'a@b.c',
    'a@b.c1',
    'a@b.1234',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a b@c.co',
    'a@-b.co',
    'a@b-.co',
    'a@b..co',
    'a@.co',
    `${label(65)}@example.org`,
    `a@${label(64)}.org`,
    `a@${label(63)}.${label(63)}.${label(63)}.${label(63)}.co`,
    'a@b.co\n',
  ])('%j is none', (address) => expect(isEmail(address)).toBe(false))
  it('has exactly one @, whatever else it has', () => {
    fc.assert(fc.property(fc.string(), (text) => !isEmail(text) || text.split('@').length === 2))
  })
})

describe('a phone number', () => {
  it.each([
    '12345',
    '+420 601 234 567',
    '(02) 1234-567',
    '02/123.45.67',
    '+1 (212) 555-0100',
    '601\u00a0234\u00a0567',
  ])('%s is one', (value) => expect(isPhone(value)).toBe(true))
  it.each([
    '1234',
    '',
    '12+345',
    'phone',
    '(((1)))',
    ')12345(',
    '(12345',
    '-----',
    '+',
    '12345\n678',
    '12345\t678',
    '12345\r\n',
    '\v12345',
  ])('%j is none', (value) => expect(isPhone(value)).toBe(false))
})
