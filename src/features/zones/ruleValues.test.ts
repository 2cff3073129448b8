import { expect, it } from 'vitest'
import { LONGEST_WAIT } from '#contract/zones.ts'
import { amountBounds, isComplete, questionOf, valuesOf, type Values } from './ruleValues.ts'

const values: Values = { ...valuesOf(undefined), locationId: 1 }

it('a zone rule’s form makes nothing smaller silently: beyond sixty days it does not ask at all', () => {
  const long: Values = { ...values, amount: 61, unit: 'days' }
  expect(isComplete(long)).toBe(false)
  expect(questionOf(long).minutes).toBeGreaterThan(LONGEST_WAIT)
  expect(isComplete({ ...long, amount: amountBounds('left', 'days').max })).toBe(true)
  expect(isComplete({ ...values, kind: 'fewer', minimum: 10_001 })).toBe(false)
})

it('a zone rule’s form asks for a place unless equipment is idle anywhere, and there for a minute at least', () => {
  expect(isComplete({ ...values, locationId: null })).toBe(false)
  expect(isComplete({ ...values, kind: 'idle', locationId: null })).toBe(true)
  expect(isComplete({ ...values, kind: 'idle', amount: 0 })).toBe(false)
  expect(isComplete({ ...values, amount: 0 })).toBe(true)
})
