import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'
import { settleMeters } from '../../site/meters/index.ts'

const { equipment, meters, rrules } = contract
const { call, draft, goTo, ids, make, occurrencesOf, perform, run, testApp } = withSchedules()

let serial = 0

async function pumpWithMeter() {
  serial += 1
  const type = await call(meters.createMeterType, {
    body: {
      name: `Hours ${serial}`,
      source: 'hand',
      unit: 'h',
      equipmentTypeIds: [ids.kind],
      statusIds: [],
      sensorTypeId: null,
      above: null,
      questionId: null,
      procedureId: null,
      rollsOverAt: 99_999,
    },
  })
  expect(type.status, JSON.stringify(type.body)).toBe(200)
  const pump = (
    await call(equipment.createEquipment, { body: { name: `Pump ${serial}`, typeId: ids.kind } })
  ).body
  await settleMeters(testApp().app.kernel)
  const { rows } = (
    await call(meters.listMeters, { body: { equipmentId: pump.id, typeId: type.body.id } })
  ).body
  const meterId = rows[0]?.id ?? (0 as Id<'meter'>)
  const read = (at: string, value: number, isSure = false) =>
    call(meters.addMeterReading, {
      params: { id: meterId },
      body: {
        clientKey: crypto.randomUUID(),
        at,
        value,
        kind: 'read',
        startsAt: null,
        endsAt: null,
        isSure,
      },
    })
  return { typeId: type.body.id, pump, meterId, read }
}

const byUse = (
  { typeId, pump }: { typeId: Id<'meterType'>; pump: { id: Id<'equipment'> } },
  change: Partial<RruleDraft> = {},
): Partial<RruleDraft> => ({
  kind: 'byUse',
  rule: null,
  use: {
    meterTypeId: typeId,
    quantity: 500,
    latest: { amount: 6, unit: 'months' },
    earliest: null,
  },
  start: '2027-01-01T08:00',
  deadline: { kind: 'custom', amount: 40, unit: 'days' },
  objects: 'equipment',
  rruleData: { equipmentIds: [pump.id] },
  ...change,
})

const states = async (id: Id<'rrule'>) =>
  (await occurrencesOf(id)).rows.map(({ at, state }) => [at, state])

