import { expect, it } from 'vitest'
import { addressAfterSave } from './flows.ts'

it('a ticket flow returns to the ticket centre, any other rule to the automation centre', () => {
  expect(addressAfterSave('ticket', 7)).toBe('/ticket-center?id=7')
  expect(addressAfterSave('plain', 7)).toBe('/automation-center/7')
})
