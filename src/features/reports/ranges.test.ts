import { expect, it } from 'vitest'
import { isReversed, presetRanges, rangesField, rangesToSend, withRangeCount } from './ranges.ts'

const year = { from: '2026-01-01', to: '2026-12-31' }
const before = { from: '2025-01-01', to: '2025-12-31' }

it('the compared ranges keep the first if there are fewer, and fill with it if there are more', () => {
  expect(withRangeCount([year, before], 1)).toEqual([year])
  expect(withRangeCount([year, before], 3)).toEqual([year, before, year])
  expect(withRangeCount([], 1)).toEqual([{ from: '', to: '' }])
})

it('the compared ranges are sent only if both ends are set', () => {
  expect(
    rangesToSend([{ from: '2026-01-01', to: '' }, before, { from: '', to: '2026-01-01' }]),
  ).toEqual([before])
})

it('the compared ranges survive the way into an address and back', () => {
  expect(rangesField.read(rangesField.write([year, { from: '', to: '2025-01-01' }]))).toEqual([
    year,
    { from: '', to: '2025-01-01' },
  ])
  expect(rangesField.read('nonsense.2026_1')).toEqual([])
})

it('the compared ranges offer the present period and the one before it', () => {
  expect(presetRanges('month', '2026-03-31', 1, 2)).toEqual([
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-02-01', to: '2026-02-28' },
  ])
})

it('the compared ranges are not sent if they end before they begin, and ignore days that do not exist', () => {
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
