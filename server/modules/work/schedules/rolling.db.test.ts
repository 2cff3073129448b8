import { describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'

const { equipment } = contract
const { call, goTo, ids, make, occurrencesOf, perform, run, testApp } = withSchedules()

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

  it('finds the last completion of each target, however many occurrences the others had since', async () => {
    await goTo('2028-02-01T05:00:00Z')
    const things = await Promise.all(
      ['Seldom', 'Often'].map(
        async (name) =>
          (await call(equipment.createEquipment, { body: { name, typeId: ids.kind } })).body,
      ),
    )
    const [seldom, often] = things.map(({ id }) => id)
    const { procedure, rule } = await make(
      {
        kind: 'rolling',
        rule: null,
        every: { amount: 7, unit: 'days' },
        start: '2028-02-01T08:00',
        objects: 'equipment',
        rruleData: { equipmentIds: things.map(({ id }) => id) },
      },
      'equipment',
    )
    await goTo('2028-02-01T06:01:00Z')
    await run()
    await goTo('2028-02-03T10:00:00Z')
    await perform(procedure, null, seldom)
    await run()
    // As years of a busy schedule leave them.
    await asSystem(testApp().pool, (db) =>
      db.execute(sql`insert into occurrence (company_id, rrule_id, procedure_id, equipment_id,
          planned_at, at, state, done_at, created_at, updated_at)
        select ${testApp().here.id}, ${rule.id}, ${procedure.id}, ${often ?? 0},
          '2028-02-04T00:00:00Z'::timestamptz + n * interval '1 second',
          '2028-02-04T00:00:00Z'::timestamptz + n * interval '1 second', 'done',
          '2028-02-04T00:00:00Z'::timestamptz, now(), now() from generate_series(1, 50001) as n`),
    )
    await goTo('2028-02-10T10:01:00Z')
    await run()
    const { rows } = await occurrencesOf(rule.id, { equipmentId: seldom })
    expect(rows.map(({ at, state }) => [at, state])).toEqual([
      ['2028-02-01T06:00:00.000Z', 'done'],
      ['2028-02-10T10:00:00.000Z', 'due'],
    ])
  })

  it('with limited repeats ends after them', async () => {
    await goTo('2029-02-01T05:00:00Z')
    const pump = (
      await call(equipment.createEquipment, { body: { name: 'Five times', typeId: ids.kind } })
    ).body
    const { procedure, rule } = await make(
      {
        kind: 'rolling',
        rule: null,
        every: { amount: 1, unit: 'days' },
        repeatCount: 5,
        start: '2029-02-01T08:00',
        objects: 'equipment',
        rruleData: { equipmentIds: [pump.id] },
      },
      'equipment',
    )
    for (let day = 1; day <= 8; day += 1) {
      await goTo(`2029-02-0${day}T09:00:00Z`)
      await run()
      await perform(procedure, null, pump.id)
    }
    expect((await occurrencesOf(rule.id)).rows).toHaveLength(5)
  })
})
