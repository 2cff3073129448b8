import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterKeys, type FilterObject } from '#contract/filter.ts'
import type { AutomationFilter } from './filters.ts'
import type { ProcedureLogFacts } from './facts.ts'
import { match } from './match.ts'

const facts = (change: Partial<ProcedureLogFacts> = {}): ProcedureLogFacts => ({
  score: 50,
  equipmentIds: [1],
  equipmentTypeIds: [2],
  equipmentStatusIds: [3],
  locationIds: [10, 11],
  locationTypeIds: [5],
  procedureIds: [6],
  procedureTypeIds: [7],
  tagIds: [8, 9],
  orgEntityIds: [12, 13],
  weekday: 3,
  minute: 10 * 60,
  answers: [],
  used: [],
  performerId: 20,
  performerRoleIds: [30],
  ...change,
})
// Ids here are plain numbers; the brand only matters on the wire.
const objects = (filter: Record<string, number[] | undefined>): AutomationFilter => ({
  kind: 'objects',
  filter: filter as FilterObject,
})
const below = (value: number): AutomationFilter => ({ kind: 'score', operator: 'lessThan', value })

describe('match()', () => {
  it('accepts everything without filters', () => expect(match([], facts()).matched).toBe(true))
  it('treats an empty list as no restriction', () =>
    expect(match([objects({ equipmentIds: [] })], facts()).matched).toBe(true))
  it('compares "below" strictly', () => {
    expect(match([below(60)], facts({ score: 59.99 })).matched).toBe(true)
    expect(match([below(60)], facts({ score: 60 })).matched).toBe(false)
  })
  it('never matches a procedure log without a score', () =>
    expect(match([below(60)], facts({ score: null })).matched).toBe(false))
  it('matches a location for everything inside it', () =>
    expect(match([objects({ locationIds: [10] })], facts()).matched).toBe(true))
  it('asks every filter and reports what each expected and saw', () => {
    expect(match([below(60), objects({ tagIds: [99] })], facts())).toEqual({
      matched: false,
      verdicts: [
        {
          kind: 'score',
          expected: { operator: 'lessThan', value: 60, to: undefined },
          saw: 50,
          passed: true,
        },
        { kind: 'objects', expected: { tagIds: [99] }, saw: { tagIds: [8, 9] }, passed: false },
      ],
    })
  })
  it('only narrows: one more filter or list never matches more', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 })
    const filter = fc.record(Object.fromEntries(filterKeys.map((key) => [key, ids])), {
      requiredKeys: [],
    })
    fc.assert(
      fc.property(
        filter,
        fc.constantFrom(...filterKeys),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
        (wide, key, more) => {
          const narrow = {
            ...wide,
            [key]: (wide[key]?.length ?? 0) > 0 ? (wide[key]?.slice(0, 1) ?? []) : more,
          }
          const passes = (asked: Record<string, number[] | undefined>) =>
            match([objects(asked)], facts()).matched
          expect(!passes(narrow) || passes(wide)).toBe(true)
        },
      ),
    )
  })

  const time = (
    change: Partial<Extract<AutomationFilter, { kind: 'time' }>>,
  ): AutomationFilter => ({ kind: 'time', days: [], from: null, to: null, ...change })
  it.each([
    [{ days: [3] }, true],
    [{ days: [0, 6] }, false],
    [{ from: '10:00' }, true],
    [{ from: '10:01' }, false],
    [{ from: '08:00', to: '10:00' }, false],
    [{ from: '08:00', to: null }, true],
    [{ from: '22:00', to: '10:30' }, true],
    [{ from: '22:00', to: '06:00' }, false],
  ])('compares the time %j with Wednesday at ten: %s', (change, passed) =>
    expect(match([time(change)], facts()).matched).toBe(passed),
  )

  const given = [
    { kind: 'singleChoice', questionId: 40, answerId: 41 },
    { kind: 'number', questionId: 50, value: 7 },
  ] as unknown as ProcedureLogFacts['answers']
  const answer = (change: object) =>
    ({
      kind: 'answer',
      questionId: 40,
      operator: 'answered',
      answerIds: [],
      value: null,
      to: null,
      ...change,
    }) as unknown as AutomationFilter
  it.each([
    [{ operator: 'isAnyOf', answerIds: [41, 42] }, true],
    [{ operator: 'isNoneOf', answerIds: [41] }, false],
    [{ operator: 'answered' }, true],
    [{ questionId: 60, operator: 'notAnswered' }, true],
    [{ questionId: 60, operator: 'isNoneOf', answerIds: [1] }, false],
    [{ questionId: 50, operator: 'range', value: 5, to: 7 }, true],
    [{ questionId: 50, operator: 'lessThan', value: 7 }, false],
  ])('compares an answer %j: %s', (change, passed) =>
    expect(match([answer(change)], facts({ answers: given })).matched).toBe(passed),
  )

  const used = [
    { itemId: 70, amount: 4, discardedDoses: 0 },
    { itemId: 71, amount: 1, discardedDoses: 2 },
  ]
  const inventory = (change: object) =>
    ({
      kind: 'inventory',
      itemId: null,
      operator: 'greaterOrEqual',
      value: 4,
      to: null,
      ...change,
    }) as unknown as AutomationFilter
  it.each([
    [inventory({}), true],
    [inventory({ itemId: 71 }), false],
    [inventory({ operator: 'lessOrEqual', value: 1 }), true],
    [inventory({ operator: 'equal', value: 3 }), false],
    [inventory({ operator: 'range', value: 2, to: 4 }), true],
    [{ kind: 'discardedDoses', itemId: null } as AutomationFilter, true],
    [{ kind: 'discardedDoses', itemId: 70 } as unknown as AutomationFilter, false],
  ])('compares what was used up: case %#', (filter, passed) =>
    expect(match([filter], facts({ used })).matched).toBe(passed),
  )

  it('matches a person by name or by role', () => {
    const performer = (userIds: number[], roleIds: number[]) =>
      ({ kind: 'performer', userIds, roleIds }) as unknown as AutomationFilter
    expect(
      [performer([20], []), performer([], [30]), performer([21], [31])].map(
        (filter) => match([filter], facts()).matched,
      ),
    ).toEqual([true, true, false])
  })
})
