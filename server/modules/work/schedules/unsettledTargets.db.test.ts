/** Which targets of a schedule by use the runner settles again. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'
import { statementsOf } from '#tests/statements.ts'
import { settleMeters } from '../../site/meters/index.ts'

const { equipment, meters, referenceLists, rrules } = contract
const { call, draft, goTo, make, occurrencesOf, perform, run, testApp } = withSchedules()

const HOUR = 3_600_000
let serial = 0

/** Cars with a meter each, and a schedule over their type. */
async function makeFleet(cars: number, change: Partial<RruleDraft> = {}) {
  serial += 1
  const kind = (
    await call(referenceLists.createEquipmentType, { body: { name: `Fleet ${serial}` } })
  ).body.id
  const type = await call(meters.createMeterType, {
    body: {
      name: `Distance ${serial}`,
      source: 'hand',
      unit: 'km',
      equipmentTypeIds: [kind],
      statusIds: [],
      sensorTypeId: null,
      above: null,
      questionId: null,
      procedureId: null,
      rollsOverAt: 99_999,
    },
  })
  expect(type.status, JSON.stringify(type.body)).toBe(200)
  const add = async (name: string) => {
    const { id } = (await call(equipment.createEquipment, { body: { name, typeId: kind } })).body
    await settleMeters(testApp().app.kernel)
    const { rows } = (await call(meters.listMeters, { body: { equipmentId: id } })).body
    return { id, meterId: rows[0]?.id ?? (0 as Id<'meter'>) }
  }
  const fleet: Awaited<ReturnType<typeof add>>[] = []
  for (let one = 1; one <= cars; one += 1) fleet.push(await add(`Car ${serial}.${one}`))
  const { procedure, rule } = await make(
    {
      kind: 'byUse',
      rule: null,
      use: {
        meterTypeId: type.body.id,
        quantity: 500,
        latest: { amount: 6, unit: 'months' },
        earliest: null,
      },
      start: '2027-01-01T08:00',
      deadline: { kind: 'custom', amount: 20, unit: 'days' },
      objects: 'equipment',
      rruleData: { equipmentTypeIds: [kind] },
      ...change,
    },
    'equipment',
  )
  return { fleet, add, procedure, rule }
}

const read = (id: Id<'meter'>, value: number, at = testApp().clock.now().toISOString()) =>
  call(meters.addMeterReading, {
    params: { id },
    body: {
      clientKey: crypto.randomUUID(),
      at,
      value,
      kind: 'read',
      startsAt: null,
      endsAt: null,
    },
  })

const later = (hours: number) =>
  goTo(new Date(testApp().clock.now().getTime() + hours * HOUR).toISOString())

/** Lets the runner evaluate the schedule, and returns the statements. */
async function evaluate(id: Id<'rrule'>) {
  await asSystem(testApp().pool, (db) =>
    db.execute(sql`update rrule set next_look_at = ${testApp().clock.now()} where id = ${id}`),
  )
  return (await statementsOf(testApp().pool, run)).texts
}

async function targetsOf(id: Id<'rrule'>) {
  const { rows } = await asSystem(testApp().pool, (db) =>
    db.execute<{ equipmentId: number; at: string; days: string[]; isNew: boolean }>(
      sql`select equipment_id as "equipmentId", next_at as at, array[next_from, next_to]::text[] as days,
        updated_at = ${testApp().clock.now()} as "isNew"
      from rrule_object where rrule_id = ${id} order by equipment_id`,
    ),
  )
  return rows
}
const settledNow = async (id: Id<'rrule'>) =>
  (await targetsOf(id)).flatMap((row) => (row.isNew ? [row.equipmentId] : []))

