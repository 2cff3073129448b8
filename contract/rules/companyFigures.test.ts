import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trendOf, figureKeys, isPercent, meetsTarget } from './companyFigures.ts'

it('companyFigures calls more late checks worse, and a higher score better', () => {
  expect(trendOf('lateThings', [3, 5])).toBe('worse')
  expect(trendOf('lateThings', [5, 3])).toBe('better')
  expect(trendOf('score', [80, 91])).toBe('better')
  expect(trendOf('onTime', [96, 90])).toBe('worse')
})

it('companyFigures says nothing for a week without an answer, and no change if both read alike', () => {
  expect(trendOf('score', [null, 91])).toBeNull()
  expect(trendOf('score', [91])).toBeNull()
  expect(trendOf('score', [])).toBeNull()
  expect(trendOf('score', [90.6, 91.2])).toBe('same')
})

it('companyFigures are on target at the target itself, from the better side', () => {
  expect(meetsTarget('onTime', 95, 95)).toBe(true)
  expect(meetsTarget('onTime', 94.4, 95)).toBe(false)
  expect(meetsTarget('openTickets', 10, 10)).toBe(true)
  expect(meetsTarget('openTickets', 11, 10)).toBe(false)
  expect(meetsTarget('openTickets', 11, null)).toBeNull()
  expect(meetsTarget('score', null, 80)).toBeNull()
})

it('companyFigures turn round with the two weeks, for every figure', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...figureKeys),
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 0, max: 1_000 }),
      (key, one, other) => {
        const [there, back] = [trendOf(key, [one, other]), trendOf(key, [other, one])]
        const turned = { better: 'worse', worse: 'better', same: 'same' } as const
        expect(there === null ? null : turned[there]).toBe(back)
        expect(isPercent(key)).toBe(trendOf(key, [0, 1]) === 'better')
      },
    ),
  )
})
