import { expect, it } from 'vitest'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import { openStockedWard } from '#tests/stockedWard.ts'
import { statementsOf } from '#tests/statements.ts'
import { watchedRules } from '#tests/watchedRules.ts'

it('rules that differ in a list or a length are answered by the statements of one', async () => {
  const { testApp, admin } = await openStockedWard()
  const rules = await watchedRules(testApp, () => admin)
  const { body: types } = await testApp.call(admin, contract.tickets.getTicketTypes, {})
  const [type] = types.rows
  if (!type) throw new Error('The fixture has no ticket type')
  const { body: status } = await testApp.call(
    admin,
    contract.referenceLists.createEquipmentStatus,
    {
      body: { name: 'Dirty', colour: 'red', isUsable: true },
    },
  )
  const whenOver = 'close'
  const drafts = (minutes: number): WatchedEvent[] => [
    { kind: 'ticketOverdue', ticketTypeIds: minutes % 2 ? [] : [type.id], whenOver },
    { kind: 'ticketNotTakenUp', ticketTypeIds: minutes % 2 ? [] : [type.id], whenOver },
    {
      kind: 'ticketInState',
      ticketTypeId: type.id,
      stateId: type.states[0]?.id as never,
      hours: minutes,
      whenOver,
    },
    { kind: 'statusChanged', statusIds: [status.id], whenOver },
    { kind: 'sensorBeyondLimit', sensorTypeIds: [], minutes, whenOver },
    { kind: 'deviceSilent', minutes, whenOver },
    { kind: 'stockLow', minutes, whenOver },
    { kind: 'procedureMissed', procedureIds: [], whenOver },
  ]
  const statements = async () => {
    testApp.clock.advance(61_000)
    return (await statementsOf(testApp.pool, () => rules.look())).texts.length
  }
  const save = async (minutes: number) => {
    for (const event of drafts(minutes)) await rules.save(event, `After ${minutes}`)
  }
  await save(1)
  const [, alone] = [await statements(), await statements()]
  for (const minutes of [2, 3, 4, 5]) await save(minutes)
  const [, together] = [await statements(), await statements()]
  expect(together).toBeLessThanOrEqual(alone)
  await testApp.close()
})
