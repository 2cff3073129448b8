import { expect, it } from 'vitest'
import { alignedResults } from './results.ts'
import { shiftOnto, stepFor, withGaps } from './series.ts'

it('ends a line where nothing was measured', () => {
  expect(withGaps([[0, 1], [60, 2], [240, 3]], 60)).toEqual([[0, 1], [60, 2], [120, null], [240, 3]])
})

it('lays a range on another by whole weeks, so that weekdays meet', () => {
  for (const [first, other] of [['2026-11-01', '2025-11-01'], ['2026-03-01', '2026-02-01'], ['2026-01-01', '2025-01-01']] as const) {
    const moved = new Date(Date.parse(`${other}T00:00:00Z`) + shiftOnto(first, other) * 1000)
    expect(moved.getUTCDay()).toBe(new Date(`${other}T00:00:00Z`).getUTCDay())
    expect(Math.abs(moved.getTime() - Date.parse(`${first}T00:00:00Z`))).toBeLessThanOrEqual(3.5 * 86_400_000)
  }
})

it('draws a year by days and a week by hours', () => {
  expect([stepFor([{ from: '2026-01-01', to: '2026-12-31' }]), stepFor([{ from: '2026-11-01', to: '2026-11-07' }])]).toEqual([86_400, 3_600])
})

it('puts the same thing of every range side by side, with the difference of two', () => {
  const range = { from: '', to: '', remaining: 0, value: null, counted: 0, beyondRights: 0, coverage: 0, isPartial: false, lastAt: null }
  const groups = alignedResults([{ ...range, results: [{ id: 1, name: 'A', value: 90, counted: 3 }] }, { ...range, results: [{ id: 2, name: 'B', value: 50, counted: 1 }, { id: 1, name: 'A', value: 80, counted: 2 }] }])
  expect(groups.map(({ name, delta }) => [name, delta])).toEqual([['A', 10], ['B', null]])
})
