import { describe, expect, it } from 'vitest'
import { sideOf } from '#contract/rules/sensors.ts'
import { tellsWhen, yesNoLimits } from './tellsWhen.ts'

describe('the alert of a yes/no sensor', () => {
  it('is stored as a limit that only that value passes', () => {
    const sides = (when: 'never' | 'on' | 'off') => {
      const { lowerLimit: lower, upperLimit: upper } = yesNoLimits(when)
      return [0, 1].map((value) => sideOf(value, { lower, upper, slack: 0 }, null))
    }
    expect(sides('never')).toEqual([null, null])
    expect(sides('on')).toEqual([null, 'high'])
    expect(sides('off')).toEqual(['low', null])
  })

  it('is read back, also from limits that a person wrote as numbers', () => {
    for (const when of ['never', 'on', 'off'] as const)
      expect(tellsWhen(yesNoLimits(when))).toBe(when)
    expect(tellsWhen({ lowerLimit: null, upperLimit: 0 })).toBe('on')
    expect(tellsWhen({ lowerLimit: 1, upperLimit: null })).toBe('off')
    expect(tellsWhen({ lowerLimit: 2, upperLimit: 8 })).toBe('never')
  })
})
