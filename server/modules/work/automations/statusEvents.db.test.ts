import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { ok, openStockedWard } from '#tests/stockedWard.ts'
import { watchedRules } from '#tests/watchedRules.ts'
import { sharedEvent, spansOf, spansOfRule } from './events.ts'

const { equipment, referenceLists } = contract

const gets = (statusIds: readonly Id<'equipmentStatus'>[]): WatchedEvent => ({
  kind: 'statusChanged',
  statusIds: [...statusIds],
  whenOver: 'close',
})

async function openWithStatuses() {
  const { testApp, admin } = await openStockedWard()
  const status = async (name: string) =>
    (
      await ok(
        testApp.call(admin, referenceLists.createEquipmentStatus, {
          body: { name, colour: 'red', isUsable: true },
        }),
      )
    ).id
  const statuses = [await status('Dirty'), await status('Broken'), await status('Ready')] as const
  const { body } = await testApp.call(admin, equipment.listEquipment, { body: {} })
  const pump = body.rows[0]?.id ?? (0 as Id<'equipment'>)
  const give = async (statusId: Id<'equipmentStatus'> | null) => {
    testApp.clock.advance(5_000)
    const { body: now } = await testApp.call(admin, equipment.getEquipment, {
      params: { id: pump },
    })
    await ok(
      testApp.call(admin, equipment.updateEquipment, {
        params: { id: pump },
        body: { name: now.name, typeId: now.type.id, version: now.version, statusId },
      }),
    )
  }
  return { testApp, admin, statuses, give }
}

it('a change among the statuses of a rule is neither a beginning nor an end', async () => {
  const { testApp, admin, statuses, give } = await openWithStatuses()
  const [dirty, broken, ready] = statuses
  const rules = await watchedRules(testApp, () => admin)
  const either = await rules.save(gets([dirty, broken]), 'Either')
  const one = await rules.save(gets([broken]), 'Broken')
  await give(ready)
  await rules.settle()
  await give(dirty)
  await rules.settle()
  await give(broken)
  await rules.settle()
  const [run, ...more] = await rules.runsOf(either.id)
  expect(more).toEqual([])
  expect(await rules.runsOf(one.id)).toHaveLength(1)
  const ticketId = run?.effects[0]?.ticketIds[0]
  expect(await rules.categoryOf(ticketId)).toBe('open')
  await give(ready)
  await rules.settle()
  expect(await rules.categoryOf(ticketId)).toBe('closed')
  await testApp.close()
})

it('rules that are answered together get the spans that each gets alone', async () => {
  const { testApp, statuses, give } = await openWithStatuses()
  const choices = fc.array(fc.constantFrom(...statuses, null), { minLength: 1, maxLength: 9 })
  const lists = [[statuses[0]], [statuses[0], statuses[1]], [statuses[1], statuses[2]], statuses]
  for (const set of fc.sample(choices, { numRuns: 6, seed: 11 })) {
    for (const statusId of set) await give(statusId)
    await asSystemActor(testApp.app.kernel, testApp.here.id, async (scope) => {
      const window = {
        from: new Date(testApp.clock.now().getTime() - 900_000),
        now: testApp.clock.now(),
      }
      for (const list of lists) {
        const event = gets(list)
        const together = await spansOf(scope, sharedEvent(event).event, window)
        expect(spansOfRule(event, together)).toEqual(await spansOf(scope, event, window))
      }
    })
  }
  await testApp.close()
})
