import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { contract } from '#contract/index'
import type { Id } from '#contract/ids'
import type { App } from '../../app.ts'
import type { Fixtures } from '../../../tests/fixtures.ts'
import { openTestAppWithFixtures } from '../../../tests/fixturesTemplate.ts'
import type { TestApp } from '../../../tests/testApp.ts'
import { alert, lastPosition, message, position, room, user, visit } from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { removeExpired } from '../retention/remove.ts'
import { followVisits } from './keepVisits.ts'
import { watchZones } from './watch.ts'

const { zones, equipment, alerts, locations, referenceLists, rtls } = contract
const MINUTE = 60_000
let testApp: TestApp
let admin: string
let server: App
let own: Fixtures
let ward: Id<'location'>
let rooms: Id<'room'>[]
let floorId: Id<'floor'>
let pump: Id<'equipment'>

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  server = testApp.app
  floorId = own.floor as never
  ward = (
    await testApp.call(admin, locations.createLocation, {
      body: { name: 'Ward A1', typeId: own.locationType as never },
    })
  ).body.id
  const [first] = await asSystem(testApp.pool, (db) =>
    db
      .select()
      .from(room)
      .where(and(eq(room.companyId, testApp.here.id), eq(room.floorId, floorId))),
  )
  if (!first) throw new Error('The fixture has no room')
  const made = await asSystem(testApp.pool, (db) =>
    db
      .insert(room)
      .values(
        ['A1', 'A2'].map((name, index) => ({
          companyId: testApp.here.id,
          floorId,
          name,
          kind: 'room' as const,
          locationId: index === 0 ? ward : null,
          outline: first.outline,
          longitude: first.longitude,
          latitude: first.latitude,
        })),
      )
      .returning({ id: room.id }),
  )
  rooms = made.map(({ id }) => id)
  pump = await thing('Pump 1')
})
afterAll(async () => {
  if (server !== testApp.app) await server.close()
  await testApp.close()
})

/** Another server that knows only what the database has. */
const startAnew = async () => {
  const next = await testApp.beside()
  if (server !== testApp.app) await server.close()
  server = next
}

const thing = async (name: string) =>
  (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name, typeId: own.equipmentType as never },
    })
  ).body.id
/** As the engine writes it. */
const heard = async (equipmentId: Id<'equipment'>, at: 0 | 1) => {
  const now = testApp.clock.now()
  const row = {
    companyId: testApp.here.id,
    equipmentId,
    floorId,
    roomId: rooms[at] ?? null,
    longitude: 14.0001,
    latitude: 50.0001,
    accuracy: 2,
    method: 'distances' as const,
    at: now,
    changedAt: now,
  }
  await asSystem(testApp.pool, (db) =>
    db
      .insert(lastPosition)
      .values(row)
      .onConflictDoUpdate({
        target: [lastPosition.companyId, lastPosition.equipmentId],
        set: row,
      }),
  )
  await followVisits(server.kernel)
}
/** Heard every minute for so many of them. */
const stays = async (equipmentId: Id<'equipment'>, at: 0 | 1, minutes: number) => {
  for (let second = 0; second <= minutes * 60; second += 60) {
    await heard(equipmentId, at)
    testApp.clock.advance(MINUTE)
  }
  admin = await testApp.signIn('administrator')
}
const visitsOf = async (question: object) =>
  (await testApp.call(admin, zones.listVisits, { body: { limit: 50, offset: 0, ...question } }))
    .body
const open = () =>
  asSystem(testApp.pool, (db) =>
    db
      .select({ kind: alert.kind, equipmentId: alert.equipmentId, text: alert.text })
      .from(alert)
      .where(
        and(
          eq(alert.companyId, testApp.here.id),
          isNotNull(alert.zoneRuleId),
          isNull(alert.endedAt),
        ),
      ),
  )