describe('a schedule by use', () => {
  it('reads no use and writes no target when nothing changed', async () => {
    await goTo('2027-01-01T06:00:00Z')
    const { fleet, rule } = await makeFleet(3)
    for (const { meterId } of fleet) await read(meterId, 1_000)
    await later(200)
    for (const { meterId } of fleet) await read(meterId, 1_100)
    expect((await evaluate(rule.id)).join('\n')).toContain('with counted')
    expect(await settledNow(rule.id)).toHaveLength(3)
    await later(1)
    const again = (await evaluate(rule.id)).join('\n')
    expect(again).not.toContain('with counted')
    expect(again).not.toContain('update "rrule_object"')
    expect(await settledNow(rule.id)).toEqual([])
  })

  it('settles only the target whose reading, completion or date came', async () => {
    await goTo('2027-02-01T06:00:00Z')
    const { fleet, procedure, rule } = await makeFleet(3)
    for (const { meterId } of fleet) await read(meterId, 0)
    await later(240)
    for (const { meterId } of fleet) await read(meterId, 100)
    await evaluate(rule.id)
    const [first, second, third] = fleet
    await later(2)
    expect((await read(first?.meterId ?? (0 as Id<'meter'>), 120)).status).toBe(200)
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toEqual([first?.id])
    await later(2)
    expect((await perform(procedure, null, second?.id)).status).toBe(200)
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toEqual([second?.id])
    // The latest date of those that were not done: six months after the start.
    await goTo('2027-06-30T20:00:00Z')
    await evaluate(rule.id)
    await goTo('2027-07-01T04:59:59Z')
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toEqual([])
    await goTo('2027-07-01T05:00:00Z')
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toEqual([first?.id, third?.id])
  })

  it('sees a reading that is corrected at the instant at which it was settled', async () => {
    await goTo('2027-03-01T06:00:00Z')
    const { fleet, procedure, rule } = await makeFleet(1)
    const { id, meterId } = fleet[0] ?? { id: null, meterId: 0 as Id<'meter'> }
    await read(meterId, 0)
    // The count begins between two readings, so it depends on the second.
    await goTo('2027-03-08T06:00:00Z')
    await perform(procedure, null, id)
    await goTo('2027-03-15T06:00:00Z')
    const middle = (await read(meterId, 300)).body
    await goTo('2027-03-29T06:00:00Z')
    await read(meterId, 400)
    await evaluate(rule.id)
    const before = await targetsOf(rule.id)
    const { status } = await call(meters.deleteMeterReading, { params: { id: middle.id } })
    expect(status).toBe(200)
    await evaluate(rule.id)
    const after = await targetsOf(rule.id)
    await forgetSettled(rule.id)
    await evaluate(rule.id)
    expect(after).toEqual(await targetsOf(rule.id))
    expect(after).not.toEqual(before)
  })

  it('settles all targets again under another rule or calendar, and new equipment', async () => {
    await goTo('2027-04-01T06:00:00Z')
    const wanted = await makeFleet(2)
    const { fleet, add, procedure, rule } = wanted
    for (const { meterId } of fleet) await read(meterId, 0)
    await later(240)
    for (const { meterId } of fleet) await read(meterId, 100)
    await evaluate(rule.id)
    await later(1)
    const { id } = await add('Late car')
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toEqual([id])
    await later(1)
    const { body } = await call(rrules.getRrule, { params: { id: rule.id } })
    const changed = await call(rrules.updateRrule, {
      params: { id: rule.id },
      body: {
        ...draft(procedure.id, {
          kind: 'byUse',
          rule: null,
          use: body.use,
          start: body.start,
          deadline: body.deadline,
          objects: 'equipment',
          rruleData: body.rruleData,
          whenOverdue: 'close',
        }),
        version: body.version,
      },
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toHaveLength(3)
    await later(1)
    await asSystem(testApp().pool, (db) =>
      db.execute(sql`update company set timezone = 'Asia/Tokyo' where id = ${testApp().here.id}`),
    )
    await evaluate(rule.id)
    expect(await settledNow(rule.id)).toHaveLength(3)
    await asSystem(testApp().pool, (db) =>
      db.execute(
        sql`update company set timezone = 'Asia/Jerusalem' where id = ${testApp().here.id}`,
      ),
    )
  })

  it('comes to the same as if every target were settled each time', async () => {
    let year = 2028
    const step = fc.oneof(
      fc.record({ kind: fc.constant('read' as const), car: fc.nat(2), more: fc.nat(200) }),
      fc.record({ kind: fc.constant('late' as const), car: fc.nat(2), more: fc.nat(3) }),
      fc.record({ kind: fc.constant('correct' as const), car: fc.nat(2), more: fc.nat(60) }),
      fc.record({ kind: fc.constant('remove' as const), car: fc.nat(2), more: fc.nat(5) }),
      fc.record({ kind: fc.constant('perform' as const), car: fc.nat(2), more: fc.nat(1) }),
      fc.record({ kind: fc.constant('wait' as const), car: fc.nat(2), more: fc.nat(40) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
        await goTo(`${(year += 1)}-01-01T06:00:00Z`)
        const { fleet, procedure, rule } = await makeFleet(3, {
          start: `${year}-01-01T08:00`,
          onNonWorkingDay: 'moveToNext',
        })
        const readings = fleet.map((): { id: Id<'meterReading'>; value: number }[] => [])
        const say = async (car: number, value: number, at?: string) => {
          const { status, body } = await read(fleet[car]?.meterId ?? (0 as Id<'meter'>), value, at)
          if (status === 200) readings[car]?.push({ id: body.id, value })
        }
        const highest = (car: number) =>
          Math.max(0, ...(readings[car] ?? []).map(({ value }) => value))
        for (const { kind, car, more } of steps) {
          const of = readings[car]?.at(-1 - (more % 3))
          if (kind === 'read') await say(car, highest(car) + more)
          if (kind === 'late')
            await say(
              car,
              Math.floor(highest(car) / 2),
              new Date(testApp().clock.now().getTime() - more * 9 * HOUR).toISOString(),
            )
          if (kind === 'correct' && of !== undefined)
            await call(meters.updateMeterReading, {
              params: { id: of.id },
              body: {
                version: 1,
                value: of.value + more,
                kind: 'read',
                startsAt: null,
                endsAt: null,
              },
            })
          if (kind === 'remove' && of !== undefined)
            await call(meters.deleteMeterReading, { params: { id: of.id } })
          if (kind === 'perform') await perform(procedure, null, fleet[car]?.id)
          if (kind === 'wait') await later(1 + more * 13)
          await evaluate(rule.id)
          const some = [await targetsOf(rule.id), (await occurrencesOf(rule.id)).rows]
          await forgetSettled(rule.id)
          await evaluate(rule.id)
          const all = [await targetsOf(rule.id), (await occurrencesOf(rule.id)).rows]
          expect(withoutTimes(some)).toEqual(withoutTimes(all))
        }
      }),
      { numRuns: 3, seed: 58 },
    )
  })
})

const forgetSettled = (id: Id<'rrule'>) =>
  asSystem(testApp().pool, (db) =>
    db.execute(sql`update rrule_object set settled_facts = null where rrule_id = ${id}`),
  )

const withoutTimes = (given: readonly unknown[]): unknown =>
  JSON.parse(
    JSON.stringify(given, (key, value: unknown) =>
      ['isNew', 'updatedAt', 'version'].includes(key) ? undefined : value,
    ),
  )
