import { expect, it } from 'vitest'
import { faultOfProportion, faultOfSize, isVast } from './pixels.ts'

const [side, other] = [20_000, 600]

it.each([
  [20_000, 1, 'tooSmall'],
  [1, 20_000, 'tooSmall'],
  [49, 60, 'tooSmall'],
  [50, 2_000, null],
  [50, 2_001, 'tooLong'],
  [20_000, 499, 'tooLong'],
  [8_000, 5_000, null],
  [8_001, 5_000, 'tooManyPixels'],
])('a picture of %d × %d pixels is usable or not: %s', (width, height, fault) =>
  expect(faultOfSize({ width, height })).toBe(fault),
)

it('a picture is too large for a browser by its pixels, for any sides', () => {
  expect([side, other].map((height) => isVast({ width: side, height }))).toEqual([true, false])
})

it('a page is judged by its length alone, as it has no pixels', () => {
  expect(faultOfProportion({ width: 40, height: 30 })).toBeNull()
  expect(faultOfProportion({ width: 3, height: 600 })).toBe('tooLong')
})
