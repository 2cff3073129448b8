import { expect, it } from 'vitest'
import { canLieHorizontally, widthOfNames } from './lyingBars.ts'

const procedures = ['Hand hygiene tracer', 'Ward round', 'Fire extinguisher inspection']

it('the bar chart lies on its side with long names, so that none is cut', () => {
  expect(canLieHorizontally(procedures, 210)).toBe(true)
  expect(widthOfNames(['Ward round'])).toBeGreaterThan(10 * 6)
})

it('the bar chart stands with short names, or with more bars than have a line each', () => {
  expect(canLieHorizontally(['Jan', 'Feb', 'Wednesday'], 210)).toBe(false)
  expect(
    canLieHorizontally(
      Array.from({ length: 24 }, (_, index) => `Procedure ${index}`),
      210,
    ),
  ).toBe(false)
  expect(canLieHorizontally([], 210)).toBe(false)
})

it('the bar chart leaves most of the room to the bars, however long a name', () => {
  expect(widthOfNames(['x'.repeat(200)])).toBe(210)
})
