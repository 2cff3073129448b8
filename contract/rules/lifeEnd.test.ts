import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonths } from './addMonths.ts'
import { lifeEnd } from './lifeEnd.ts'

it.each([
  ['2016-12-24', 10, '2026-12-24'],
  ['2024-02-29', 3, '2027-02-28'],
  ['2024-02-29', 4, '2028-02-29'],
  ['2024-08-31', 0.5, '2025-02-28'],
  ['2024-01-15', 7.5, '2031-07-15'],
  ['2024-01-15', 0.04, null],
  ['2024-01-15', 0, null],
  ['2024-01-15', -5, null],
])('equipment bought on %s for %d years ends its expected life on %s', (day, years, end) => {
  expect(lifeEnd({ purchasedOn: day, expectedYears: years, retiredOn: null })).toBe(end)
})

it('an end is unknown without a purchase or a number of years', () => {
  const known = { purchasedOn: '2020-01-01', expectedYears: 5, retiredOn: null }
  expect(lifeEnd({ ...known, purchasedOn: null })).toBeNull()
  expect(lifeEnd({ ...known, expectedYears: null })).toBeNull()
})

it('equipment that was retired before its expected end has none', () => {
  const life = { purchasedOn: '2020-01-01', expectedYears: 5 }
  expect(lifeEnd({ ...life, retiredOn: '2024-12-31' })).toBeNull()
  expect(lifeEnd({ ...life, retiredOn: '2025-01-01' })).toBe('2025-01-01')
})

const day = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

it('more years never bring the end of life nearer', () => {
  fc.assert(
    fc.property(
      day,
      fc.double({ min: 0.1, max: 200, noNaN: true }),
      fc.nat(50),
      (from, years, more) => {
        const end = (expectedYears: number) =>
          lifeEnd({ purchasedOn: from, expectedYears, retiredOn: null }) ?? ''
        expect(end(years + more) >= end(years)).toBe(true)
        expect(end(years) > from).toBe(true)
      },
    ),
  )
})

it('months are added one after the other, or together, within the days that months lack', () => {
  fc.assert(
    fc.property(day, fc.nat(600), (from, count) => {
      const to = addMonths(from, count)
      const months = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7))
      expect(months(to) - months(from)).toBe(count)
      expect(to.slice(8) <= from.slice(8)).toBe(true)
    }),
  )
})