describe('a schedule by use', () => {
  it('is due at the reading that reaches the quantity, and counts again from the completion', async () => {
    await goTo('2027-01-01T06:00:00Z')
    const own = await pumpWithMeter()
    await own.read('2027-01-01T06:00:00Z', 1_000)
    const { procedure, rule } = await make(byUse(own), 'equipment')
    await goTo('2027-02-01T06:00:00Z')
    await own.read('2027-02-01T06:00:00Z', 1_400)
    await run()
    expect(await states(rule.id)).toEqual([])
    await goTo('2027-02-20T06:00:00Z')
    await own.read('2027-02-15T06:00:00Z', 1_510)
    await run()
    expect(await states(rule.id)).toEqual([['2027-02-15T06:00:00.000Z', 'due']])
    await own.read('2027-02-20T06:00:00Z', 1_600)
    await goTo('2027-02-20T07:00:00Z')
    await perform(procedure, null, own.pump.id)
    await run()
    await goTo('2027-03-20T06:00:00Z')
    await own.read('2027-03-20T06:00:00Z', 2_090)
    await run()
    expect(await states(rule.id)).toEqual([['2027-02-15T06:00:00.000Z', 'done']])
    await goTo('2027-03-22T06:00:00Z')
    await own.read('2027-03-22T06:00:00Z', 2_101)
    await run()
    expect(await states(rule.id)).toContainEqual(['2027-03-22T06:00:00.000Z', 'due'])
  })

  it('keeps work that a mistyped reading opened, and the correction says how much', async () => {
    await goTo('2027-01-01T06:00:00Z')
    const own = await pumpWithMeter()
    await own.read('2027-01-01T06:00:00Z', 0)
    const { rule } = await make(byUse(own), 'equipment')
    await goTo('2027-01-10T06:00:00Z')
    const wrong = (await own.read('2027-01-10T06:00:00Z', 6_000, true)).body
    await run()
    expect(await states(rule.id)).toEqual([['2027-01-10T06:00:00.000Z', 'due']])
    const params = { id: wrong.id }
    const corrected = await call(meters.updateMeterReading, {
      params,
      body: { version: wrong.version, value: 60, kind: 'read', startsAt: null, endsAt: null },
    })
    expect(corrected.body.openWork).toBe(1)
    expect((await call(meters.deleteMeterReading, { params })).body).toEqual({
      deleted: true,
      openWork: 1,
    })
    expect(await states(rule.id)).toEqual([['2027-01-10T06:00:00.000Z', 'due']])
  })

  it('counts again from a completion before it was due', async () => {
    await goTo('2027-04-01T06:00:00Z')
    const own = await pumpWithMeter()
    await own.read('2027-04-01T06:00:00Z', 0)
    const { procedure, rule } = await make(byUse(own, { start: '2027-04-01T08:00' }), 'equipment')
    await goTo('2027-05-01T06:00:00Z')
    await own.read('2027-05-01T06:00:00Z', 400)
    await perform(procedure, null, own.pump.id)
    await goTo('2027-06-01T06:00:00Z')
    await own.read('2027-06-01T06:00:00Z', 890)
    await run()
    expect(await states(rule.id)).toEqual([])
    await own.read('2027-06-01T05:59:00Z', 889)
    await goTo('2027-06-03T06:00:00Z')
    await own.read('2027-06-03T06:00:00Z', 905)
    await run()
    expect(await states(rule.id)).toEqual([['2027-06-03T06:00:00.000Z', 'due']])
  })

  it('is due at the latest date, also for equipment without the meter', async () => {
    await goTo('2027-07-01T06:00:00Z')
    const own = await pumpWithMeter()
    const other = (
      await call(equipment.createEquipment, { body: { name: 'Without', typeId: ids.kind } })
    ).body
    const { rule } = await make(
      byUse(own, {
        start: '2027-07-01T08:00',
        rruleData: { equipmentIds: [own.pump.id, other.id] },
      }),
      'equipment',
    )
    await run()
    expect((await call(rrules.getRrule, { params: { id: rule.id } })).body.nextAt).toBe(
      '2028-01-01T06:00:00.000Z',
    )
    await goTo('2028-01-01T06:01:00Z')
    await run()
    expect(await states(rule.id)).toEqual([
      ['2028-01-01T06:00:00.000Z', 'due'],
      ['2028-01-01T06:00:00.000Z', 'due'],
    ])
  })

  it('shows in preview, list and timeline the date that the runner keeps to', async () => {
    await goTo('2028-02-01T06:00:00Z')
    const own = await pumpWithMeter()
    await own.read('2028-01-02T06:00:00Z', 0)
    await own.read('2028-02-01T06:00:00Z', 150)
    const wanted = byUse(own, { start: '2028-01-02T08:00' })
    const { procedure, rule } = await make(wanted, 'equipment')
    const previewed = await call(rrules.previewRrule, {
      body: { draft: draft(procedure.id, wanted), id: null, limit: 20 },
    })
    const expected = {
      from: '2028-04-11',
      to: '2028-04-11',
      by: 'use',
      targets: 1,
      equipment: [{ id: own.pump.id, name: own.pump.name }],
    }
    expect(previewed.body.entries).toMatchObject([{ expected }])
    await run()
    const timeline = await call(rrules.getRruleTimeline, {
      body: {
        from: '2028-02-01T00:00:00Z',
        to: '2028-12-01T00:00:00Z',
        rruleIds: [rule.id],
      },
    })
    expect(timeline.body.rows[0]?.entries).toMatchObject([{ expected, made: 0 }])
    const { nextAt } = (await call(rrules.getRrule, { params: { id: rule.id } })).body
    expect(nextAt).toBe(timeline.body.rows[0]?.entries[0]?.at)
    const { expected: listed } = (await call(rrules.getRrule, { params: { id: rule.id } })).body
    expect(listed).toEqual({ from: '2028-04-11', to: '2028-04-11', by: 'use' })
    await goTo('2028-04-11T06:00:00Z')
    await own.read('2028-04-11T05:00:00Z', 500)
    await run()
    expect(await states(rule.id)).toEqual([['2028-04-11T05:00:00.000Z', 'due']])
  })

  it('is a tentative day in calendar feeds, with the same UID when it moves, until it is due', async () => {
    await goTo('2030-02-01T06:00:00Z')
    const own = await pumpWithMeter()
    await own.read('2030-01-02T06:00:00Z', 0)
    await own.read('2030-02-01T06:00:00Z', 250)
    await make(byUse(own, { start: '2030-01-02T08:00' }), 'equipment')
    await run()
    const staff = await testApp().signIn('staff')
    const { url } = await testApp().ok(staff, rrules.createCalendarFeed, {})
    const eventOf = async () => {
      const { body } = await testApp().raw(null, 'GET', new URL(url).pathname)
      return String(body)
        .replaceAll('\r\n ', '')
        .split('BEGIN:VEVENT')
        .find((text) => text.includes(own.pump.name))
    }
    const uid = /UID:use-\d+-\d+@/
    const event = await eventOf()
    expect(event).toMatch(uid)
    expect(event).toContain('DTSTART;VALUE=DATE:20300303')
    expect(event).toContain('STATUS:TENTATIVE')
    expect(event).toContain('DESCRIPTION:Expected from use: 3 March 2030')
    await goTo('2030-02-15T06:00:00Z')
    await own.read('2030-02-15T06:00:00Z', 400)
    await run()
    const moved = await eventOf()
    expect(moved?.match(/UID:.*/)?.[0]).toBe(event?.match(/UID:.*/)?.[0])
    expect(moved).not.toContain('DTSTART;VALUE=DATE:20300303')
    await goTo('2030-02-20T06:00:00Z')
    await own.read('2030-02-20T06:00:00Z', 505)
    await run()
    const due = await eventOf()
    expect(due).not.toContain('STATUS:TENTATIVE')
    expect(due).toContain('DTSTART:20300220T060000Z')
  })

  it('follows a late reading, put in its order of time', async () => {
    await goTo('2029-01-01T06:00:00Z')
    const own = await pumpWithMeter()
    await own.read('2029-01-01T06:00:00Z', 0)
    const { rule } = await make(byUse(own, { start: '2029-01-01T08:00' }), 'equipment')
    await goTo('2029-03-01T06:00:00Z')
    await own.read('2029-03-01T06:00:00Z', 600)
    await own.read('2029-02-01T06:00:00Z', 520)
    await run()
    expect(await states(rule.id)).toEqual([['2029-02-01T06:00:00.000Z', 'due']])
  })

  it('refuses a latest date before the earliest, locations, and a meter that does not exist', async () => {
    const own = await pumpWithMeter()
    const { procedure } = await make({}, 'either')
    const refused = async (change: Partial<RruleDraft>) => {
      const answer = await call(rrules.createRrule, {
        body: draft(procedure.id, { ...byUse(own), ...change }),
      })
      return [
        answer.status,
        (answer.body as unknown as { errors: { code: string }[] }).errors[0]?.code,
      ]
    }
    const use = { meterTypeId: own.typeId, quantity: 1 }
    const months = (amount: number) => ({ amount, unit: 'months' as const })
    expect(await refused({ use: { ...use, latest: months(2), earliest: months(3) } })).toEqual([
      400,
      'latestBeforeEarliest',
    ])
    expect(await refused({ objects: 'locations', rruleData: {} })).toEqual([400, 'wrongTarget'])
    expect(await refused({ use: null })).toEqual([400, 'required'])
    const other = 1_000_000 as Id<'meterType'>
    expect(
      await refused({ use: { ...use, meterTypeId: other, latest: null, earliest: null } }),
    ).toEqual([404, 'notThere'])
  })

  it('is previewed only if it could be saved: with a meter that exists, over equipment', async () => {
    const own = await pumpWithMeter()
    const { procedure } = await make(byUse(own), 'equipment')
    const preview = async (change: Partial<RruleDraft>) => {
      const { status, body } = await call(rrules.previewRrule, {
        body: { draft: draft(procedure.id, { ...byUse(own), ...change }), id: null, limit: 5 },
      })
      const { errors = [] } = body as unknown as { errors?: { path: string; code: string }[] }
      return [status, ...errors.map(({ path, code }) => `${path} ${code}`)]
    }
    expect(await preview({})).toEqual([200])
    const use = {
      meterTypeId: 999_999 as Id<'meterType'>,
      quantity: 1,
      latest: null,
      earliest: null,
    }
    expect(await preview({ use })).toEqual([404, 'body.draft.use.meterTypeId notThere'])
    expect(await preview({ objects: 'locations', rruleData: {} })).toEqual([
      400,
      'body.draft.objects wrongTarget',
    ])
  })

  it('does nothing the second time', async () => {
    const count = async () =>
      asSystem(testApp().pool, async (db) => {
        const { rows } = await db.execute(
          sql`select count(*)::int as n, max(version) as v from occurrence`,
        )
        return rows[0]
      })
    await run()
    const before = await count()
    await run()
    expect(await count()).toEqual(before)
  })
})
