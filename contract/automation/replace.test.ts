import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import type { AutomationAction } from './actions.ts'
import type { AutomationFilter } from './filters.ts'
import { referencesOf } from './references.ts'
import { replaceInRule, widensWithout } from './replace.ts'

const id = <K extends 'ticketType' | 'user' | 'tag' | 'equipmentType'>(value: number) =>
  value as Id<K>
const event = { kind: 'procedureDone' } as const
const rule = (): {
  event: typeof event
  filters: AutomationFilter[]
  actions: AutomationAction[]
} => ({
  event,
  filters: [
    { kind: 'objects', filter: { equipmentTypeIds: [id(1), id(2)], tagIds: [id(1)] } },
    { kind: 'score', operator: 'lessThan', value: 60 },
  ],
  actions: [
    { kind: 'openTicket', ticketTypeId: id(1), title: null, assign: { by: 'user', userId: id(1) } },
    { kind: 'closeTickets', ticketTypeIds: [id(1), id(3)] },
  ],
})

describe('replacing an object in a rule', () => {
  it('changes ids of its kind, and no equal id of another kind', () => {
    expect(replaceInRule(rule(), { kind: 'ticketType', from: 1, to: 9 }).actions).toEqual([
      { kind: 'openTicket', ticketTypeId: 9, title: null, assign: { by: 'user', userId: 1 } },
      { kind: 'closeTickets', ticketTypeIds: [9, 3] },
    ])
    expect(replaceInRule(rule(), { kind: 'user', from: 1, to: 9 }).actions[0]).toEqual({
      kind: 'openTicket',
      ticketTypeId: 1,
      title: null,
      assign: { by: 'user', userId: 9 },
    })
    expect(replaceInRule(rule(), { kind: 'tag', from: 1, to: 9 }).filters[0]).toEqual({
      kind: 'objects',
      filter: { equipmentTypeIds: [1, 2], tagIds: [9] },
    })
  })
  it('names the replacement once if both were named', () => {
    expect(replaceInRule(rule(), { kind: 'equipmentType', from: 1, to: 2 }).filters[0]).toEqual({
      kind: 'objects',
      filter: { equipmentTypeIds: [2], tagIds: [1] },
    })
  })
  it('leaves no trace of what was replaced', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 9 })),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 10, max: 19 }),
        (types, from, to) => {
          const next = replaceInRule(
            {
              event,
              filters: [
                {
                  kind: 'objects',
                  filter: { equipmentTypeIds: types.map((one) => id<'equipmentType'>(one)) },
                },
              ],
              actions: rule().actions,
            },
            { kind: 'equipmentType', from, to },
          )
          const named = referencesOf(next)
          return (
            !named.some(
              (reference) => reference.kind === 'equipmentType' && reference.id === from,
            ) && named.some((reference) => reference.id === to) === types.includes(from)
          )
        },
      ),
    )
  })
  it('says where leaving an object out would widen the rule', () => {
    expect(widensWithout(rule(), { kind: 'tag', id: 1 })).toBe(true)
    expect(widensWithout(rule(), { kind: 'equipmentType', id: 1 })).toBe(false)
    expect(widensWithout(rule(), { kind: 'ticketType', id: 1 })).toBe(false)
    expect(
      widensWithout(
        { filters: [], actions: [{ kind: 'assignTicket', ticketTypeId: 1 } as never] },
        { kind: 'ticketType', id: 1 },
      ),
    ).toBe(true)
  })
})
