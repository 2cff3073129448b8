import { expect, it } from 'vitest'
import { addOffset } from './addOffset.ts'

it.each([
  [0.0000004, 0, 0.0000004],
  [-3.2e-9, 0, -3.2e-9],
  [5e-324, 0, 5e-324],
  [123_456_789.123456, 0, 123_456_789.123456],
  [1e12, 0, 1e12],
  [0.1 + 0.2, 0, 0.3],
  [21.400000000000002, 0, 21.4],
])('corrected() keeps %d as it was measured', (value, offset, kept) =>
  expect(addOffset(value, offset)).toBe(kept),
)

it.each([
  [20.1, -20, 0.1],
  [4.5, -0.3, 4.2],
  [0.0000004, 0.0000001, 0.0000005],
  [21, 0.0000001, 21.0000001],
  [0.3, -0.3, 0],
  [1e-200, 1, 1],
])('corrected() adds to %d its calibration of %d', (value, offset, kept) =>
  expect(addOffset(value, offset)).toBe(kept),
)
