import { expect, it } from 'vitest'
import { warrantyEnd } from './warrantyEnd.ts'

it.each([
  ['2026-03-05T00:00:00', '2', 'year', '2028-03-05'],
  ['2024-02-29', '1', 'Years', '2025-02-28'],
  ['2026-01-31', '1', 'month', '2026-02-28'],
  ['2026-01-31', '18', 'months', '2027-07-31'],
  ['2026-12-31', '90', 'day', '2027-03-31'],
  ['2026-12-31', '2', 'weeks', '2027-01-14'],
])('a warranty from %s for %s %s ends on %s', (start, duration, unit, end) => {
  expect(warrantyEnd(start, duration, unit)).toBe(end)
})

it.each([
  ['', '2', 'year'],
  ['2026-03-05', '0', 'year'],
  ['2026-03-05', '1.5', 'year'],
  ['2026-03-05', '2', 'as required'],
  ['5 March 2026', '2', 'year'],
])('a warranty from “%s” for %s %s has no known end', (start, duration, unit) => {
  expect(warrantyEnd(start, duration, unit)).toBeNull()
})
