import { expect, it } from 'vitest'
import { inAddress, readAddress, writeAddress } from './addressState.ts'
import { makeFormat } from './format.tsx'
import { directionOf, weekStartOf } from './i18n/languages.ts'

it('means the company’s time zone, not the reader’s', () => {
  expect(makeFormat('en', 'Asia/Jerusalem').date('2026-01-01T23:30:00Z')).toBe('2 Jan 2026')
  expect(makeFormat('en', 'America/New_York').date('2026-01-01T03:30:00Z')).toBe('31 Dec 2025')
})

it('says the second where rows follow each other closely', () => {
  expect(makeFormat('en', 'Europe/Prague').moment('2026-11-20T08:00:07Z')).toContain('09:00:07')
})

it('starts the week as the specification says', () => {
  expect((['ar', 'he', 'en', 'cs', 'ru', 'sk'] as const).map(weekStartOf)).toEqual([
    6, 0, 1, 1, 1, 1,
  ])
})

it('starts it where the company says so', () => {
  expect([
    makeFormat('en', 'UTC').weekStart,
    makeFormat('en', 'UTC', 0).weekStart,
    makeFormat('he', 'UTC', null).weekStart,
  ]).toEqual([1, 0, 0])
})

it('runs Hebrew and Arabic from right to left', () => {
  expect(
    (['en', 'he', 'ar', 'ru', 'cs', 'sk'] as const).filter(
      (language) => directionOf(language) === 'rtl',
    ),
  ).toEqual(['he', 'ar'])
})

it('says how long ago', () => {
  const now = new Date('2026-06-10T12:00:00Z')
  expect(makeFormat('en', 'UTC').relative('2026-06-10T09:00:00Z', now)).toBe('3 hours ago')
  expect(makeFormat('en', 'UTC').relative('2026-06-10T11:59:50Z', now)).toBe('this minute')
})

const shape = {
  search: inAddress.text(),
  id: inAddress.integer(),
  page: inAddress.count(1),
  types: inAddress.integers(),
  tab: inAddress.oneOf(['a', 'b'], 'a'),
}

it('reads an address, with defaults where it is wrong', () => {
  expect(readAddress(shape, new URLSearchParams('id=7&types=1.x.3&tab=z&page=-4'))).toEqual({
    search: '',
    id: 7,
    page: 1,
    types: [1, 3],
    tab: 'a',
  })
})

it('writes only what differs and leaves the rest of the address alone', () => {
  expect(
    writeAddress(shape, new URLSearchParams('id=7&other=1'), {
      id: null,
      types: [4],
      page: 1,
    }).toString(),
  ).toBe('other=1&types=4')
})
