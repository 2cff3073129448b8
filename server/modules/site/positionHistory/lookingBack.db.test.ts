import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { toStays } from '#contract/positioning/stays.ts'
import { createFixtures, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
let upstairs: Id<'floor'>
let above: Id<'room'>
const { nearest, rtls, equipment, referenceLists, people } = contract
const MINUTE = 60_000
const now = () => testApp.clock.now().getTime()
const floor = () => own.floor as Id<'floor'>
const room = () => own.room as Id<'room'>

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  const square = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [14, 50],
        [14.0004, 50],
        [14.0004, 50.0003],
        [14, 50.0003],
        [14, 50],
      ] as [number, number][],
    ],
  }
  await asSystem(testApp.pool, async (db) => {
    const [ground] = await db
      .insert(tables.floor)
      .values({
        companyId: testApp.here.id,
        buildingId: own.building as never,
        name: 'Upstairs',
        shortName: '1',
        ordinal: 1,
        outline: square,
        parts: [],
      })
      .returning()
    upstairs = ground?.id as Id<'floor'>
    const [made] = await db
      .insert(tables.room)
      .values({
        companyId: testApp.here.id,
        floorId: upstairs,
        name: 'Lab',
        kind: 'room',
        longitude: 14.0002,
        latitude: 50.0001,
        outline: square,
      })
      .returning()
    above = made?.id as Id<'room'>
  })
})
afterAll(() => testApp.close())

const thingCalled = async (name: string) =>
  (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name, typeId: own.equipmentType as never, locationId: own.location as never },
    })
  ).body.id
interface Heard {
  minute: number
  floorId: Id<'floor'>
  roomId: Id<'room'> | null
}
async function heard(id: Id<'equipment'>, seen: readonly Heard[]): Promise<void> {
  const fixes = seen.map(({ minute, floorId, roomId }) => ({
    companyId: testApp.here.id,
    equipmentId: id,
    floorId,
    roomId,
    longitude: 14.0002,
    latitude: 50.0001,
    accuracy: 2,
    method: 'distances' as const,
    at: new Date(now() + minute * MINUTE),
  }))
  await asSystem(testApp.pool, async (db) => {
    for (let from = 0; from < fixes.length; from += 500)
      await db
        .insert(tables.position)
        .values(fixes.slice(from, from + 500).map((fix) => ({ ...fix, heard: [], rejected: [] })))
    const last = fixes.at(-1)
    if (last) await db.insert(tables.lastPosition).values({ ...last, changedAt: last.at })
  })
}
const span = (minutes: number) => ({
  from: new Date(now() - minutes * MINUTE).toISOString(),
  to: new Date(now()).toISOString(),
})

