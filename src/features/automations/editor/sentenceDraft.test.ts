import { expect, it } from 'vitest'
import type { Automation } from '#contract/automation'
import { newSentence, replaceThing, sentenceFaults, sentenceOf, stillNamed, toAutomation, widensWithout } from './sentenceDraft.ts'

// The server's ids are branded numbers; a test writes them as they are.
const automation = {
  id: 4, name: null, event: { kind: 'procedureDone' }, procedure: { id: 2, name: 'Ward round' },
  filters: [{ kind: 'objects', filter: { locationIds: [9] } }, { kind: 'score', operator: 'lessThan', value: 60 }],
  actions: [{ kind: 'openTicket', ticketTypeId: 5, title: null, assigneeId: 7 }],
  isActive: false, needsReview: true, missing: [{ kind: 'ticketType', id: 5, name: 'Repair' }, { kind: 'location', id: 9, name: 'Ward 3' }],
  names: [], validFrom: null, validTo: null, runs: 0, lastRunAt: null, updatedAt: '2026-11-20T08:00:00.000Z',
} as unknown as Automation

it('comes back as it was', () => {
  const saved = toAutomation(sentenceOf(automation))
  expect(saved).toMatchObject({ id: 4, filters: automation.filters, actions: automation.actions, isActive: true })
})

it('leaves out what asks nothing', () => {
  const saved = toAutomation({ ...newSentence(2), objects: { tagIds: [] }, score: null, tickets: [{ ticketTypeId: 5, title: ' ', assigneeId: null }] })
  expect(saved).toMatchObject({ id: null, name: null, filters: [], actions: [{ title: null, assigneeId: null }] })
})

it('says what is missing before it can be saved', () => {
  expect(sentenceFaults(newSentence(null))).toEqual(['procedureMissing', 'ticketTypeMissing'])
  const reversed = { ...newSentence(2), score: { operator: 'range' as const, value: 60, to: 20 }, tickets: [{ ticketTypeId: 5, title: '', assigneeId: null }] }
  expect(sentenceFaults(reversed)).toEqual(['rangeReversed'])
  expect(sentenceFaults({ ...reversed, score: null, validFrom: '2026-02-01T00:00:00Z', validTo: '2026-01-01T00:00:00Z' })).toEqual(['validityReversed'])
})

it('replaces what is gone, and warns where leaving it out would widen the rule', () => {
  const draft = sentenceOf(automation)
  expect(sentenceFaults(draft, automation.missing)).toEqual(['missingNamed'])
  expect(widensWithout(draft, { kind: 'location', id: 9 })).toBe(true)
  const replaced = replaceThing(replaceThing(draft, { kind: 'ticketType', id: 5 }, 6), { kind: 'location', id: 9 }, 10)
  expect(stillNamed(replaced, automation.missing)).toEqual([])
  expect(replaced).toMatchObject({ objects: { locationIds: [10] }, tickets: [{ ticketTypeId: 6 }] })
  expect(replaceThing(draft, { kind: 'user', id: 7 }, null).tickets[0]?.assigneeId).toBeNull()
})
