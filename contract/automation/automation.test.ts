import { expect, it } from 'vitest'
import { automationDraft, ticketActionKinds } from './automation.ts'
import { actionKinds, entryOfAction } from './actions.ts'

it('the ticket centre counts every action that the side list has under tickets or their people', () => {
  expect([...ticketActionKinds].toSorted()).toEqual(
    actionKinds
      .filter((kind) => ['tickets', 'ticketAssignee'].includes(entryOfAction(kind) ?? ''))
      .toSorted(),
  )
})

it('a draft without an event begins with its procedure', () => {
  const draft = automationDraft.parse({
    id: null,
    name: null,
    filters: [],
    actions: [{ kind: 'closeTickets', ticketTypeIds: [1] }],
    isActive: true,
    validFrom: null,
    validTo: null,
  })
  expect(draft.event).toEqual({ kind: 'procedureDone' })
})
