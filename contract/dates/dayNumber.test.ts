import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOfNumber, firstDayNumber } from './dayNumber.ts'

it.each([
  ['45292', '2024-01-01'],
  ['45292.75', '2024-01-01'],
  ['18264', '1950-01-01'],
  ['73050', '2099-12-31'],
])('the number %s is the day %s', (cell, day) => {
  expect(dayOfNumber(cell)).toBe(day)
})

it('days of a workbook that counts from 1904 are 1462 numbers earlier', () => {
  expect(dayOfNumber('43830', true)).toBe('2024-01-01')
  expect(firstDayNumber(['', '43830'], true)).toBe('43830')
})

it.each(['', '1', '12345', '73051', '045292', '-45292', '45,292', '2024'])(
  'the cell “%s” is not a plausible day number',
  (cell) => {
    expect(dayOfNumber(cell)).toBeNull()
  },
)

it('the next number is the next day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18_264, max: 73_049 }), (number) => {
      const [one, next] = [number, number + 1].map((each) => dayOfNumber(String(each)) ?? '')
      expect(Date.parse(next ?? '') - Date.parse(one ?? '')).toBe(86_400_000)
    }),
  )
})

it('a column holds day numbers only if all filled cells do', () => {
  expect(firstDayNumber(['', '45292', '45293'])).toBe('45292')
  expect(firstDayNumber(['45292', '2024-01-02'])).toBeNull()
  expect(firstDayNumber(['', ' '])).toBeNull()
})
