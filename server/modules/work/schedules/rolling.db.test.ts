import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'

const { equipment } = contract
const { call, goTo, ids, make, occurrencesOf, perform, run } = withSchedules()

describe('a rolling schedule', () => {
  it('counts from its completion, not from the calendar', async () => {
    await goTo('2027-02-01T05:00:00Z')
    const pump = (
      await call(equipment.createEquipment, {
        body: { name: 'Pump 1', typeId: ids.kind },
      })
    ).body
    const { procedure, rule } = await make(
      {
        kind: 'rolling',
        rule: null,
        every: { amount: 7, unit: 'days' },
        start: '2027-02-01T08:00',
        objects: 'equipment',
        rruleData: { equipmentTypeIds: [ids.kind] },
      },
      'equipment',
    )
    await goTo('2027-02-01T06:01:00Z')
    await run()
    await goTo('2027-02-03T10:00:00Z')
    await run()
    await perform(procedure, null, pump.id)
    await run()
    await goTo('2027-02-10T09:00:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows).toHaveLength(1)
    await goTo('2027-02-10T10:01:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows.map(({ at, state }) => [at, state])).toEqual([
      ['2027-02-01T06:00:00.000Z', 'done'],
      ['2027-02-10T10:00:00.000Z', 'due'],
    ])
  })
})
