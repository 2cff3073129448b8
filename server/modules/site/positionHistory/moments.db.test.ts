import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { UsedReading } from '#contract/positioning/fix.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
let pump: Id<'equipment'>
let busy: Id<'equipmentStatus'>
const { devices, lookingBack, equipment, referenceLists, tickets } = contract
const MINUTE = 60_000

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  const status = async (name: string, colour: 'green' | 'blue') =>
    (
      await testApp.call(admin, referenceLists.createEquipmentStatus, {
        body: { name, colour, isUsable: true },
      })
    ).body.id
  const free = await status('free', 'green')
  busy = await status('busy', 'blue')
  pump = (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name: '=cmd()', typeId: own.equipmentType as never, statusId: free },
    })
  ).body.id
})
afterAll(() => testApp.close())

const span = (from: number, to: number) => ({
  from: new Date(testApp.clock.now().getTime() + from * MINUTE).toISOString(),
  to: new Date(testApp.clock.now().getTime() + to * MINUTE).toISOString(),
})
const heard = (minutes: readonly number[], by: UsedReading[] = []) =>
  asSystem(testApp.pool, async (db) => {
    for (let begun = 0; begun < minutes.length; begun += 2_000)
      await db.insert(tables.position).values(
        minutes.slice(begun, begun + 2_000).map((minute) => ({
          companyId: testApp.here.id,
          equipmentId: pump,
          floorId: own.floor as never,
          roomId: own.room as never,
          longitude: 14.0001,
          latitude: 50.0001,
          accuracy: 2,
          method: 'placed' as const,
          at: new Date(testApp.clock.now().getTime() + minute * MINUTE),
          heard: by,
          rejected: [],
        })),
      )
  })

it('the moments of a span say what an equipment was at the beginning and what it became', async () => {
  await heard([0, 1])
  testApp.clock.advance(2 * MINUTE)
  const { body: before } = await testApp.call(admin, equipment.getEquipment, {
    params: { id: pump },
  })
  await testApp.call(admin, equipment.updateEquipment, {
    params: { id: pump },
    body: { version: before.version, statusId: busy },
  } as never)
  testApp.clock.advance(MINUTE)
  const whole = await testApp.call(admin, lookingBack.getMoments, {
    body: { floorId: own.floor as never, ...span(-5, 0) },
  })
  const told = whole.body.things.filter((thing) => thing.equipment.id === pump)
  expect(told).toMatchObject([
    {
      equipment: { id: pump },
      status: { name: 'free', colour: 'green' },
      changes: [{ status: { name: 'busy', colour: 'blue' } }],
    },
  ])
  const early = await testApp.call(admin, lookingBack.getMoments, {
    body: { equipmentId: pump, ...span(-5, -2) },
  })
  expect(early.body.things).toMatchObject([{ status: { name: 'free' }, changes: [] }])
})

it('the moments of a span say which tickets were opened about it', async () => {
  const answer = await testApp.call(admin, tickets.openTicket, {
    body: { title: 'Battery is flat', ticketTypeId: own.ticketType as never, equipmentId: pump },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const opened = async (from: number, to: number) =>
    (
      await testApp.call(admin, lookingBack.getMoments, {
        body: { equipmentId: pump, ...span(from, to) },
      })
    ).body.tickets
  expect(await opened(-5, 0)).toMatchObject([{ title: 'Battery is flat', equipment: { id: pump } }])
  expect(await opened(-5, -1)).toEqual([])
})

it('the export of a trace gives CSV that no spreadsheet runs, and GeoJSON, with the offset', async () => {
  const ask = (format: string) =>
    testApp.raw(admin, 'POST', '/api/rtls/trace/export', {
      equipmentId: pump,
      ...span(-10, 0),
      format,
    })
  const csv = String((await ask('csv')).body)
  expect(csv).toContain('time (UTC),local time')
  expect(csv).toContain("'=cmd()")
  expect(csv).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z,\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d/)
  const answer = (await ask('geojson')).body as unknown
  const geojson = (typeof answer === 'string' ? JSON.parse(answer) : answer) as {
    about: object
    features: object[]
  }
  expect(geojson.about).toMatchObject({ remaining: 0, positions: 2 })
  expect(geojson.features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [14.0001, 50.0001] },
    properties: { name: '=cmd()' },
  })
})

it('a cut export of a trace says how many positions remain', async () => {
  await heard(Array.from({ length: 20_010 }, (_, index) => -60 - index / 1_000))
  const csv = String(
    (
      await testApp.raw(admin, 'POST', '/api/rtls/trace/export', {
        equipmentId: pump,
        ...span(-120, -50),
        format: 'csv',
      })
    ).body,
  )
  expect(csv.trimEnd().split('\r\n').at(-1)).toBe('and 10 more; choose a shorter span')
})

it('the moments of a span need an equipment or a floor, of the own company', async () => {
  const both = await testApp.call(admin, lookingBack.getMoments, {
    body: { equipmentId: pump, floorId: own.floor as never, ...span(-5, 0) },
  })
  expect(both.status).toBe(400)
  const stranger = await testApp.signIn('administrator', 'there')
  const theirs = await testApp.call(stranger, lookingBack.getMoments, {
    body: { equipmentId: pump, ...span(-5, 0) },
  })
  expect(theirs.status).toBe(404)
})

it('a gateway’s range is that of the last day, and until then what is expected', async () => {
  const reach = async () =>
    (
      await testApp.call(admin, devices.listReach, { params: { floorId: own.floor as never } })
    ).body.rows.map(({ metres, isMeasured }) => [metres, isMeasured])
  expect(await reach()).toEqual([[10, false]])
  await heard(
    Array.from({ length: 25 }, (_, index) => -index),
    [{ gatewayId: own.gateway as never, rssi: -70, readings: 3, distance: 7 }],
  )
  expect(await reach()).toEqual([[7, true]])
})