describe('the meetings of an equipment', () => {
  it('equal its positions one by one: with passing through, flickers through a wall and silences', async () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const places = [
      { floorId: floor(), roomId: room() },
      { floorId: upstairs, roomId: above },
      { floorId: floor(), roomId: null },
    ]
    const walked = new Map<Id<'equipment'>, Heard[]>()
    for (let index = 0; index < 8; index += 1) {
      const seen: Heard[] = []
      let at = places[index % 2] ?? places[0]
      for (
        let minute = -500 - random() * 80;
        minute < 0;
        minute += [0.1, 0.2, 4, 12, 29, 34][Math.floor(random() * 6)] ?? 1
      ) {
        if (random() < 0.35) at = places[Math.floor(random() * 3)]
        if (at) seen.push({ minute: Math.round(minute * 600) / 600, ...at })
      }
      const id = await thingCalled(`Walker ${index}`)
      await heard(id, seen)
      walked.set(id, seen)
    }
    const [me] = [...walked.keys()]
    const asked = { from: new Date(now() - 450 * MINUTE), to: new Date(now() - 20 * MINUTE) }
    const staysIn = (seen: readonly Heard[]) =>
      toStays(
        seen
          .map(({ minute, ...where }) => ({
            at: new Date(now() + minute * MINUTE).toISOString(),
            ...where,
          }))
          .filter(
            ({ at }) =>
              Date.parse(at) >= asked.from.getTime() && Date.parse(at) <= asked.to.getTime(),
          ),
      )
    const mine = staysIn(walked.get(me as never) ?? []).filter(({ roomId }) => roomId !== null)
    const expected = [...walked]
      .filter(([id]) => id !== me)
      .flatMap(([id, seen]) =>
        staysIn(seen).flatMap((stay) =>
          mine.flatMap((here) => {
            const [from, to] = [
              stay.from > here.from ? stay.from : here.from,
              stay.to < here.to ? stay.to : here.to,
            ]
            return stay.roomId === here.roomId && to > from
              ? [[id, stay.roomId, from, to].join(' ')]
              : []
          }),
        ),
      )
    const answer = (
      await testApp.call(admin, nearest.getNearestHistory, {
        body: {
          equipmentId: me as never,
          from: asked.from.toISOString(),
          to: asked.to.toISOString(),
          limit: 500,
        },
      })
    ).body
    expect(expected.length).toBeGreaterThan(10)
    expect(
      answer.rows
        .map(({ equipment: { id }, roomId, from, to }) => [id, roomId, from, to].join(' '))
        .toSorted(),
    ).toEqual(expected.toSorted())
    expect(answer.count).toBe(expected.length)
    const places2 = await testApp.call(admin, rtls.getLastLocationsOfEquipment, {
      body: {
        equipmentId: me as never,
        from: asked.from.toISOString(),
        to: asked.to.toISOString(),
        limit: 500,
      },
    })
    expect(
      places2.body.rows.map(({ roomId, from, to }) => [roomId, from, to]).toReversed(),
    ).toEqual(
      staysIn(walked.get(me as never) ?? []).map(({ roomId, from, to }) => [roomId, from, to]),
    )
  })
  it('cover a busy day too, and not its first hours alone', async () => {
    const [mine, other] = [await thingCalled('All day'), await thingCalled('Late guest')]
    const busy = Array.from({ length: 26_400 }, (_, index): Heard => ({
      minute: -1_400 + index / 20,
      floorId: floor(),
      roomId: room(),
    }))
    await heard(mine, busy)
    await heard(other, [
      { minute: -100.5, floorId: floor(), roomId: room() },
      { minute: -100, floorId: floor(), roomId: room() },
    ])
    const met = (
      await testApp.call(admin, nearest.getNearestHistory, {
        body: { equipmentId: mine, ...span(1_440), limit: 500 },
      })
    ).body.rows
    expect(met.find(({ equipment: { id } }) => id === other)?.seconds).toBe(30)
  })
})

describe('a floor’s replay', () => {
  it('says when an equipment left the floor, so that it does not stay there for the rest of the day', async () => {
    const id = await thingCalled('Gone up')
    await heard(id, [
      { minute: -90, floorId: upstairs, roomId: above },
      { minute: -60, floorId: floor(), roomId: room() },
      { minute: -50, floorId: upstairs, roomId: above },
      { minute: -40, floorId: upstairs, roomId: above },
      { minute: -30, floorId: floor(), roomId: null },
    ])
    const tracks = (
      await testApp.call(admin, rtls.getReplay, { body: { floorId: floor(), ...span(120) } })
    ).body.tracks
    const points = tracks.find((track) => track.equipment.id === id)?.points ?? []
    expect(points.map(({ at, floorId }) => [(Date.parse(at) - now()) / MINUTE, floorId])).toEqual([
      [-60, floor()],
      [-50, upstairs],
      [-30, floor()],
    ])
  })

  it('needs an existing floor and equipment, and a forward range, as heatmap and meetings do', async () => {
    const theirs = await createFixtures(
      testApp,
      testApp.there,
      await testApp.signIn('administrator', 'there'),
      'THEIRS',
    )
    const ask = (call: 'replay' | 'heatmap' | 'nearest-history', body: object) =>
      testApp.raw(admin, 'POST', `/api/rtls/${call}`, { ...span(120), ...body })
    for (const call of ['replay', 'heatmap'] as const) {
      for (const floorId of [999_999, theirs.floor]) {
        const { status, body } = await ask(call, { floorId })
        expect([call, status, body]).toMatchObject([
          call,
          404,
          { errors: [{ path: 'body.floorId' }] },
        ])
      }
      for (const equipmentId of [999_999, theirs.equipment])
        expect((await ask(call, { equipmentId, floorId: floor() })).status).toBe(404)
    }
    const id = await thingCalled('Backwards')
    const { from, to } = span(120)
    for (const call of ['replay', 'heatmap', 'nearest-history'] as const)
      expect(await ask(call, { equipmentId: id, from: to, to: from })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'body.to' }] },
      })
  })
})

