import { expect, it } from 'vitest'
import { isReversed, presetRanges, rangesField, rangesToSend, withRangeCount } from './ranges.ts'

const year = { from: '2026-01-01', to: '2026-12-31' }
const before = { from: '2025-01-01', to: '2025-12-31' }

it('keeps the first range when there are fewer, and fills with it when there are more', () => {
  expect(withRangeCount([year, before], 1)).toEqual([year])
  expect(withRangeCount([year, before], 3)).toEqual([year, before, year])
  expect(withRangeCount([], 1)).toEqual([{ from: '', to: '' }])
})

it('sends a range only when both its ends are set', () => {
  expect(
    rangesToSend([{ from: '2026-01-01', to: '' }, before, { from: '', to: '2026-01-01' }]),
  ).toEqual([before])
})

it('survives the way into an address and back', () => {
  expect(rangesField.read(rangesField.write([year, { from: '', to: '2025-01-01' }]))).toEqual([
    year,
    { from: '', to: '2025-01-01' },
  ])
  expect(rangesField.read('nonsense.2026_1')).toEqual([])
})

it('offers the present period and the one before it', () => {
  expect(presetRanges('month', '2026-03-31', 1, 2)).toEqual([
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-02-01', to: '2026-02-28' },
  ])
})

it('sends no range that ends before it begins, and reads no day that the calendar lacks', () => {
  const reversed = { from: '2026-11-10', to: '2026-11-01' }
  expect([
    isReversed(reversed),
    isReversed({ from: '2026-11-01', to: '2026-11-01' }),
    isReversed({ from: '2026-11-10', to: '' }),
  ]).toEqual([true, false, false])
  expect(rangesToSend([reversed])).toEqual([])
  expect(rangesField.read('2026-02-30_2026-13-01.2026-02-28_2026-03-01')).toEqual([
    { from: '', to: '' },
    { from: '2026-02-28', to: '2026-03-01' },
  ])
})
