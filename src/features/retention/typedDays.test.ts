import { expect, it } from 'vitest'
import { changesOf, effectiveRule, withTypedDays } from './typedDays.ts'

const runs = { kind: 'runs', days: 365, minimum: 7, maximum: 900 } as const

it('typed days of the retention stay when another user saves another kind', () => {
  const typed = withTypedDays({}, runs, 400)
  const rules = [runs, { ...runs, kind: 'journal', days: 800 } as const]
  expect(changesOf(rules, typed)).toEqual({ runs: 400 })
  expect(effectiveRule(rules[0] ?? runs, typed)).toMatchObject({ days: 400, theirs: null })
})

it('typed days of the retention show what another user set for the same kind, and nothing once both agree', () => {
  const typed = withTypedDays({}, runs, 400)
  expect(effectiveRule({ ...runs, days: 500 }, typed)).toMatchObject({ days: 400, theirs: 500 })
  expect(effectiveRule({ ...runs, days: 400 }, typed)).toMatchObject({
    isChanged: false,
    theirs: null,
  })
})

it('typed days of the retention may be neither empty nor out of bounds', () => {
  expect(effectiveRule(runs, withTypedDays({}, runs, null)).isOutside).toBe(true)
  expect(effectiveRule(runs, withTypedDays({}, runs, 901)).isOutside).toBe(true)
  expect(effectiveRule(runs, withTypedDays({}, runs, 900)).isOutside).toBe(false)
  expect(changesOf([runs], withTypedDays({}, runs, null))).toEqual({})
})
