import { expect, it } from 'vitest'
import { kindOfActions, ticketActionKinds } from './automation.ts'
import { actionKinds } from './actions.ts'

it('counts to the ticket centre every action that the side list has under tickets or their people', () => {
  expect([...ticketActionKinds].toSorted()).toEqual(
    actionKinds
      .filter((kind) => ['tickets', 'ticketAssignee'].includes(kindOfActions[kind]))
      .toSorted(),
  )
})
