import { expect, it } from 'vitest'
import type { Automation } from '#contract/automation/automation.ts'
import { freshAction } from '#contract/automation/actions.ts'
import { freshFilter } from '#contract/automation/filters.ts'
import {
  newSentence,
  ofProcedure,
  replaceThing,
  sentenceFaults,
  sentenceOf,
  missingStillNamed,
  toAutomation,
} from './sentenceDraft.ts'

const automation = {
  id: 4,
  name: null,
  event: { kind: 'procedureDone' },
  procedure: { id: 2, name: 'Ward round' },
  filters: [
    { kind: 'objects', filter: { locationIds: [9] } },
    { kind: 'score', operator: 'lessThan', value: 60 },
  ],
  actions: [
    { kind: 'openTicket', ticketTypeId: 5, title: null, assign: { by: 'user', userId: 7 } },
  ],
  isActive: false,
  needsReview: true,
  missing: [
    { kind: 'ticketType', id: 5, name: 'Repair' },
    { kind: 'location', id: 9, name: 'Ward 3' },
  ],
  names: [],
  validFrom: null,
  validTo: null,
  runs: 0,
  lastRunAt: null,
  updatedAt: '2026-11-20T08:00:00.000Z',
} as unknown as Automation

it('a sentence’s draft comes back as it was', () => {
  const saved = toAutomation(sentenceOf(automation))
  expect(saved).toMatchObject({
    id: 4,
    filters: automation.filters,
    actions: automation.actions,
    isActive: true,
  })
})

it('a sentence’s draft leaves out what asks nothing', () => {
  const saved = toAutomation(
    newSentence(
      2,
      [{ kind: 'objects', filter: { tagIds: [] } }],
      [{ ...freshAction('openTicket'), ticketTypeId: 5 }],
    ),
  )
  expect(saved).toMatchObject({
    id: null,
    name: null,
    filters: [],
    actions: [{ title: null, assign: null }],
  })
})

it('a sentence’s draft says what is missing before it can be saved', () => {
  expect(sentenceFaults(newSentence(null, [], [freshAction('openTicket')]))).toEqual([
    'procedureMissing',
    'ticketTypeMissing',
  ])
  const reversed = newSentence(
    2,
    [{ kind: 'score', operator: 'range', value: 60, to: 20 }],
    [{ ...freshAction('openTicket'), ticketTypeId: 5 }],
  )
  expect(sentenceFaults(reversed)).toEqual(['rangeReversed'])
  expect(
    sentenceFaults({
      ...reversed,
      filters: [],
      validFrom: '2026-02-01T00:00:00Z',
      validTo: '2026-01-01T00:00:00Z',
    }),
  ).toEqual(['validityReversed'])
  expect(
    sentenceFaults(
      newSentence(
        2,
        [],
        [
          { ...freshAction('changeStatus'), statusId: 1 },
          { ...freshAction('changeStatus'), statusId: 2 },
        ],
      ),
    ),
  ).toEqual(['secondStatus'])
})

it.each([
  ['08:30', '24:00', ['timeUnreadable']],
  ['7:5', null, ['timeUnreadable']],
  ['22:00', '06:00', []],
  [null, null, []],
] as const)('a sentence’s draft reads the times %s to %s', (from, to, faults) => {
  const filter = { ...freshFilter('time'), from, to }
  const sentence = newSentence(
    2,
    [filter],
    [{ ...freshAction('closeTickets'), ticketTypeIds: [5] }],
  )
  expect(sentenceFaults(sentence)).toEqual(faults)
})

it('a sentence’s draft knows what each kind still needs', () => {
  const needs = (faults: string[]) => faults.filter((fault) => fault !== 'actionMissing').join(' ')
  const filters = [
    ['objects', ''],
    ['score', ''],
    ['time', ''],
    ['answer', 'questionMissing'],
    ['inventory', ''],
    ['discardedDoses', ''],
    ['performer', 'performersMissing'],
  ] as const
  expect(
    filters.map(([kind]) => [kind, needs(sentenceFaults(newSentence(2, [freshFilter(kind)], [])))]),
  ).toEqual(filters)
  const actions = [
    ['openTicket', 'ticketTypeMissing'],
    ['assignTicket', 'userMissing'],
    ['changeTicketState', 'ticketTypeMissing'],
    ['closeTickets', 'ticketTypeMissing'],
    ['setAvailability', ''],
    ['sendAlert', 'recipientsMissing'],
    ['changeStatus', 'statusMissing'],
    ['scheduleProcedure', 'procedureMissing'],
    ['removeScheduled', 'procedureMissing'],
    ['updateMetadata', 'fieldMissing'],
    ['invokeHook', 'hookMissing'],
  ] as const
  expect(
    actions.map(([kind]) => [kind, needs(sentenceFaults(newSentence(2, [], [freshAction(kind)])))]),
  ).toEqual(actions)
})

it('a sentence’s draft replaces a deleted object wherever it is named', () => {
  const draft = sentenceOf(automation)
  expect(sentenceFaults(draft, automation.missing)).toEqual(['missingNamed'])
  const replaced = replaceThing(
    replaceThing(draft, { kind: 'ticketType', id: 5 }, 6),
    { kind: 'location', id: 9 },
    10,
  )
  expect(missingStillNamed(replaced, automation.missing)).toEqual([])
  expect(replaced).toMatchObject({
    filters: [{ filter: { locationIds: [10] } }, {}],
    actions: [{ ticketTypeId: 6 }],
  })
  expect(replaceThing(draft, { kind: 'user', id: 7 }, null).actions[0]).toMatchObject({
    assign: { by: 'user', userId: null },
  })
})

it('a sentence’s draft asks again for everything that named a question of the former procedure', () => {
  const draft = newSentence(
    2,
    [
      { kind: 'score', operator: 'lessThan', value: 60 },
      { ...freshFilter('answer'), questionId: 31, operator: 'isAnyOf', answerIds: [41, 42] },
      { ...freshFilter('answer'), questionId: 32, operator: 'lessThan', value: 8 },
    ],
    [
      {
        ...freshAction('openTicket'),
        ticketTypeId: 5,
        assign: { by: 'question', questionId: 33 },
      },
      { ...freshAction('assignTicket'), assign: { by: 'question', questionId: 33 } },
      { ...freshAction('setAvailability'), who: { by: 'question', questionId: 33 } },
      {
        ...freshAction('updateMetadata'),
        fieldId: 6,
        change: { do: 'fromAnswer', questionId: 32, whenEmpty: 'remove' },
      },
    ],
  )
  expect(sentenceFaults(draft)).toEqual([])
  const other = ofProcedure(draft, 3)
  expect(sentenceFaults(other)).toEqual(['questionMissing'])
  expect(other).toMatchObject({
    procedureId: 3,
    filters: [draft.filters[0], freshFilter('answer'), freshFilter('answer')],
    actions: [
      { ticketTypeId: 5, assign: { by: 'question', questionId: null } },
      { assign: { by: 'question', questionId: null } },
      { who: { by: 'question', questionId: null } },
      { fieldId: 6, change: { do: 'fromAnswer', questionId: null, whenEmpty: 'remove' } },
    ],
  })
  expect(ofProcedure(draft, 2)).toBe(draft)
})