const rule = async (facts: object) =>
  (
    await testApp.call(admin, zones.createZoneRule, {
      body: {
        name: `Rule ${Math.round(testApp.clock.now().getTime())}`,
        kind: 'left',
        locationId: ward,
        equipmentTypeId: own.equipmentType as never,
        minimum: 1,
        minutes: 5,
        isActive: true,
        ...facts,
      },
    })
  ).body

describe('visits', () => {
  it('say where a thing was, newest first, with how long, and go on after the server was started anew', async () => {
    await stays(pump, 0, 5)
    await stays(pump, 1, 3)
    const { rows, count } = await visitsOf({ equipmentId: pump })
    expect(count).toBe(2)
    expect(
      rows.map(({ roomName, seconds, leftAt }) => [roomName, seconds, leftAt !== null]),
    ).toEqual([
      ['A2', 240, false],
      ['A1', 360, true],
    ])
    const [before] = rows
    await startAnew()
    await heard(pump, 1)
    testApp.clock.advance(MINUTE)
    await heard(pump, 1)
    const after = await visitsOf({ equipmentId: pump })
    expect(after.count).toBe(2)
    expect(after.rows[0]).toMatchObject({
      id: before?.id,
      enteredAt: before?.enteredAt,
      leftAt: null,
    })
  })

  it('of a room say who is there, who was, and how long on average', async () => {
    const there = await visitsOf({ roomId: rooms[1] ?? 0, isOpen: true })
    expect(there.rows.map((row) => row.equipment.name)).toEqual(['Pump 1'])
    const { rows } = (
      await testApp.call(admin, zones.listOccupancy, {
        body: {
          roomId: rooms[0],
          from: new Date(testApp.clock.now().getTime() - 86_400_000).toISOString(),
          to: testApp.clock.now().toISOString(),
        },
      })
    ).body
    expect(rows).toMatchObject([{ name: 'A1', now: 0, visits: 1, averageSeconds: 360 }])
    // A visit that lasts is none whose length is known: it is no part of an average.
    const lasting = (
      await testApp.call(admin, zones.listOccupancy, {
        body: {
          roomId: rooms[1],
          from: new Date(testApp.clock.now().getTime() - 86_400_000).toISOString(),
          to: testApp.clock.now().toISOString(),
        },
      })
    ).body.rows[0]
    expect(lasting).toMatchObject({ name: 'A2', now: 1, visits: 1, averageSeconds: null })
    expect(lasting?.longestSeconds).toBeGreaterThan(0)
  })

  it('end with the last word when nothing is heard for half an hour, and when a person takes it off the map', async () => {
    testApp.clock.advance(40 * MINUTE)
    admin = await testApp.signIn('administrator')
    await followVisits(server.kernel)
    const [newest] = (await visitsOf({ equipmentId: pump })).rows
    expect(newest?.leftAt).not.toBeNull()
    const bed = await thing('Bed')
    await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: bed },
      body: { floorId, longitude: 14.0001, latitude: 50.0001 },
    })
    await followVisits(server.kernel)
    const inRooms = async () => (await visitsOf({ equipmentId: bed, isOpen: true })).count
    expect(await inRooms()).toBe(1)
    await testApp.call(admin, rtls.clearPlace, { params: { equipmentId: bed } })
    testApp.clock.advance(2 * MINUTE)
    await followVisits(server.kernel)
    expect(await inRooms()).toBe(0)
  })

  it('are of nobody in another company, and go when their time is over', async () => {
    const stranger = await testApp.signIn('administrator', 'there')
    expect((await testApp.call(stranger, zones.listVisits, { body: {} })).body.count).toBe(0)
    testApp.clock.advance(91 * 86_400_000)
    admin = await testApp.signIn('administrator')
    await removeExpired(testApp.app.kernel)
    expect((await visitsOf({ equipmentId: pump })).count).toBe(0)
  })

  it('are made from the positions that there are, where none were kept before', async () => {
    await asSystem(testApp.pool, (db) => db.delete(visit))
    const now = testApp.clock.now().getTime()
    await asSystem(testApp.pool, (db) =>
      db.insert(position).values(
        [80, 70, 60, 50, 40, 30, 20].map((minutes) => ({
          companyId: testApp.here.id,
          equipmentId: pump,
          floorId,
          roomId: rooms[minutes > 35 ? 0 : 1] ?? null,
          longitude: 14.0001,
          latitude: 50.0001,
          accuracy: 2,
          method: 'distances' as const,
          at: new Date(now - minutes * MINUTE),
          heard: [],
          rejected: [],
        })),
      ),
    )
    await startAnew()
    await heard(pump, 1)
    const { rows } = await visitsOf({ equipmentId: pump })
    expect(rows.map(({ roomName, seconds }) => [roomName, seconds])).toEqual([
      ['A2', 30 * 60],
      ['A1', 50 * 60],
    ])
  })
})

