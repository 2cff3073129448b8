import { describe, expect, it } from 'vitest'
import { exceededSide } from '#contract/rules/sensors.ts'
import { alertCondition, yesNoLimits } from './alertCondition.ts'

describe('the alert of a yes/no sensor', () => {
  it('is stored as a limit that only that value passes', () => {
    const sides = (when: 'never' | 'on' | 'off') => {
      const { lowerLimit: lower, upperLimit: upper } = yesNoLimits(when)
      return [0, 1].map((value) => exceededSide(value, { lower, upper, slack: 0 }, null))
    }
    expect(sides('never')).toEqual([null, null])
    expect(sides('on')).toEqual([null, 'high'])
    expect(sides('off')).toEqual(['low', null])
  })

  it('is read back, also from limits that a person wrote as numbers', () => {
    for (const when of ['never', 'on', 'off'] as const)
      expect(alertCondition(yesNoLimits(when))).toBe(when)
    expect(alertCondition({ lowerLimit: null, upperLimit: 0 })).toBe('on')
    expect(alertCondition({ lowerLimit: 1, upperLimit: null })).toBe('off')
    expect(alertCondition({ lowerLimit: 2, upperLimit: 8 })).toBe('never')
  })
})
