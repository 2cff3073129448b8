import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { LISTENS } from '#contract/rtls/siteSurvey.ts'
import { planeAt } from '#contract/venue/plane.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { flush, ingestAdverts, refreshRadioMaps } from '../positions/index.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
const { devices, equipment, journal, rtls, siteSurvey } = contract
const MACS = ['AC233FC0F001', 'AC233FC0F002', 'AC233FC0F003', 'AC233FC0F004']
const plane = planeAt({ longitude: 14, latitude: 50 })
/** Coordinates in metres; the floor is about 28 by 33. */
const spots = [
  { x: 2, y: 2 },
  { x: 26, y: 3 },
  { x: 3, y: 30 },
  { x: 25, y: 31 },
]
const hooks: number[] = []
const floorId = () => own.floor as never
const tagMac = () => `AC233FA0${String(testApp.here.id).padStart(2, '0')}01`

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  await testApp.call(admin, siteSurvey.removeSurveyPoint, {
    params: { id: own.surveyPoint ?? 0 },
  })
  await testApp.call(admin, devices.deleteGateway, { params: { id: own.gateway ?? 0 } })
  for (const [index, mac] of MACS.entries()) {
    const hook = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: `hook ${index}`, typeId: own.equipmentType as never },
      })
    ).body
    hooks.push(hook.id)
    await testApp.call(admin, devices.createGateway, {
      body: {
        mac,
        typeId: own.gatewayType as never,
        equipmentId: hook.id,
        correction: 0,
        isActive: true,
      },
    })
    await placeHook(index, spots[index] ?? { x: 0, y: 0 })
  }
})
afterAll(() => testApp.close())

const placeHook = (index: number, at: { x: number; y: number }) =>
  testApp.call(admin, rtls.placeEquipment, {
    params: { equipmentId: hooks[index] ?? 0 },
    body: { floorId: floorId(), ...plane.toDegrees(at) },
  })

const heardAt = (x: number, y: number) =>
  MACS.map((mac, index) => {
    const at = spots[index] ?? { x: 0, y: 0 }
    const shadow = 8 * Math.sin((x + 5 * index) / 4) * Math.cos((y - 3 * index) / 5)
    const far = Math.hypot(x - at.x, y - at.y, 1)
    return {
      gateway: mac,
      beacon: tagMac(),
      rssi: Math.round(-56 - 24 * Math.log10(far) - shadow),
      at: null,
      battery: null,
    }
  })
async function listen(x: number, y: number, seconds: number, isEachPlaced = true): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    testApp.clock.advance(1_000)
    await ingestAdverts(testApp.app.kernel, testApp.here.id, heardAt(x, y))
    if (isEachPlaced) await flush(testApp.app.kernel)
  }
}
const begin = (x: number, y: number, kind: 'walked' | 'confirmed' = 'walked') =>
  testApp.call(admin, siteSurvey.beginListening, {
    body: {
      kind,
      equipmentId: own.equipment as never,
      floorId: floorId(),
      ...plane.toDegrees({ x, y }),
    },
  })
const mine = async () => (await testApp.call(admin, siteSurvey.getListening, {})).body.listening
const end = (keep: boolean) => testApp.call(admin, siteSurvey.endListening, { body: { keep } })
const survey = async () =>
  (await testApp.call(admin, siteSurvey.getSurvey, { params: { floorId: floorId() } })).body

