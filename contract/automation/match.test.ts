import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterKeys, type FilterObject } from '../filter.ts'
import type { AutomationFilter } from './filters.ts'
import { match, type PerformedFacts } from './match.ts'

const facts = (change: Partial<PerformedFacts> = {}): PerformedFacts => ({
  score: 50, equipmentIds: [1], equipmentTypeIds: [2], equipmentStatusIds: [3], locationIds: [10, 11], locationTypeIds: [5], procedureIds: [6], procedureTypeIds: [7], tagIds: [8, 9], ...change,
})
// Ids here are plain numbers; the brand only matters on the wire.
const objects = (filter: Record<string, number[] | undefined>): AutomationFilter => ({ kind: 'objects', filter: filter as FilterObject })
const below = (value: number): AutomationFilter => ({ kind: 'score', operator: 'lessThan', value })

describe('matching', () => {
  it('takes everything when there is no filter', () => expect(match([], facts()).matched).toBe(true))
  it('takes an empty list as no restriction', () => expect(match([objects({ equipmentIds: [] })], facts()).matched).toBe(true))
  it('is below, not at', () => {
    expect(match([below(60)], facts({ score: 59.99 })).matched).toBe(true)
    expect(match([below(60)], facts({ score: 60 })).matched).toBe(false)
  })
  it('never holds for a performance without a score', () => expect(match([below(60)], facts({ score: null })).matched).toBe(false))
  it('takes a location for everything inside it', () => expect(match([objects({ locationIds: [10] })], facts()).matched).toBe(true))
  it('asks every filter and tells what each expected and saw', () => {
    expect(match([below(60), objects({ tagIds: [99] })], facts())).toEqual({ matched: false, verdicts: [
      { kind: 'score', expected: { operator: 'lessThan', value: 60, to: undefined }, saw: 50, passed: true },
      { kind: 'objects', expected: { tagIds: [99] }, saw: { tagIds: [8, 9] }, passed: false },
    ] })
  })
  it('only ever narrows: one more filter, or one more list, never lets more through', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 })
    const filter = fc.record(Object.fromEntries(filterKeys.map((key) => [key, ids])), { requiredKeys: [] })
    fc.assert(fc.property(filter, fc.constantFrom(...filterKeys), fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }), (wide, key, more) => {
      const narrow = { ...wide, [key]: (wide[key]?.length ?? 0) > 0 ? wide[key]?.slice(0, 1) ?? [] : more }
      const passes = (asked: Record<string, number[] | undefined>) => match([objects(asked)], facts()).matched
      expect(!passes(narrow) || passes(wide)).toBe(true)
    }))
  })
})
