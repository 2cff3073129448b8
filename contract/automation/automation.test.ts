import { expect, it } from 'vitest'
import { ticketActionKinds } from './automation.ts'
import { actionKinds, entryOfAction } from './actions.ts'

it('the ticket centre counts every action that the side list has under tickets or their people', () => {
  expect([...ticketActionKinds].toSorted()).toEqual(
    actionKinds
      .filter((kind) => ['tickets', 'ticketAssignee'].includes(entryOfAction(kind) ?? ''))
      .toSorted(),
  )
})
