import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { withMeters } from '#tests/meterFixtures.ts'

const { equipment, meters, referenceLists } = contract
const { app, ago, codesOf, makeMeter, makeType, one, read, readingsOf, settle } = withMeters()

describe('readings by hand', () => {
  it('count from the first one, through a reset, a replacement and a rollover', async () => {
    const { id } = await makeMeter({ rollsOverAt: 99_999 })
    await read(id, 99_900, { at: ago(50) })
    expect((await read(id, 20, { at: ago(40), kind: 'rolledOver' })).status).toBe(200)
    expect((await read(id, 5, { at: ago(30), kind: 'reset' })).status).toBe(200)
    await read(id, 510, { at: ago(20), kind: 'replaced', endsAt: 15, startsAt: 500 })
    expect(await one(id)).toMatchObject({ value: 510, total: 120 + 5 + 10 + 10 })
  })

  it('below the last one are refused until the user says why', async () => {
    const { id } = await makeMeter()
    await read(id, 500, { at: ago(10) })
    expect(codesOf(await read(id, 20))).toEqual([400, 'belowLast'])
    expect((await readingsOf(id)).length).toBe(1)
    expect((await read(id, 20, { kind: 'reset' })).status).toBe(200)
    expect((await one(id)).total).toBe(20)
  })

  it('far above the last one are refused until the user says that they are right', async () => {
    const hours = await makeMeter({ unit: 'h' })
    await read(hours.id, 7_399, { at: ago(24 * 60) })
    expect(codesOf(await read(hours.id, 99_000))).toEqual([400, 'farAbove'])
    expect((await read(hours.id, 7_420, { at: ago(60) })).status).toBe(200)
    const mistyped = (await read(hours.id, 99_000, { isSure: true })).body
    const correct = (body: object) =>
      app().testApp.call(app().admin, meters.updateMeterReading, {
        params: { id: mistyped.id },
        body: {
          version: mistyped.version,
          value: 98_000,
          kind: 'read',
          startsAt: null,
          endsAt: null,
          ...body,
        },
      })
    expect(codesOf(await correct({}))).toEqual([400, 'farAbove'])
    expect((await correct({ isSure: true })).status).toBe(200)
  })

  it('have not rolled over if the counter did not fall', async () => {
    const { id } = await makeMeter({ rollsOverAt: 99_999 })
    await read(id, 500, { at: ago(10) })
    expect(codesOf(await read(id, 600, { kind: 'rolledOver' }))).toEqual([400, 'unexpected'])
  })

  it('that come late are put in order, and refused if they contradict a later one', async () => {
    const { id } = await makeMeter()
    await read(id, 100, { at: ago(60) })
    await read(id, 200, { at: ago(10) })
    expect(codesOf(await read(id, 250, { at: ago(30) }))).toEqual([400, 'aboveNext'])
    await read(id, 150, { at: ago(30) })
    expect((await readingsOf(id)).map(({ total }) => total)).toEqual([0, 50, 100])
  })

  it('that a phone sends twice are stored once', async () => {
    const { id } = await makeMeter()
    const clientKey = crypto.randomUUID()
    const [first, second] = [await read(id, 10, { clientKey }), await read(id, 10, { clientKey })]
    expect(second.body.id).toBe(first.body.id)
    expect((await readingsOf(id)).length).toBe(1)
  })

  it('of a clock that runs ahead count as read now', async () => {
    const { id } = await makeMeter()
    const { body } = await read(id, 10, { at: ago(-600) })
    const now = app().testApp.clock.now().toISOString()
    expect(body).toMatchObject({ at: now, isTimeCorrected: true })
    const other = await makeMeter()
    expect((await read(other.id, 11)).body.isTimeCorrected).toBe(false)
  })

  it('are corrected and left out, and everything after follows', async () => {
    const { id } = await makeMeter()
    await read(id, 0, { at: ago(30) })
    const wrong = (await read(id, 1_000, { at: ago(20) })).body
    await read(id, 1_010, { at: ago(10) })
    const corrected = await app().testApp.call(app().admin, meters.updateMeterReading, {
      params: { id: wrong.id },
      body: { version: wrong.version, value: 100, kind: 'read', startsAt: null, endsAt: null },
    })
    expect(corrected.status).toBe(200)
    expect((await readingsOf(id)).map(({ total }) => total)).toEqual([0, 100, 1_010])
    await app().testApp.call(app().admin, meters.deleteMeterReading, { params: { id: wrong.id } })
    expect((await readingsOf(id)).map(({ total }) => total)).toEqual([0, 1_010])
  })

  it('are refused if they are ten years older than the equipment', async () => {
    const { id } = await makeMeter()
    const years = (count: number) => ago(count * 366 * 24 * 60)
    expect(codesOf(await read(id, 1, { at: '1971-06-01T00:00:00Z' }))).toEqual([
      400,
      'beforeEquipment',
    ])
    expect(codesOf(await read(id, 1, { at: years(11) }))).toEqual([400, 'beforeEquipment'])
    expect((await read(id, 1, { at: years(9) })).status).toBe(200)
  })

  it('are refused above the highest value, and of meters that count by themselves', async () => {
    const { id } = await makeMeter({ rollsOverAt: 999 })
    expect(codesOf(await read(id, 1_000))).toEqual([400, 'aboveMaximum'])
    const away = await makeMeter({ source: 'away' })
    expect(codesOf(await read(away.id, 1))).toEqual([400, 'countsItself'])
  })

  it('stay in the journal of the equipment', async () => {
    const { id, equipmentId, type } = await makeMeter()
    await read(id, 42)
    const { rows } = (
      await app().testApp.call(app().admin, contract.journal.listJournal, {
        body: { entity: 'equipment', entityId: equipmentId },
      })
    ).body
    expect(rows.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'meterReading', part: type.name, after: 42 }),
    )
  })
})

