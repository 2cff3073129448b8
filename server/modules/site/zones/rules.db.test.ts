import { eq, isNotNull, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { MINUTE_MS, openTrackedWard, type TrackedWard } from '#tests/trackedWard.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { watchZones } from './watch.ts'

const { zones, equipment, alerts, referenceLists } = contract
let world: TrackedWard
let testApp: TestApp
let pump: Id<'equipment'>

beforeAll(async () => {
  world = await openTrackedWard()
  ;({ testApp } = world)
  pump = await world.createThing('Pump 1')
})
afterAll(() => world.close())

const standIn = (things: readonly Id<'equipment'>[]) =>
  asSystem(testApp.pool, (db) =>
    db.insert(tables.visit).values(
      things.map((equipmentId) => ({
        companyId: testApp.here.id,
        equipmentId,
        kind: 'room' as const,
        zoneId: world.rooms[0],
        buildingId: world.own.building as never,
        enteredAt: new Date(testApp.clock.now().getTime() - 60 * MINUTE_MS),
        leftAt: null,
      })),
    ),
  )
const open = () =>
  asSystem(testApp.pool, (db) =>
    db
      .select({
        kind: tables.alert.kind,
        equipmentId: tables.alert.equipmentId,
        text: tables.alert.text,
      })
      .from(tables.alert)
      .where(
        ofCompany(
          tables.alert,
          testApp.here.id,
          isNotNull(tables.alert.zoneRuleId),
          isNull(tables.alert.endedAt),
        ),
      ),
  )
const rule = async (facts: object) =>
  (
    await testApp.call(world.admin(), zones.createZoneRule, {
      body: {
        name: `Rule ${Math.round(testApp.clock.now().getTime())}`,
        kind: 'left',
        locationId: world.ward,
        equipmentTypeId: world.own.equipmentType as never,
        minimum: 1,
        minutes: 5,
        isActive: true,
        ...facts,
      },
    })
  ).body

describe('a rule of a zone', () => {
  it('about a location that is gone by now is switched off, and asks for no other that is gone', async () => {
    const {
      id,
      version,
      location: _place,
      area: _area,
      equipmentType: _type,
      open: _open,
      ...kept
    } = await rule({})
    const gone = (deletedAt: Date | null) =>
      asSystem(testApp.pool, (db) =>
        db.update(tables.location).set({ deletedAt }).where(eq(tables.location.id, world.ward)),
      )
    await gone(testApp.clock.now())
    const save = (facts: object) =>
      testApp.call(world.admin(), zones.updateZoneRule, {
        params: { id },
        body: { ...kept, version, ...facts },
      })
    expect((await save({ minutes: 7 })).status).toBe(404)
    expect(await save({ isActive: false })).toMatchObject({
      status: 200,
      body: { isActive: false },
    })
    await gone(null)
  })

  it('alerts once that equipment left, and ends when it is back', async () => {
    await world.stay(pump, 0, 2)
    await rule({ name: 'Stays in A1' })
    await watchZones(world.server().kernel)
    expect(await open()).toEqual([])
    await world.stay(pump, 1, 6)
    for (let look = 0; look < 2; look += 1) await watchZones(world.server().kernel)
    expect(await open()).toEqual([{ kind: 'zoneLeft', equipmentId: pump, text: null }])
    const [told] = (await testApp.call(world.admin(), alerts.listAlerts, { body: {} })).body.rows
    expect(told).toMatchObject({
      kind: 'zoneLeft',
      equipment: { name: 'Pump 1' },
      zone: { rule: { name: 'Stays in A1' }, place: 'Ward A1', minutes: 5 },
    })
    await world.stay(pump, 0, 1)
    await watchZones(world.server().kernel)
    expect(await open()).toEqual([])
  })

  it('alerts that too few are there and how many, and about idle equipment; a change ends its alerts', async () => {
    const few = await rule({ kind: 'fewer', minimum: 2, minutes: 1 })
    testApp.clock.advance(1)
    const idle = await rule({ kind: 'idle', locationId: null, minutes: 3 })
    await world.stay(pump, 0, 4)
    await watchZones(world.server().kernel)
    expect(
      (await open())
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
        .map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ['zoneFewer', '1'],
      ['zoneIdle', null],
    ])
    await testApp.call(world.admin(), zones.updateZoneRule, {
      params: { id: few.id },
      body: { ...draftOf(few), minimum: 1, version: few.version },
    })
    expect((await open()).map(({ kind }) => kind)).toEqual(['zoneIdle'])
    await testApp.call(world.admin(), zones.deleteZoneRule, { params: { id: idle.id } })
    expect(await open()).toEqual([])
  })

  it('reports many at once in one: one row of the list, one mail, marked as seen together', async () => {
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.user)
        .set({ hasMailAlerts: true })
        .where(eq(tables.user.id, testApp.here.users.manager)),
    )
    const bed = (
      await testApp.call(world.admin(), referenceLists.createEquipmentType, {
        body: { name: 'Bed' },
      })
    ).body.id
    const beds: Id<'equipment'>[] = []
    for (let index = 1; index <= 13; index += 1)
      beds.push(
        (
          await testApp.call(world.admin(), equipment.createEquipment, {
            body: { name: `Bed ${String(index).padStart(2, '0')}`, typeId: bed },
          })
        ).body.id,
      )
    await standIn(beds)
    const question = { locationId: world.ward, equipmentTypeId: bed, minimum: 1, minutes: 5 }
    const preview = await testApp.call(world.admin(), zones.previewZoneRule, {
      body: { ...question, kind: 'idle' },
    })
    expect(preview.body).toMatchObject({ things: 13, atOnce: 13, isCut: false })
    expect(preview.body.people).toBeGreaterThanOrEqual(2)
    const left = await testApp.call(world.admin(), zones.previewZoneRule, {
      body: { ...question, kind: 'left' },
    })
    expect(left.body).toMatchObject({ things: 13, atOnce: 0 })

    await rule({ ...question, kind: 'idle', name: 'Idle beds' })
    await watchZones(world.server().kernel)
    const list = async () =>
      (await testApp.call(world.admin(), alerts.listAlerts, { body: {} })).body
    const told = await list()
    const [row] = told.rows
    expect(row).toMatchObject({ kind: 'zoneIdle', others: { count: 12 } })
    expect(row?.others.names).toHaveLength(12)
    expect(told.rows.filter(({ zone }) => zone?.rule.name === 'Idle beds')).toHaveLength(1)
    const mails = await asSystem(testApp.pool, (db) =>
      db
        .select({ text: tables.message.text })
        .from(tables.message)
        .where(eq(tables.message.to, 'manager@here.test')),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Bed 10\n… and 3 more')
    if (row === undefined) throw new Error('Nothing was told')
    const seen = await testApp.call(world.admin(), alerts.seeAlerts, {
      body: { alertIds: [row.id] },
    })
    expect(seen.body.seen).toBe(13)
    expect((await list()).unseen).toBe(told.unseen - 1)

    for (const name of ['Bed 14', 'Bed 15']) {
      testApp.clock.advance(2 * MINUTE_MS)
      const equipmentId = (
        await testApp.call(world.admin(), equipment.createEquipment, {
          body: { name, typeId: bed },
        })
      ).body.id
      await standIn([equipmentId])
      await watchZones(world.server().kernel)
      const now = await list()
      const ofRule = now.rows.filter(({ zone }) => zone?.rule.name === 'Idle beds')
      expect(ofRule).toHaveLength(1)
      expect(now.rows[0]).toMatchObject({ equipment: { name }, seenAt: null })
    }
    expect((await list()).rows[0]?.others.count).toBe(14)
    const written = () =>
      asSystem(testApp.pool, (db) =>
        db
          .select({ text: tables.message.text })
          .from(tables.message)
          .where(eq(tables.message.to, 'manager@here.test')),
      )
    expect(await written()).toHaveLength(1)
    testApp.clock.advance(61 * MINUTE_MS)
    await world.signInAnew()
    for (let look = 0; look < 2; look += 1) await watchZones(world.server().kernel)
    const [, later] = await written()
    expect(later?.text).toContain('Bed 14')
    expect(later?.text).toContain('Bed 15')
    expect(later?.text).not.toContain('Bed 13')
    expect(await written()).toHaveLength(2)
  })

  it('previews what it would have reported', async () => {
    const { body } = await testApp.call(world.admin(), zones.rehearseZoneRule, {
      body: {
        kind: 'left',
        locationId: world.ward,
        equipmentTypeId: null,
        minimum: 1,
        minutes: 5,
      },
    })
    expect(body).toMatchObject({ count: 1, isCut: false })
    expect(body.recordedSince).not.toBeNull()
    const idle = await testApp.call(world.admin(), zones.rehearseZoneRule, {
      body: { kind: 'idle', locationId: null, equipmentTypeId: null, minimum: 1, minutes: 0 },
    })
    expect(idle.body).toMatchObject({ errors: [{ path: 'body.minutes', code: 'too_small' }] })
    expect(body.rows[0]).toMatchObject({ equipment: { name: 'Pump 1' } })
  })

  it.each([
    ['no place', { locationId: null }, 400],
    ['a place that is not there', { locationId: 999_999 }, 404],
    ['a wait beyond sixty days', { minutes: 1e6 }, 400],
  ])('is refused with %s', async (_what, facts, status) => {
    const answer = await testApp.raw(world.admin(), 'POST', '/api/zones/rules', {
      name: 'Bad',
      kind: 'left',
      locationId: world.ward,
      equipmentTypeId: null,
      minimum: 1,
      minutes: 5,
      isActive: true,
      ...facts,
    })
    expect(answer.status).toBe(status)
  })
})

const draftOf = ({
  name,
  kind,
  locationId,
  equipmentTypeId,
  minimum,
  minutes,
  isActive,
}: Awaited<ReturnType<typeof rule>>) => ({
  name,
  kind,
  locationId,
  equipmentTypeId,
  minimum,
  minutes,
  isActive,
})
