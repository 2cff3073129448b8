import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Id } from '../ids.ts'
import { referencesOfAction, type AutomationAction } from './actions.ts'
import { referencesOfFilterObject, type AutomationFilter } from './filters.ts'
import { replaceInRule } from './replace.ts'

const id = <K extends 'ticketType' | 'user' | 'tag' | 'equipmentType'>(value: number) => value as Id<K>
const rule = (): { filters: AutomationFilter[]; actions: AutomationAction[] } => ({
  filters: [{ kind: 'objects', filter: { equipmentTypeIds: [id(1), id(2)], tagIds: [id(1)] } }, { kind: 'score', operator: 'lessThan', value: 60 }],
  actions: [{ kind: 'openTicket', ticketTypeId: id(1), title: null, assigneeId: id(1) }],
})

describe('a replacement in a rule', () => {
  it('changes what is of its kind, and nothing else with the same number', () => {
    expect(replaceInRule(rule(), { kind: 'ticketType', from: 1, to: 9 })).toEqual({ ...rule(), actions: [{ kind: 'openTicket', ticketTypeId: 9, title: null, assigneeId: 1 }] })
    expect(replaceInRule(rule(), { kind: 'user', from: 1, to: 9 }).actions).toEqual([{ kind: 'openTicket', ticketTypeId: 1, title: null, assigneeId: 9 }])
    expect(replaceInRule(rule(), { kind: 'tag', from: 1, to: 9 }).filters[0]).toEqual({ kind: 'objects', filter: { equipmentTypeIds: [1, 2], tagIds: [9] } })
  })
  it('names the one once where both were named', () => {
    expect(replaceInRule(rule(), { kind: 'equipmentType', from: 1, to: 2 }).filters[0]).toEqual({ kind: 'objects', filter: { equipmentTypeIds: [2], tagIds: [1] } })
  })
  it('leaves no trace of what was replaced', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 19 }), (types, from, to) => {
      const { filters, actions } = replaceInRule({ filters: [{ kind: 'objects', filter: { equipmentTypeIds: types.map((one) => id<'equipmentType'>(one)) } }], actions: rule().actions }, { kind: 'equipmentType', from, to })
      const named = [...filters.flatMap((filter) => (filter.kind === 'objects' ? referencesOfFilterObject(filter.filter) : [])), ...actions.flatMap((action) => referencesOfAction[action.kind](action))]
      return !named.some((reference) => reference.kind === 'equipmentType' && reference.id === from) && named.some((reference) => reference.id === to) === types.includes(from)
    }))
  })
})