describe('a rule of a zone', () => {
  it('tells once that a thing left, and is over when it is back', async () => {
    await stays(pump, 0, 2)
    await rule({ name: 'Stays in A1' })
    await watchZones(server.kernel)
    expect(await open()).toEqual([])
    await stays(pump, 1, 6)
    for (let look = 0; look < 2; look += 1) await watchZones(server.kernel)
    expect(await open()).toEqual([{ kind: 'zoneLeft', equipmentId: pump, text: null }])
    const [told] = (await testApp.call(admin, alerts.listAlerts, { body: {} })).body.rows
    expect(told).toMatchObject({
      kind: 'zoneLeft',
      equipment: { name: 'Pump 1' },
      zone: { rule: { name: 'Stays in A1' }, place: 'Ward A1', minutes: 5 },
    })
    await stays(pump, 0, 1)
    await watchZones(server.kernel)
    expect(await open()).toEqual([])
  })

  it('tells that too few are there and how many, and of what stands idle; a change ends what was told', async () => {
    const few = await rule({ kind: 'fewer', minimum: 2, minutes: 1 })
    testApp.clock.advance(1)
    const idle = await rule({ kind: 'idle', locationId: null, minutes: 3 })
    await stays(pump, 0, 4)
    await watchZones(server.kernel)
    expect(
      (await open())
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
        .map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ['zoneFewer', '1'],
      ['zoneIdle', null],
    ])
    await testApp.call(admin, zones.updateZoneRule, {
      params: { id: few.id },
      body: { ...draftOf(few), minimum: 1, version: few.version },
    })
    expect((await open()).map(({ kind }) => kind)).toEqual(['zoneIdle'])
    await testApp.call(admin, zones.deleteZoneRule, { params: { id: idle.id } })
    expect(await open()).toEqual([])
  })

  it('tells of many at once in one: one row of the list, one mail, seen together', async () => {
    await asSystem(testApp.pool, (db) =>
      db.update(user).set({ hasMailAlerts: true }).where(eq(user.id, testApp.here.users.manager)),
    )
    const bed = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Bed' } })
    ).body.id
    const beds: Id<'equipment'>[] = []
    for (let index = 1; index <= 13; index += 1)
      beds.push(
        (
          await testApp.call(admin, equipment.createEquipment, {
            body: { name: `Bed ${String(index).padStart(2, '0')}`, typeId: bed },
          })
        ).body.id,
      )
    const minutesAgo = (minutes: number) =>
      new Date(testApp.clock.now().getTime() - minutes * MINUTE)
    await asSystem(testApp.pool, (db) =>
      db.insert(visit).values(
        beds.map((equipmentId) => ({
          companyId: testApp.here.id,
          equipmentId,
          kind: 'room' as const,
          zoneId: rooms[0] ?? 0,
          buildingId: own.building as never,
          enteredAt: minutesAgo(60),
          leftAt: null,
        })),
      ),
    )
    const question = { locationId: ward, equipmentTypeId: bed, minimum: 1, minutes: 5 }
    const preview = await testApp.call(admin, zones.previewZoneRule, {
      body: { ...question, kind: 'idle' },
    })
    expect(preview.body).toMatchObject({ things: 13, atOnce: 13, isCut: false })
    expect(preview.body.people).toBeGreaterThanOrEqual(2)
    const left = await testApp.call(admin, zones.previewZoneRule, {
      body: { ...question, kind: 'left' },
    })
    expect(left.body).toMatchObject({ things: 13, atOnce: 0 })

    await rule({ ...question, kind: 'idle', name: 'Idle beds' })
    await watchZones(server.kernel)
    const list = async () => (await testApp.call(admin, alerts.listAlerts, { body: {} })).body
    const told = await list()
    const [row] = told.rows
    expect(row).toMatchObject({ kind: 'zoneIdle', others: { count: 12 } })
    expect(row?.others.names).toHaveLength(12)
    expect(told.rows.filter(({ zone }) => zone?.rule.name === 'Idle beds')).toHaveLength(1)
    const mails = await asSystem(testApp.pool, (db) =>
      db.select({ text: message.text }).from(message).where(eq(message.to, 'manager@here.test')),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Bed 10\n… and 3 more')
    if (row === undefined) throw new Error('Nothing was told')
    const seen = await testApp.call(admin, alerts.seeAlerts, { body: { alertIds: [row.id] } })
    expect(seen.body.seen).toBe(13)
    expect((await list()).unseen).toBe(told.unseen - 1)

    // One more stands idle a while later, and another after that: it stays one row, and one mail.
    for (const name of ['Bed 14', 'Bed 15']) {
      testApp.clock.advance(2 * MINUTE)
      const equipmentId = (
        await testApp.call(admin, equipment.createEquipment, { body: { name, typeId: bed } })
      ).body.id
      await asSystem(testApp.pool, (db) =>
        db.insert(visit).values({
          companyId: testApp.here.id,
          equipmentId,
          kind: 'room' as const,
          zoneId: rooms[0] ?? 0,
          buildingId: own.building as never,
          enteredAt: minutesAgo(60),
          leftAt: null,
        }),
      )
      await watchZones(server.kernel)
      const now = await list()
      const ofRule = now.rows.filter(({ zone }) => zone?.rule.name === 'Idle beds')
      expect(ofRule).toHaveLength(1)
      expect(now.rows[0]).toMatchObject({ equipment: { name }, seenAt: null })
    }
    expect((await list()).rows[0]?.others.count).toBe(14)
    const written = () =>
      asSystem(testApp.pool, (db) =>
        db.select({ text: message.text }).from(message).where(eq(message.to, 'manager@here.test')),
      )
    expect(await written()).toHaveLength(1)
    testApp.clock.advance(61 * MINUTE)
    admin = await testApp.signIn('administrator')
    for (let look = 0; look < 2; look += 1) await watchZones(server.kernel)
    const [, later] = await written()
    expect(later?.text).toContain('Bed 14')
    expect(later?.text).toContain('Bed 15')
    expect(later?.text).not.toContain('Bed 13')
    expect(await written()).toHaveLength(2)
  })

  it('says beforehand what it would have told', async () => {
    const { body } = await testApp.call(admin, zones.rehearseZoneRule, {
      body: {
        kind: 'left',
        locationId: ward,
        equipmentTypeId: null,
        minimum: 1,
        minutes: 5,
      },
    })
    expect(body).toMatchObject({ count: 2, isCut: false })
    expect(body.recordedSince).not.toBeNull() // the record is younger than seven days
    const idle = await testApp.call(admin, zones.rehearseZoneRule, {
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
    const answer = await testApp.raw(admin, 'POST', '/api/zones/rules', {
      name: 'Bad',
      kind: 'left',
      locationId: ward,
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