describe('a point of a site survey', () => {
  it('is not stored if another user takes the tag over, and its user is notified', async () => {
    await begin(8, 8)
    const manager = await testApp.signIn('manager')
    const there = {
      kind: 'walked' as const,
      equipmentId: own.equipment as never,
      floorId: floorId(),
      ...plane.toDegrees({ x: 3, y: 3 }),
    }
    const taken = await testApp.call(manager, siteSurvey.beginListening, {
      body: { ...there, takesOver: true },
    })
    expect(taken.body).toMatchObject({ state: 'listening' })
    expect(await mine()).toMatchObject({ state: 'takenOver', pointId: null })
    await end(false)
    await testApp.call(manager, siteSurvey.endListening, { body: { keep: false } })
    await testApp.call(manager, siteSurvey.endListening, { body: { keep: false } })
  })

  it('is stored by itself after half a minute, says what was heard, and can be removed and restored', async () => {
    expect((await begin(8, 8)).body).toMatchObject({ state: 'listening', readings: 0 })
    expect((await begin(9, 9)).body).toMatchObject({ errors: [{ code: 'listensAlready' }] })
    const other = await testApp.call(await testApp.signIn('manager'), siteSurvey.beginListening, {
      body: {
        kind: 'walked',
        equipmentId: own.equipment as never,
        floorId: floorId(),
        ...plane.toDegrees({ x: 3, y: 3 }),
      },
    })
    expect(other.body).toMatchObject({ errors: [{ code: 'tagListened' }] })
    await listen(8, 8, LISTENS.whole - 2)
    expect(await mine()).toMatchObject({ state: 'listening', gateways: 4, readings: 112 })
    expect((await survey()).count).toBe(0)
    await listen(8, 8, 3)
    const kept = await mine()
    expect(kept).toMatchObject({ state: 'kept' })
    const [point] = (await survey()).points
    expect(point).toMatchObject({ id: kept?.pointId, kind: 'walked', gateways: 4 })
    const params = { id: kept?.pointId ?? 0 }
    expect((await testApp.call(admin, siteSurvey.removeSurveyPoint, { params })).status).toBe(200)
    expect((await survey()).count).toBe(0)
    expect((await testApp.call(admin, siteSurvey.removeSurveyPoint, { params })).status).toBe(404)
    expect((await testApp.call(admin, siteSurvey.restoreSurveyPoint, { params })).status).toBe(200)
    expect((await survey()).count).toBe(1)
    await end(false)
    expect(await mine()).toBeNull()
  })
  it('is refused if nothing was heard, off the floor, or for equipment without a beacon', async () => {
    await begin(8, 8)
    testApp.clock.advance(LISTENS.whole * 1_000)
    await flush(testApp.app.kernel)
    expect(await mine()).toMatchObject({ state: 'nothingHeard', pointId: null })
    expect((await begin(900, 8)).body).toMatchObject({ errors: [{ code: 'outsideFloor' }] })
    await end(false)
    const bare = await testApp.call(admin, siteSurvey.beginListening, {
      body: {
        kind: 'walked',
        equipmentId: hooks[0] as never,
        floorId: floorId(),
        ...plane.toDegrees({ x: 8, y: 8 }),
      },
    })
    expect(bare.body).toMatchObject({ errors: [{ code: 'noBeacon' }] })
    expect((await survey()).count).toBe(1)
  })
  it('may be stored after ten seconds; a sighting says how far the map was off', async () => {
    await listen(20, 8, 3)
    await begin(20, 8, 'confirmed')
    expect((await end(true)).body.listening).toMatchObject({ state: 'listening' })
    await listen(20, 8, LISTENS.least)
    expect((await end(true)).body.listening).toMatchObject({ state: 'kept' })
    const [point] = (await survey()).points
    expect(point).toMatchObject({ kind: 'confirmed', gateways: 4 })
    expect(point?.offBy).toBeGreaterThan(0)
    expect(point?.radius).toBeGreaterThan(0)
  })
})

it('a point improves the others through the radio map, and the survey says when it is out of date', async () => {
  for (const x of [4, 9, 14, 19, 24])
    for (const y of [4, 10, 16, 22, 28]) {
      await begin(x, y)
      await listen(x, y, LISTENS.least, false)
      await end(true)
    }
  await refreshRadioMaps(testApp.app.kernel)
  const { figures, coverage, again, isComputing, next } = await survey()
  expect(isComputing).toBe(false)
  expect(figures?.points).toBe(27)
  expect(figures?.with.median).toBeLessThan(figures?.without.median ?? 0)
  expect(coverage).toBeGreaterThan(0.3)
  expect(next.length).toBeGreaterThan(0)
  expect(again).toEqual([])
  await placeHook(3, { x: 12, y: 20 })
  expect((await survey()).again).toMatchObject([
    { reason: 'gatewayMoved', count: 1, gateways: ['hook 3'] },
  ])
  await placeHook(3, spots[3] ?? { x: 0, y: 0 })
})

describe('learnt calibration', () => {
  const calibration = async () => (await testApp.call(admin, siteSurvey.getCalibration, {})).body
  it('cannot be applied before tags covered the floor', async () => {
    expect((await calibration()).floors).toMatchObject([{ isCovered: false }])
    const refused = await testApp.call(admin, siteSurvey.takeOverCalibration, {})
    expect(refused.body).toMatchObject({ errors: [{ code: 'notCovered' }] })
  })
  it('is applied by a user, stays while learning continues, and is undone', async () => {
    for (let row = 0; row < 8; row += 1)
      for (let step = 0; step < 13; step += 1)
        await listen(row % 2 === 0 ? 2 + step * 2 : 26 - step * 2, 3 + row * 4, 1)
    const before = await calibration()
    expect(before.taken).toBeNull()
    expect(before.floors).toMatchObject([{ isCovered: true }])
    const taken = (await testApp.call(admin, siteSurvey.takeOverCalibration, {})).body
    expect(taken).toMatchObject({
      gateways: 4,
      exponent: expect.closeTo(before.learned.exponent, 3),
    })
    await listen(10, 10, 3)
    const after = await calibration()
    expect(after.taken?.id).toBe(taken.id)
    expect(after.gateways.map(({ inUse }) => inUse)).toEqual(
      before.gateways.map(({ learned }) => expect.closeTo(learned, 3)),
    )
    const [entry] = (
      await testApp.call(admin, journal.listJournal, { body: { entity: 'company', limit: 1 } })
    ).body.rows
    expect(entry?.changes).toContainEqual(
      expect.objectContaining({ field: 'calibratedGateways', after: 4 }),
    )
    await testApp.call(admin, siteSurvey.undoCalibration, { params: { id: taken.id } })
    expect((await calibration()).taken).toBeNull()
    expect(
      (await testApp.call(admin, siteSurvey.undoCalibration, { params: { id: taken.id } })).status,
    ).toBe(404)
  })
})