describe('meters of an equipment type', () => {
  it('appear on its equipment, also on equipment that comes later, and at most ten', async () => {
    const kind = (
      await app().testApp.call(app().admin, referenceLists.createEquipmentType, {
        body: { name: 'Generator' },
      })
    ).body.id
    const make = async (name: string) =>
      (
        await app().testApp.call(app().admin, equipment.createEquipment, {
          body: { name, typeId: kind },
        })
      ).body.id
    const first = await make('G1')
    await makeType({ equipmentTypeIds: [kind] })
    const second = await make('G2')
    await settle()
    const metersOf = async (equipmentId: Id<'equipment'>) =>
      (await app().testApp.call(app().admin, meters.listMeters, { body: { equipmentId } })).body
    expect((await metersOf(first)).count).toBe(1)
    expect((await metersOf(second)).count).toBe(1)
    const own = (await metersOf(first)).rows[0]?.id ?? (0 as Id<'meter'>)
    expect(
      codesOf(await app().testApp.call(app().admin, meters.deleteMeter, { params: { id: own } })),
    ).toEqual([409, 'meterOfType'])
    for (let n = 0; n < 11; n += 1) await makeType({ equipmentTypeIds: [kind] })
    expect((await metersOf(second)).count).toBe(10)
    const another = await makeType()
    expect(
      codesOf(
        await app().testApp.call(app().admin, meters.addMeter, {
          body: { equipmentId: second, typeId: another.id },
        }),
      ),
    ).toEqual([409, 'tooManyMeters'])
  })

  it('are counted before the type is saved: those that come, those that go, those without room', async () => {
    const kinds = await Promise.all(
      ['Crane', 'Lift'].map(
        async (name) =>
          (
            await app().testApp.call(app().admin, referenceLists.createEquipmentType, {
              body: { name },
            })
          ).body.id,
      ),
    )
    const [crane, lift] = kinds
    for (const [name, typeId] of [
      ['C1', crane],
      ['C2', crane],
      ['L1', lift],
    ] as const)
      await app().testApp.call(app().admin, equipment.createEquipment, {
        body: { name, typeId: typeId ?? (0 as Id<'equipmentType'>) },
      })
    const previewed = async (id: Id<'meterType'> | null, equipmentTypeIds: typeof kinds) =>
      (
        await app().testApp.call(app().admin, meters.previewMeterType, {
          body: { id, equipmentTypeIds },
        })
      ).body
    const of = (typeIds: typeof kinds) => typeIds.slice(0, 1)
    expect(await previewed(null, of(kinds))).toEqual({ added: 2, removed: 0, full: 0 })
    const type = await makeType({ equipmentTypeIds: of(kinds) })
    expect(await previewed(type.id, of(kinds))).toEqual({ added: 0, removed: 0, full: 0 })
    expect(await previewed(type.id, kinds)).toEqual({ added: 1, removed: 0, full: 0 })
    expect(await previewed(type.id, [])).toEqual({ added: 0, removed: 2, full: 0 })
    for (let n = 0; n < 9; n += 1) await makeType({ equipmentTypeIds: of(kinds) })
    expect(await previewed(null, kinds)).toEqual({ added: 1, removed: 0, full: 2 })
    const ofType = async () =>
      (await app().testApp.call(app().admin, meters.listMeters, { body: { typeId: type.id } })).body
        .count
    const { body } = await app().testApp.call(app().admin, meters.updateMeterType, {
      params: { id: type.id },
      body: { version: type.version, equipmentTypeIds: kinds.slice(1) },
    })
    expect(await ofType()).toBe(1)
    await app().testApp.call(app().admin, meters.updateMeterType, {
      params: { id: type.id },
      body: { version: body.version, equipmentTypeIds: of(kinds) },
    })
    expect(await ofType()).toBe(2)
  })

  it('keep their source once they were read', async () => {
    const { id, type } = await makeMeter()
    await read(id, 1)
    const changed = await app().testApp.call(app().admin, meters.updateMeterType, {
      params: { id: type.id },
      body: { version: type.version, source: 'away' },
    })
    expect(codesOf(changed)).toEqual([409, 'otherSource'])
  })

  it('keep their unit once they were read, and a highest value above what they show', async () => {
    const { id, type } = await makeMeter({ rollsOverAt: 9_999 })
    const change = (body: object) =>
      app().testApp.call(app().admin, meters.updateMeterType, {
        params: { id: type.id },
        body: { version: type.version, ...body },
      })
    await read(id, 500)
    expect(codesOf(await change({ unit: 'h' }))).toEqual([409, 'otherUnit'])
    expect(codesOf(await change({ rollsOverAt: 499 }))).toEqual([400, 'belowReadings'])
    expect((await change({ name: 'Mileage', unit: 'km' })).status).toBe(200)
  })

  it('are counted again, with their rollovers, when the highest value is corrected', async () => {
    const { id, type } = await makeMeter({ rollsOverAt: 99_999 })
    await read(id, 900, { at: ago(30) })
    expect(codesOf(await read(id, 10, { at: ago(20), kind: 'rolledOver' }))).toEqual([
      400,
      'farAbove',
    ])
    await read(id, 10, { at: ago(20), kind: 'rolledOver', isSure: true })
    expect((await one(id)).total).toBe(99_110)
    const changed = await app().testApp.call(app().admin, meters.updateMeterType, {
      params: { id: type.id },
      body: { version: type.version, rollsOverAt: 999 },
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await one(id)).total).toBe(110)
  })
})
