import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HEAT_STEPS, heatColourOf, heatStepOf, heatSteps } from './heatScale.ts'

it('the heat scale does not let one cell of a whole night make all the others cold', () => {
  const day = [...Array.from({ length: 99 }, (_, index) => 20 + index * 30), 80_000]
  const steps = heatSteps(day)
  const used = new Set(day.map((seconds) => heatStepOf(steps, seconds)))
  expect(steps.length).toBe(HEAT_STEPS)
  expect(used.size).toBe(HEAT_STEPS)
  expect(steps.at(-1)?.upTo).toBeNull()
})

it('the heat scale has readable bounds, each once, in order, and every length lies in one step', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 60 }),
      (seconds) => {
        const steps = heatSteps(seconds)
        expect(steps.length).toBeGreaterThan(0)
        expect(steps.length).toBeLessThanOrEqual(HEAT_STEPS)
        for (const [index, { over }] of steps.entries())
          expect(over).toBe(index === 0 ? 0 : steps[index - 1]?.upTo)
        for (const one of seconds) {
          const { over, upTo } = steps[heatStepOf(steps, one)] ?? { over: -1, upTo: -1 }
          expect(one).toBeGreaterThan(over)
          if (upTo !== null) expect(one).toBeLessThanOrEqual(upTo)
        }
      },
    ),
  )
})

it('the heat scale of nothing has no steps, and few steps still end at the hottest', () => {
  expect(heatSteps([])).toEqual([])
  expect(heatColourOf(['cold', 'mild', 'hot'], 1, 2)).toBe('hot')
  expect(heatColourOf(['cold', 'mild', 'hot'], 0, 1)).toBe('hot')
  expect(heatColourOf(['cold', 'mild', 'hot'], 0, 3)).toBe('cold')
})