describe('the heatmap of one equipment', () => {
  it('shows the floor where it was most, and then the requested floor', async () => {
    const id = await thingCalled('Mostly up')
    await heard(id, [
      { minute: -60, floorId: floor(), roomId: room() },
      { minute: -55, floorId: upstairs, roomId: above },
      { minute: -46, floorId: upstairs, roomId: above },
      { minute: -38, floorId: floor(), roomId: room() },
      { minute: -36, floorId: upstairs, roomId: above },
    ])
    const heat = async (body: object) =>
      (
        await testApp.call(admin, rtls.getHeatmap, {
          body: { equipmentId: id, ...span(120), ...body },
        })
      ).body
    expect(await heat({})).toMatchObject({ floorId: upstairs, rooms: [{ name: 'Lab' }] })
    expect(await heat({ floorId: floor() })).toMatchObject({
      floorId: floor(),
      rooms: [{ name: 'OURS ward', seconds: 420 }],
    })
    // Not heard in the range: the last floor. Never heard: null.
    expect(
      await heat({
        from: new Date(now() - 9_000 * MINUTE).toISOString(),
        to: new Date(now() - 8_000 * MINUTE).toISOString(),
      }),
    ).toMatchObject({ floorId: upstairs, rooms: [] })
    const never = await thingCalled('Never heard')
    expect(
      (await testApp.call(admin, rtls.getHeatmap, { body: { equipmentId: never, ...span(120) } }))
        .body,
    ).toEqual({ floorId: null, seconds: 0, cells: [], rooms: [] })
  })
})

describe('the position on an equipment’s page', () => {
  it('says where it is on the map, how that is known, and where it was seen last', async () => {
    const id = await thingCalled('Wanted')
    await heard(id, [
      { minute: -60, floorId: floor(), roomId: room() },
      { minute: -50, floorId: floor(), roomId: room() },
      { minute: -45, floorId: upstairs, roomId: above },
      { minute: -40, floorId: upstairs, roomId: above },
    ])
    const detail = (await testApp.call(admin, equipment.getEquipment, { params: { id } })).body
    expect(detail).toMatchObject({
      location: { id: own.location },
      position: {
        floorId: upstairs,
        floorName: 'Upstairs',
        roomId: above,
        roomName: 'Lab',
        building: { name: 'OURS house' },
        longitude: 14.0002,
        latitude: 50.0001,
        method: 'distances',
        at: new Date(now() - 40 * MINUTE).toISOString(),
      },
      lastSeen: {
        isCut: false,
        rows: [
          { roomName: 'Lab', floorName: 'Upstairs', seconds: 300 },
          { roomName: 'OURS ward', seconds: 900 },
        ],
      },
    })
  })
  it('names at most five places, and that there are more', async () => {
    const id = await thingCalled('Restless')
    await heard(
      id,
      Array.from({ length: 16 }, (_, index): Heard =>
        index % 4 < 2
          ? { minute: -100 + index * 5, floorId: floor(), roomId: room() }
          : { minute: -100 + index * 5, floorId: upstairs, roomId: above },
      ),
    )
    const { lastSeen } = (await testApp.call(admin, equipment.getEquipment, { params: { id } }))
      .body
    expect([lastSeen.rows.length, lastSeen.isCut]).toEqual([5, true])
    expect(lastSeen.rows.map(({ from }) => from)).toEqual(
      lastSeen.rows
        .map(({ from }) => from)
        .toSorted()
        .toReversed(),
    )
  })
  it('follows a placing and a clearing, and is missing for equipment that was never on the map', async () => {
    const id = await thingCalled('Put there')
    expect(
      (await testApp.call(admin, equipment.getEquipment, { params: { id } })).body,
    ).toMatchObject({ position: null, lastSeen: { rows: [], isCut: false } })
    await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: id },
      body: { floorId: floor(), longitude: 14.0001, latitude: 50.0001 },
    })
    expect(
      (await testApp.call(admin, equipment.getEquipment, { params: { id } })).body.position,
    ).toMatchObject({ method: 'placed', floorName: 'OURS floor' })
    await testApp.call(admin, rtls.clearPlace, { params: { equipmentId: id } })
    expect(
      (await testApp.call(admin, equipment.getEquipment, { params: { id } })).body.position,
    ).toBeNull()
  })
  it('is closed to users who may not see the equipment', async () => {
    const id = await thingCalled('Hidden')
    await heard(id, [{ minute: -5, floorId: floor(), roomId: room() }])
    const staff = (
      await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.staff } })
    ).body
    const other = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Other' } })
    ).body
    await testApp.call(admin, people.updateUser, {
      params: { id: staff.id },
      body: { version: staff.version, allEquipment: false, equipmentTypeIds: [other.id] },
    })
    const token = await testApp.signIn('staff')
    expect((await testApp.call(token, equipment.getEquipment, { params: { id } })).status).toBe(404)
    expect(
      (await testApp.call(token, rtls.getHeatmap, { body: { equipmentId: id, ...span(60) } }))
        .status,
    ).toBe(404)
  })
})
